import type { Advice, Culprit, Fix } from '../../../model/finding.ts';
import { ownUnit } from '../../advice/restrain.ts';
import { shellWord } from '../../advice/shell.ts';
import { alertRule } from '../../advice/watch.ts';
import { word } from '../../facts/words.ts';

/** What makes room on busy CPUs now, the gentlest first. */
export function yieldNow(culprit: Culprit | undefined): readonly Fix[] {
  if (culprit?.pid === undefined) {
    return [{ does: 'See who runs: the list by CPU', command: 'ps -eo pid,ppid,user,nice,pcpu,args --sort=-pcpu', risk: 'safe' }];
  }
  const { pid } = culprit;
  const who = `${word(culprit.process)} (pid ${pid})`;
  const unit = ownUnit(culprit);
  const weigh: readonly Fix[] =
    unit === undefined
      ? []
      : [
          {
            does: `Let ${unit} give way to others`,
            command: `systemctl set-property --runtime ${shellWord(unit)} CPUWeight=20`,
            risk: 'safe',
            caution: 'it takes longer to finish; needs cgroup v2 (CPUShares=200 on version 1)',
            undo: `systemctl set-property --runtime ${shellWord(unit)} CPUWeight=100`,
          },
        ];
  const pause: readonly Fix[] =
    culprit.kind === 'database'
      ? []
      : [
          {
            does: `Pause ${who}`,
            command: `kill -STOP ${pid}`,
            risk: 'disruptive',
            caution: 'its work stands still, and whoever waits for it waits too',
            undo: `kill -CONT ${pid}`,
          },
        ];
  return [
    ...weigh,
    {
      does: `Let ${who} give way to others`,
      command: `renice -n 19 -p ${pid}`,
      risk: 'safe',
      caution: 'it takes longer to finish; its children that run already keep their priority',
      undo: `renice -n 0 -p ${pid}, as root`,
    },
    ...pause,
  ];
}

/** Where the work goes for good. */
export function yieldLasting(culprit: Culprit | undefined): readonly Fix[] {
  const unit = ownUnit(culprit);
  const own: readonly Fix[] =
    unit?.endsWith('.service') === true
      ? [
          {
            does: `Run ${unit} at low priority: systemctl edit ${unit}`,
            command: ['[Service]', 'Nice=19', 'CPUWeight=20'].join('\n'),
            risk: 'safe',
            undo: `systemctl revert ${shellWord(unit)}`,
          },
        ]
      : [];
  return [
    ...own,
    {
      does: 'Move the work to another time or host, or do less of it',
      risk: 'safe',
      undo: 'move it back',
    },
    { does: 'Give the host more CPUs where the work is wanted', risk: 'disruptive', caution: 'costs money', undo: 'take them away' },
  ];
}

/** The queue for the CPUs, from vmstat: true on every kernel. */
export function verifyQueue(cpus: number | undefined): Advice['verify'][number] {
  return { command: 'vmstat 1 5', expect: `r at most ${cpus ?? 'the number of CPUs'} and id above 10 most of the time` };
}

/** One alert over node_exporter's CPU seconds. */
export function cpuGuard(alert: {
  readonly does: string;
  readonly name: string;
  readonly expr: string;
  readonly holds?: string;
  readonly summary: string;
  readonly risk: string;
}): Advice['guard'][number] {
  const { does, name, expr, holds = '10m', summary, risk } = alert;
  return { does, prometheusRule: alertRule({ name, expr, holds, summary }), risk, undo: 'remove the rule and reload Prometheus' };
}
