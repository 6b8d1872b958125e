import { figureText } from '../../model/figure-text.ts';
import type { Advice, Culprit, Verdict } from '../../model/finding.ts';
import { figure } from '../../snapshot/cite.ts';
import { cpuUnits } from '../../snapshot/views.ts';
import { found, ruledOut, undecided } from '../facts/verdict.ts';
import { word } from '../facts/words.ts';
import { defineRule } from '../rule.ts';
import { cpuGuard, yieldNow } from './advice/work.ts';
import { forkerOf } from './facts/forker.ts';
import { cpuLoad, cpusOf, sparePct } from './facts/load.ts';
import { culpritFrom, workersBy } from './facts/workers.ts';

/** Fork, exec and exit of a small program cost about a millisecond: a hundred a second for each CPU are a tenth of its time. */
const FORKS_PER_CPU = 100;
/** A switch costs some three microseconds with what it loses of the caches: thirty thousand are a tenth of a CPU. */
const SWITCHES_PER_CPU = 30_000;
/** Of what a host has room for nobody complains: half of its time must be in use. */
const MOST_SPARE_PCT = 50;
/** Starting and switching are the kernel's work: where it has less than this, programs do something with their turns. */
const SYSTEM_PCT = 20;
const NO_ROOM_PCT = 10;

/**
 * cpu.context-switch-storm: the CPUs are busy with starting or switching tasks rather than with their work.
 *
 * Found      100 forks or 30,000 switches a second for each CPU, while half of the time or more is in use and a fifth of it in the kernel
 * Ruled out  fewer, or a host that has room beside them
 * Why        /proc/stat counts every start, also of programs that are gone before ps looks; a rate alone says nothing, as databases switch much
 * Certain    forks were counted at both ends of the window, and who starts them was seen
 * Misses     how long each of them lived; threads, which are counted as forks too
 * Reference  proc_stat(5), processes and ctxt
 */
export const contextSwitchStorm = defineRule({
  cause: 'cpu.context-switch-storm',
  needs: ['cpu'],
  uses: ['host', 'processes'],
  explains: ['cpu.system-time', 'cpu.saturated', 'cpu.single-thread'],
  decide: ({ cpu, host, processes }): Verdict => {
    const load = cpuLoad(cpu, (row) => row.contextSwitchesPerS ?? 0);
    const cpus = cpusOf(host, cpu);
    const { forksPerS: forks = 0, contextSwitchesPerS: switches = 0, systemPct: system } = load;
    const counts = [figure(load, cpuUnits, 'contextSwitchesPerS', 'host'), figure(load, cpuUnits, 'forksPerS', 'host')];
    const spare = sparePct(load);
    if (counts.every((count) => count === undefined)) return undecided('switches and forks were not read', 'vmstat 1 5; /proc/stat, twice');
    const calm = calmOf(spare, system);
    if (calm !== undefined) return ruledOut(calm, counts);
    if (cpus === undefined || spare === undefined || system === undefined)
      return undecided('how many CPUs there are was not read', 'nproc');
    const forking = forks >= FORKS_PER_CPU * cpus;
    if (!forking && switches < SWITCHES_PER_CPU * cpus) return ruledOut('few tasks are started or switched for each CPU', counts);
    const worker = forking ? forkerOf(processes, forks) : workersBy(processes, 'voluntarySwitchesPerS')[0];
    const culprit = culpritFrom(worker, processes);
    const storm = forking ? `${Math.round(forks)} processes are started` : `tasks are switched ${Math.round(switches)} times`;
    const by = culprit ? `, by ${word(culprit.process)}` : '';
    return found(
      {
        severity: spare < NO_ROOM_PCT ? 'critical' : 'warning',
        confidence: culprit ? 'certain' : 'likely',
        headline: `${storm} each second on ${figureText(cpus, 'cpus')}${by}: the kernel has ${figureText(system, 'pct')} of the time`,
        ...(culprit ? { culprit } : {}),
        advice: adviceOf(forking, culprit),
      },
      [
        forking
          ? figure(load, cpuUnits, 'forksPerS', 'host', { op: '>=', value: FORKS_PER_CPU * cpus })
          : figure(load, cpuUnits, 'contextSwitchesPerS', 'host', { op: '>=', value: SWITCHES_PER_CPU * cpus }),
        figure(load, cpuUnits, 'systemPct', 'host'),
        figure(load, cpuUnits, 'idlePct', 'host'),
        forking ? counts[0] : counts[1],
      ],
    );
  },
});

/** Why nothing suffers from them, where that is so. */
function calmOf(spare: number | undefined, system: number | undefined): string | undefined {
  if (spare !== undefined && spare > MOST_SPARE_PCT) return `the CPUs are idle or wait ${figureText(spare, 'pct')} of the time beside them`;
  if (system !== undefined && system < SYSTEM_PCT) return `the kernel has only ${figureText(system, 'pct')} of the time`;
  return undefined;
}

function adviceOf(forking: boolean, culprit: Culprit | undefined): Advice {
  return {
    summary: forking
      ? `Stop the loop that starts programs${culprit ? `: ${culprit.process}` : ': forkstat or execsnoop names it'}`
      : 'See who wakes whom so often: locks, tiny messages, polls',
    now: [
      forking
        ? {
            does: 'See what is started, and by whom',
            command: 'timeout 5 execsnoop-bpfcc || timeout 5 forkstat -e fork,exec',
            risk: 'safe',
            caution: 'as root; packages bpfcc-tools, forkstat',
          }
        : { does: 'See who switches most', command: 'pidstat -w -t 1 5', risk: 'safe' },
      ...(culprit ? yieldNow(culprit) : []),
    ],
    lasting: forking
      ? [
          {
            does: 'Replace programs that are called in a loop by what the shell or language has built in, or by one long-running process',
            risk: 'safe',
            undo: 'the old script',
          },
          { does: 'Let a loop or a check rest between rounds', risk: 'safe', undo: 'the old interval' },
        ]
      : [
          {
            does: 'Fewer threads than tasks, larger batches, no polling: each wake-up costs two switches',
            risk: 'safe',
            undo: 'the old settings',
          },
        ],
    verify: [
      forking
        ? {
            command: 'grep processes /proc/stat; sleep 10; grep processes /proc/stat',
            expect: `grows by less than ${FORKS_PER_CPU} a second for each CPU`,
          }
        : { command: 'vmstat 1 5', expect: `cs below ${SWITCHES_PER_CPU} for each CPU` },
    ],
    guard: [
      cpuGuard({
        does: 'Alert when more than a hundred processes a second are started for each CPU',
        name: 'ForkStorm',
        expr: 'rate(node_forks_total[5m]) / count by (instance, job) (node_cpu_seconds_total{mode="idle"}) > 100',
        summary: 'processes are started without end on {{ $labels.instance }}',
        risk: 'build hosts trip it while they work',
      }),
    ],
  };
}
