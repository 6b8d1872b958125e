import type { ProcessesView, ProcessView } from '../../../snapshot/views.ts';
import { windowOf } from '../../facts/doers.ts';

/** It sleeps while memory suffices; two per cent of a CPU are thousands of pages looked at in each second. */
const AT_WORK_CPU_PCT = 2;

/** kswapd where it is at work: running, waiting for its own writes, or using CPU. */
export function busyKswapd(processes: ProcessesView | undefined): ProcessView | undefined {
  return processes?.all.find(
    (process) =>
      /^\[?kswapd\d/.test(process.name) &&
      (process.state === 'R' || process.state === 'D' || (windowOf(process, processes.reports)?.cpuPct ?? 0) >= AT_WORK_CPU_PCT),
  );
}
