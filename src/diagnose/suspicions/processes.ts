import type { CauseId } from '../../model/cause.ts';
import { figure } from '../../snapshot/cite.ts';
import { processUnits, type Views } from '../../snapshot/views.ts';
import { type Suspicion, suspicion } from './suspicion.ts';

/** One thread that fills its CPU shows 100 %; several hundred is a program that uses what it was given. */
const ONE_THREAD_PCT = { from: 90, to: 110 };
const KERNEL_WORKERS = /^\[?(kswapd|khugepaged|kcompactd|ksoftirqd)/;
const KERNEL_WORKER_PCT = 20;

export function processSuspicions({ processes }: Views): readonly Suspicion[] {
  return (processes?.all ?? [])
    .flatMap((process) => {
      const row = process.intervals.find((each) => each.cpuPct !== undefined);
      const cpuPct = row?.cpuPct ?? 0;
      const subject = `pid ${process.pid} (${process.name})`;
      if (row && KERNEL_WORKERS.test(process.name) && cpuPct >= KERNEL_WORKER_PCT) {
        const cause: CauseId = /ksoftirqd/.test(process.name)
          ? 'cpu.softirq'
          : /kswapd/.test(process.name)
            ? 'mem.exhausted'
            : 'mem.thp-stall';
        return [
          suspicion(
            cause,
            `${process.name} takes ${Math.round(cpuPct)} % of a CPU`,
            'vmstat 1 5 and /proc/vmstat, read twice',
            figure(row, processUnits, 'cpuPct', subject),
          ),
        ];
      }
      if (row && cpuPct >= ONE_THREAD_PCT.from && cpuPct <= ONE_THREAD_PCT.to) {
        return [
          suspicion(
            'cpu.single-thread',
            `${process.name} fills one CPU`,
            'pidstat -u -t 1 5',
            figure(row, processUnits, 'cpuPct', subject),
          ),
        ];
      }
      return [];
    })
    .slice(0, 3);
}
