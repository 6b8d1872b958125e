import type { CauseId } from '../../model/cause.ts';
import { figure } from '../../snapshot/cite.ts';
import { type ProcessView, processUnits, type Views } from '../../snapshot/views.ts';
import { middleBy } from './middle.ts';
import { type Suspicion, suspicion } from './suspicion.ts';

/** One thread that fills its CPU shows 100 %; several hundred is a program that uses what it was given. */
const ONE_THREAD_PCT = { from: 90, to: 110 };
const KERNEL_WORKER_PCT = 20;

/** What to look at for a kernel thread that is busy, by what it does. */
const WORKER_CAUSES: readonly (readonly [RegExp, CauseId])[] = [
  [/^\[?ksoftirqd/, 'cpu.softirq'],
  [/^\[?kswapd/, 'mem.exhausted'],
  [/^\[?(khugepaged|kcompactd)/, 'mem.thp-stall'],
];

export function processSuspicions({ processes }: Views): readonly Suspicion[] {
  return (processes?.all ?? []).flatMap((process) => suspicionOf(process, processes?.reports) ?? []).slice(0, 3);
}

function suspicionOf(process: ProcessView, reports: number | undefined): Suspicion | undefined {
  // Samplers leave a process out of a report in which it did nothing.
  const idleReports = Math.max(0, (reports ?? 0) - process.intervals.length);
  const row = middleBy(process.intervals, ({ cpuPct }) => cpuPct, idleReports);
  const cpuPct = row?.cpuPct;
  if (!row || cpuPct === undefined) return undefined;
  const shown = figure(row, processUnits, 'cpuPct', `pid ${process.pid} (${process.name})`);
  const worker = WORKER_CAUSES.find(([name]) => name.test(process.name));
  if (worker && cpuPct >= KERNEL_WORKER_PCT) {
    return suspicion(worker[1], `${process.name} takes ${Math.round(cpuPct)} % of a CPU`, 'vmstat 1 5 and /proc/vmstat, read twice', shown);
  }
  if (cpuPct < ONE_THREAD_PCT.from || cpuPct > ONE_THREAD_PCT.to) return undefined;
  return suspicion('cpu.single-thread', `${process.name} fills one CPU`, 'pidstat -u -t 1 5', shown);
}
