import type { ProcessesView, ProcessView } from '../../../snapshot/views.ts';
import { isKernelThread, windowOf } from '../../facts/doers.ts';

/** Millions of names a minute take most of a CPU; whoever has less does not make them alone. */
const MAKER_CPU_PCT = 30;

/** Who makes the objects while they grow: the busiest program, where it is busy enough for that. */
export function makerOf(processes: ProcessesView | undefined): ProcessView | undefined {
  const busy = (process: ProcessView) => windowOf(process, processes?.reports)?.cpuPct ?? 0;
  const [first] = (processes?.all ?? []).filter((process) => !isKernelThread(process)).toSorted((left, right) => busy(right) - busy(left));
  return first && busy(first) >= MAKER_CPU_PCT ? first : undefined;
}
