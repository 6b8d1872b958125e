import { figureText } from '../../model/figure-text.ts';
import type { Advice, Confidence, Culprit, Verdict } from '../../model/finding.ts';
import { figure } from '../../snapshot/cite.ts';
import type { PerfSymbol } from '../../snapshot/views/perf.ts';
import { type CpuInterval, cpuUnits, type ProcessesView } from '../../snapshot/views.ts';
import { found, ruledOut, undecided } from '../facts/verdict.ts';
import { word } from '../facts/words.ts';
import { defineRule } from '../rule.ts';
import { cpuGuard, yieldNow } from './advice/work.ts';
import { functionFigures, hotFunctions, isLock } from './facts/functions.ts';
import { cpuLoad, cpusOf, interruptPct, sparePct } from './facts/load.ts';
import { culpritFrom, kernelWorkers, takes, type Worker, workerFigure, workersBy } from './facts/workers.ts';

/** Three tenths of all CPUs in the kernel: servers that do much I/O and networking have 5 to 20. */
const SYSTEM_PCT = 30;
/** With less than this left, the kernel's work is what everything waits for. */
const NO_ROOM_PCT = 10;
/** A whole CPU of a host that has many: a thread of the kernel that never comes to rest. */
const WHOLE_CPU_PCT = 100;
/** A process with half of the kernel's time is whom it works for. */
const MAIN_PART = 0.5;

/**
 * cpu.system-time: the kernel itself, not programs, uses the CPUs.
 *
 * Found      30 % or more of all CPU time is system time and more than programs have, or threads of the kernel have a whole CPU
 * Ruled out  less than that, or interrupts have more of it (cpu.softirq)
 * Why        programs pay for system calls, faults and locks in system time; where it outweighs their own work, they mostly pay
 * Certain    a process with half of it, or a function of the kernel from a profile, is named
 * Misses     which system call it is: that needs perf or strace
 * Reference  https://www.brendangregg.com/perf.html
 */
export const systemTime = defineRule({
  cause: 'cpu.system-time',
  needs: ['cpu'],
  uses: ['host', 'processes', 'perf'],
  explains: ['cpu.saturated', 'cpu.single-thread'],
  decide: ({ cpu, host, processes, perf }): Verdict => {
    const load = cpuLoad(cpu, (row) => row.systemPct ?? 0);
    const { systemPct: system, userPct: user = 0 } = load;
    if (system === undefined) return undecided('system time was not read', 'vmstat 1 5');
    const threads = kernelWorkers(processes).filter(({ process }) => !/^ksoftirqd/.test(process.name));
    const threadsPct = threads.reduce((sum, { total }) => sum + total, 0);
    const dominates = system >= SYSTEM_PCT && system > user;
    const halves = `the kernel has ${figureText(system, 'pct')} of the CPU time, programs ${figureText(user, 'pct')}`;
    if (!dominates && threadsPct < WHOLE_CPU_PCT) {
      return ruledOut(halves, [figure(load, cpuUnits, 'systemPct', 'host'), figure(load, cpuUnits, 'userPct', 'host')]);
    }
    const interrupts = interruptPct(load) ?? 0;
    if (interrupts > system) {
      return ruledOut(
        `interrupts have ${figureText(interrupts, 'pct')} of the CPU time, the rest of the kernel ${figureText(system, 'pct')}`,
      );
    }
    const functions = hotFunctions(perf);
    const worker = dominates ? mainWorker(load, cpusOf(host, cpu), processes) : undefined;
    const culprit = culpritFrom(worker, processes);
    const workers = `${threads.length} of its own threads have ${figureText(threadsPct / 100, 'cpus')}`;
    return found(
      {
        severity: (sparePct(load) ?? 100) < NO_ROOM_PCT ? 'critical' : 'warning',
        confidence: confidenceOf(worker, functions, dominates),
        headline: `${halves.replace('the', 'The')}; ${dominates ? whoOf(worker, functions) : workers}`,
        ...(culprit ? { culprit } : {}),
        advice: adviceOf(culprit, functions),
      },
      [
        figure(load, cpuUnits, 'systemPct', 'host', dominates ? { op: '>=', value: SYSTEM_PCT } : undefined),
        figure(load, cpuUnits, 'userPct', 'host'),
        worker && (workerFigure(worker, 'systemPct') ?? workerFigure(worker, 'cpuPct')),
        ...functionFigures(functions),
        ...(dominates ? [] : threads.slice(0, 3).map((thread) => workerFigure(thread, 'cpuPct'))),
        figure(load, cpuUnits, 'idlePct', 'host'),
        figure(load, cpuUnits, 'contextSwitchesPerS', 'host'),
      ],
    );
  },
});

function confidenceOf(worker: Worker | undefined, functions: readonly PerfSymbol[], dominates: boolean): Confidence {
  if (worker || functions.length > 0) return 'certain';
  return dominates ? 'likely' : 'possible';
}

/** Whom the kernel works for, where one has the main part: by system time, else by all CPU time that a tool did not part. */
function mainWorker(load: CpuInterval, cpus: number | undefined, processes: ProcessesView | undefined): Worker | undefined {
  const bySystem = workersBy(processes, 'systemPct');
  const parted = bySystem.length > 0;
  const [first] = parted ? bySystem : workersBy(processes, 'cpuPct');
  const pct = (load.systemPct ?? 0) + (parted ? 0 : (load.userPct ?? 0));
  if (first === undefined || cpus === undefined) return undefined;
  return first.total >= MAIN_PART * pct * cpus ? first : undefined;
}

function whoOf(worker: Worker | undefined, functions: readonly PerfSymbol[]): string {
  const [hot] = functions;
  const where = hot ? `, mostly in ${word(hot.symbol)}` : '';
  return worker
    ? `${takes(worker)}${where}`
    : hot
      ? `${figureText(hot.selfPct ?? 0, 'pct')} of it in ${word(hot.symbol)}`
      : 'no process stands out';
}

function adviceOf(culprit: Culprit | undefined, functions: readonly PerfSymbol[]): Advice {
  const pid = culprit?.pid;
  const of = pid === undefined ? '-a' : `-p ${pid}`;
  const lock = functions.find(isLock);
  return {
    summary: lock
      ? `Many CPUs wait for one lock (${word(lock.symbol)}): let fewer of them do it at once`
      : `See what the kernel does for ${culprit?.process ?? 'them'}: perf tells the function`,
    now: [
      {
        does: 'See in which function of the kernel the time goes',
        command: `perf record -g ${of} -- sleep 5; perf report --no-children --stdio`,
        risk: 'safe',
        caution: 'as root; writes perf.data where it is run',
      },
      ...(pid === undefined
        ? []
        : [
            {
              does: 'Count its system calls for five seconds',
              command: `timeout 5 strace -c -f -p ${pid}`,
              risk: 'disruptive' as const,
              caution: 'it runs several times slower meanwhile',
            },
          ]),
      ...(culprit ? yieldNow(culprit) : []),
    ],
    lasting: [
      { does: 'Let it do more with each system call: larger buffers, batches, fewer polls', risk: 'safe', undo: 'the old settings' },
      ...(lock
        ? [{ does: 'Fewer threads on the same lock, or a kernel in which it was parted', risk: 'safe' as const, undo: 'the old count' }]
        : []),
    ],
    verify: [{ command: 'vmstat 1 5', expect: `sy below ${SYSTEM_PCT} and below us` }],
    guard: [
      cpuGuard({
        does: 'Alert when the kernel has a third of the CPU time',
        name: 'CpuSystemTimeHigh',
        expr: 'avg by (instance) (rate(node_cpu_seconds_total{mode="system"}[5m])) > 0.33',
        summary: 'the kernel uses the CPUs of {{ $labels.instance }}',
        risk: 'routers and file servers may live there: raise it for them',
      }),
    ],
  };
}
