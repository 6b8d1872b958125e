import { figureText } from '../../model/figure-text.ts';
import type { Advice, Verdict } from '../../model/finding.ts';
import { figure } from '../../snapshot/cite.ts';
import { type ThreadsView, type ThreadView, threadUnits } from '../../snapshot/views/threads.ts';
import { cpuUnits, type ProcessesView } from '../../snapshot/views.ts';
import { found, ruledOut, undecided } from '../facts/verdict.ts';
import { subjectOf } from '../facts/waits.ts';
import { word } from '../facts/words.ts';
import { defineRule } from '../rule.ts';
import { cpuGuard, yieldNow } from './advice/work.ts';
import { cpuLoad, leastSpare, sparePct } from './facts/load.ts';
import { culpritFrom, type Worker, workerFigure, workersBy } from './facts/workers.ts';

/** A thread that runs all the time loses a few per cent to others on its CPU, and a sampler rounds. */
const WHOLE_CPU_PCT = 90;
/** A process of this much may have one thread only: more is surely of several. */
const ONE_THREAD_PCT = 110;
/** A quarter of the host lies idle beside it: then room is not what is missing. */
const ROOM_PCT = 25;

/**
 * cpu.single-thread: one thread runs all the time, and the other CPUs cannot help it.
 *
 * Found      a thread, or a process of about 100 %, has a whole CPU for the window while a quarter of the host or more is idle
 * Ruled out  nobody has a whole CPU, or the host has no room left (then it is cpu.saturated)
 * Why        a thread is on one CPU at a time: at 100 % it is as fast as it can be, whatever is idle beside it
 * Certain    threads were read (pidstat -t, top -H); a process of 100 % may still be two threads that take turns
 * Misses     one that waits half the time for a single lock or for another single thread; threads of the kernel
 * Reference  https://www.brendangregg.com/usemethod.html
 */
export const singleThread = defineRule({
  cause: 'cpu.single-thread',
  needs: ['cpu', 'processes'],
  uses: ['threads'],
  explains: [],
  decide: ({ cpu, processes, threads }): Verdict => {
    const load = cpuLoad(cpu, leastSpare);
    const spare = sparePct(load);
    const idle = figure(load, cpuUnits, 'idlePct', 'host');
    if (spare === undefined) return undecided('how much of the CPUs is idle was not read', 'vmstat 1 5');
    if (spare < ROOM_PCT) return ruledOut(`the CPUs as a whole have only ${figureText(spare, 'pct')} left`, [idle]);
    const workers = workersBy(processes, 'cpuPct').map(alone);
    if (workers.length === 0 && threads === undefined) return undecided('the CPU time of processes was not read', 'pidstat -t 1 5');
    const hot = workers.find((worker) => hasOneCpu(worker, threads));
    const thread = hot ? hotThread(hot, threads) : hotterThan(threads, processes);
    if (hot === undefined && thread === undefined) {
      return ruledOut('nobody has a whole CPU for itself', [workers[0] && workerFigure(workers[0], 'cpuPct'), idle]);
    }
    const owner = hot ?? workers.find(({ process }) => process.pid === thread?.pid);
    const culprit = culpritFrom(owner, processes);
    const name = word(owner?.process.name ?? thread?.name ?? 'one thread');
    const pct = thread?.cpuPct ?? owner?.total ?? 0;
    return found(
      {
        severity: 'warning',
        confidence: thread ? 'certain' : 'likely',
        headline: `One thread of ${name} has a whole CPU (${figureText(pct, 'pct')}) while ${figureText(spare, 'pct')} of the host is idle`,
        ...(owner ? { subject: { kind: 'process', name: subjectOf(owner.process) } } : {}),
        ...(culprit ? { culprit } : {}),
        advice: adviceOf(name, owner?.process.pid, yieldNow(culprit)),
      },
      [
        thread && figure(thread, threadUnits, 'cpuPct', `thread ${thread.tid} (${word(thread.name)})`, { op: '>=', value: WHOLE_CPU_PCT }),
        owner && workerFigure(owner, 'cpuPct'),
        idle,
        owner && workerFigure(owner, 'systemPct'),
      ],
    );
  },
});

/** Several processes of one family are several threads: each is looked at by itself. */
function alone(worker: Worker): Worker {
  return { ...worker, members: [worker.process], total: worker.row.cpuPct ?? 0 };
}

function hasOneCpu({ process, total }: Worker, threads: ThreadsView | undefined): boolean {
  if (total < WHOLE_CPU_PCT || total > ONE_THREAD_PCT) return false;
  const own = threads?.all.filter(({ pid }) => pid === process.pid) ?? [];
  return own.length === 0 || own.some(isHot);
}

function hotThread({ process }: Worker, threads: ThreadsView | undefined): ThreadView | undefined {
  return threads?.all.find((thread) => thread.pid === process.pid && isHot(thread));
}

/** One thread of a process that uses more than one CPU. */
function hotterThan(threads: ThreadsView | undefined, processes: ProcessesView): ThreadView | undefined {
  return threads?.all.find((thread) => isHot(thread) && processes.byPid.get(thread.pid ?? thread.tid)?.kernelThread !== true);
}

function isHot({ cpuPct }: ThreadView): boolean {
  return (cpuPct ?? 0) >= WHOLE_CPU_PCT;
}

function adviceOf(name: string, pid: number | undefined, pause: Advice['now']): Advice {
  const look: Advice['now'] =
    pid === undefined
      ? []
      : [
          {
            does: `See in which function ${name} spends its time`,
            command: `perf top -p ${pid}`,
            risk: 'safe',
            caution: 'as root; a stack dump of its runtime (jstack, py-spy dump) says the same without perf',
          },
        ];
  return {
    summary: `More CPUs do not help: see what ${name} does in that thread`,
    now: [...look, ...pause.filter(({ risk }) => risk === 'disruptive')],
    lasting: [
      { does: 'Part the work among several workers or threads where the program can', risk: 'safe', undo: 'the old count' },
      { does: 'Use a faster CPU rather than more of them', risk: 'disruptive', caution: 'costs money', undo: 'go back to the old machine' },
      {
        does: 'Mend it where it spins without end: a loop without a sleep, a poll that returns at once',
        risk: 'safe',
        undo: 'the old version',
      },
    ],
    verify: [
      { command: pid === undefined ? 'pidstat -t 1 5' : `pidstat -t -p ${pid} 1 5`, expect: `no thread above ${WHOLE_CPU_PCT} %CPU` },
    ],
    guard: [
      cpuGuard({
        does: 'Alert when one CPU is full for half an hour while the host has room',
        name: 'OneCpuFull',
        expr: 'max by (instance, cpu) (1 - rate(node_cpu_seconds_total{mode="idle"}[10m])) > 0.95',
        holds: '30m',
        summary: 'CPU {{ $labels.cpu }} of {{ $labels.instance }} is full',
        risk: 'trips only where the thread stays on one CPU, as the scheduler may move it; batch work trips it too',
      }),
    ],
  };
}
