import type { FigureItem } from '../../model/evidence.ts';
import { figureText } from '../../model/figure-text.ts';
import type { Advice, Verdict } from '../../model/finding.ts';
import { figure } from '../../snapshot/cite.ts';
import { type InterruptSource, type InterruptsView, interruptUnits } from '../../snapshot/views/interrupts.ts';
import { type NetworkView, type SoftnetFigures, softnetUnits } from '../../snapshot/views/network.ts';
import type { PerfSymbol } from '../../snapshot/views/perf.ts';
import { type CpuView, cpuUnits, type SingleCpu } from '../../snapshot/views.ts';
import { found, ruledOut, undecided } from '../facts/verdict.ts';
import { word } from '../facts/words.ts';
import { defineRule } from '../rule.ts';
import { cpuGuard } from './advice/work.ts';
import { functionFigures, hotFunctions, isLock } from './facts/functions.ts';
import { cpuLoad, interruptPct } from './facts/load.ts';
import { kernelWorkers, type Worker, workerFigure } from './facts/workers.ts';

/** A fifth of all CPUs: what a busy router or load balancer plans for; others have 0 to 5. */
const ALL_PCT = 20;
/** Half of all CPUs: packets wait and are dropped. */
const CRITICAL_PCT = 50;
/** One CPU that serves interrupts four fifths of the time has no room for a burst. */
const ONE_CPU_PCT = 80;
/** The kernel moves soft interrupts into ksoftirqd when they come faster than they are served. */
const KSOFTIRQD_PCT = 80;
/** Packets that came and were thrown away because the CPU did not get to them in time; a CPU with time to spare drops none. */
const DROPS_PER_S = 1;
/** Interrupts, as a mean, below which a busy ksoftirqd is busy with something that nobody counts as such. */
const ANY_PCT = 0.5;

/**
 * cpu.softirq: work for interrupts takes a CPU, or a large part of all.
 *
 * Found      20 % or more of all CPU time is soft or hard interrupts, or 80 % of one CPU, or its ksoftirqd runs 80 % of the time
 * Ruled out  less than that
 * Why        a device's interrupts go to one CPU unless they are spread; what comes faster waits in ksoftirqd, and then is dropped
 * Certain    the shares are the kernel's own; which device raises them is told by /proc/interrupts only
 * Misses     kernels without the accounting of interrupt time, where it stands in system time or nowhere
 * Reference  https://docs.kernel.org/networking/scaling.html
 */
export const cpuSoftirq = defineRule({
  cause: 'cpu.softirq',
  needs: ['cpu'],
  uses: ['processes', 'perf', 'interrupts', 'network'],
  explains: ['cpu.saturated', 'cpu.system-time', 'cpu.single-thread'],
  decide: ({ cpu, processes, perf, interrupts, network }): Verdict => {
    const load = cpuLoad(cpu, (row) => interruptPct(row) ?? 0);
    const all = interruptPct(load);
    const busiest = busiestCpu(cpu);
    const [thread] = kernelWorkers(processes).filter(({ process }) => /^ksoftirqd/.test(process.name));
    const held = thread && thread.total >= KSOFTIRQD_PCT && (all ?? ANY_PCT) >= ANY_PCT ? thread : undefined;
    const onOne = busiest && busiest.pct >= ONE_CPU_PCT ? busiest : undefined;
    if (all === undefined && held === undefined) return undecided('the time of interrupts was not read', 'mpstat -P ALL 1 5');
    const shares = [
      busiest && figure(busiest.cpu, cpuUnits, busiest.field, `CPU ${busiest.cpu.cpu}`),
      figure(load, cpuUnits, 'softirqPct', 'host'),
      figure(load, cpuUnits, 'hardirqPct', 'host'),
    ];
    const onAll = (all ?? 0) >= ALL_PCT;
    if (!(onAll || onOne || held)) return ruledOut(`interrupts take ${figureText(all ?? 0, 'pct')} of the CPU time`, shares);
    const functions = hotFunctions(perf);
    const lock = functions.find(isLock);
    const device = raisedBy(interrupts, 'device');
    const soft = raisedBy(interrupts, 'soft');
    const dropping = droppingCpu(network);
    return found(
      {
        severity: (all ?? 0) >= CRITICAL_PCT ? 'critical' : 'warning',
        confidence: onAll || onOne ? 'certain' : 'likely',
        headline: headlineOf({ all, onOne, held, lock, device, soft, dropping }),
        advice: adviceOf(lock),
      },
      [
        held && workerFigure(held, 'cpuPct'),
        ...shares,
        dropping && figure(dropping, softnetUnits, 'droppedPerS', `CPU ${dropping.cpu}`, { op: '>=', value: DROPS_PER_S }),
        ...functionFigures(functions),
        ...raised(soft),
        ...raised(device),
        figure(load, cpuUnits, 'idlePct', 'host'),
      ],
    );
  },
});

function headlineOf(seen: {
  readonly all: number | undefined;
  readonly onOne: Busiest | undefined;
  readonly held: Worker | undefined;
  readonly lock: PerfSymbol | undefined;
  readonly device: InterruptSource | undefined;
  readonly soft: InterruptSource | undefined;
  readonly dropping: SoftnetFigures | undefined;
}): string {
  const parts = [
    seen.onOne && `${figureText(seen.onOne.pct, 'pct')} of CPU ${seen.onOne.cpu.cpu}`,
    seen.all === undefined ? undefined : `${figureText(seen.all, 'pct')} of all CPU time`,
    seen.held && `${word(seen.held.process.name)} runs ${figureText(seen.held.total, 'pct')} of the time`,
    seen.soft &&
      `most are ${seen.soft.name}${seen.device ? `, beside interrupts of ${word(seen.device.name)} on CPU ${seen.device.busiestCpu}` : ''}`,
    seen.dropping && `CPU ${seen.dropping.cpu} drops packets, ${figureText(seen.dropping.droppedPerS ?? 0, '/s')}`,
    seen.lock && `${figureText(seen.lock.selfPct ?? 0, 'pct')} of it waits for a lock (${word(seen.lock.symbol)})`,
  ];
  return `Interrupts take ${parts.filter((part) => part !== undefined).join('; ')}`;
}

/** A timer ticks on every CPU whatever happens, and a scheduler's or RCU's soft interrupt follows it: they raise nothing. */
const HOUSEKEEPING = /^(?:TIMER|HRTIMER|SCHED|RCU)$/;

/** What was raised most often over the window: a device, or a kind of soft interrupt. */
function raisedBy(interrupts: InterruptsView | undefined, kind: InterruptSource['kind']): InterruptSource | undefined {
  return interrupts?.sources.find((source) => source.kind === kind && (source.perS ?? 0) > 0 && !HOUSEKEEPING.test(source.name));
}

function raised(source: InterruptSource | undefined): readonly (FigureItem | undefined)[] {
  if (source === undefined) return [];
  return [figure(source, interruptUnits, 'perS', word(source.name)), figure(source, interruptUnits, 'busiestCpuPerS', word(source.name))];
}

/** The CPU that loses most packets to want of time; a round that is cut short loses none. */
function droppingCpu(network: NetworkView | undefined): SoftnetFigures | undefined {
  const all = network?.softnet.filter(({ droppedPerS }) => (droppedPerS ?? 0) >= DROPS_PER_S) ?? [];
  return all.toSorted((left, right) => (right.droppedPerS ?? 0) - (left.droppedPerS ?? 0))[0];
}

interface Busiest {
  readonly cpu: SingleCpu;
  readonly pct: number;
  /** Which of the two has more. */
  readonly field: 'softirqPct' | 'hardirqPct';
}

function busiestCpu({ perCpu = [] }: CpuView): Busiest | undefined {
  const known = perCpu.flatMap((cpu) => {
    const pct = interruptPct(cpu);
    return pct === undefined
      ? []
      : [{ cpu, pct, field: (cpu.hardirqPct ?? 0) > (cpu.softirqPct ?? 0) ? 'hardirqPct' : 'softirqPct' } as const];
  });
  return known.toSorted((left, right) => right.pct - left.pct)[0];
}

function adviceOf(lock: PerfSymbol | undefined): Advice {
  const spread: Advice['lasting'] = [
    {
      does: 'Spread the packets of a network card over the CPUs by software (RPS), where it has one queue',
      command: 'echo f > /sys/class/net/IFACE/queues/rx-0/rps_cpus',
      risk: 'safe',
      caution: 'the mask is of CPUs, f for the first four; every queue has a file of its own',
      undo: 'echo 0 > /sys/class/net/IFACE/queues/rx-0/rps_cpus',
    },
    {
      does: 'Use as many queues of the card as there are CPUs, and let irqbalance spread them',
      command: 'ethtool -L IFACE combined COUNT',
      risk: 'disruptive',
      caution: 'the link may go down for a second',
      undo: 'ethtool -L IFACE combined with the old count (ethtool -l IFACE shows it before)',
    },
  ];
  const fewer: Advice['lasting'] = [
    {
      does: 'Take the lock out of the path of each packet: the rule, limit or hook that takes it. Spreading the interrupts makes it worse',
      risk: 'disruptive',
      undo: 'put it back',
    },
  ];
  return {
    summary: lock
      ? 'The CPUs fight for a lock: find what takes it for each packet'
      : 'See which device raises them, and spread its interrupts',
    now: [
      { does: 'See which device raises interrupts, and on which CPU', command: 'watch -n1 -d cat /proc/interrupts', risk: 'safe' },
      { does: 'See which kind of work it is', command: 'watch -n1 -d cat /proc/softirqs', risk: 'safe' },
      { does: 'See in which function the time goes', command: 'perf top -g', risk: 'safe', caution: 'as root' },
    ],
    lasting: lock ? fewer : spread,
    verify: [{ command: 'mpstat -P ALL 1 5', expect: `%soft and %irq of no CPU above ${ONE_CPU_PCT}, of all below ${ALL_PCT}` }],
    guard: [
      cpuGuard({
        does: 'Alert when one CPU serves interrupts four fifths of the time',
        name: 'CpuInterrupts',
        expr: 'sum by (instance, cpu) (rate(node_cpu_seconds_total{mode=~"softirq|irq"}[5m])) > 0.8',
        summary: 'CPU {{ $labels.cpu }} of {{ $labels.instance }} serves interrupts only',
        risk: 'hosts that set CPUs apart for packets trip it by intent',
      }),
    ],
  };
}
