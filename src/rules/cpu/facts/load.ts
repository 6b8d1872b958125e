import { mergeRows } from '../../../snapshot/rows.ts';
import type { CpuInterval, CpuView, HostView } from '../../../snapshot/views.ts';
import { worstCpu } from '../../facts/stretch.ts';

/**
 * What the CPUs did, as one row: the kernel's counters over the window where both ends were read, since vmstat folds interrupts
 * into system time; else the ten seconds in which `weight` was greatest. Tasks are of the samplers: a counter's end is one moment.
 */
export function cpuLoad(cpu: CpuView, weight: (row: CpuInterval) => number): CpuInterval {
  const stretch = worstCpu(cpu, weight) ?? cpu.intervals[0];
  if (cpu.window === undefined) return stretch;
  const { runnableTasks: _running, blockedTasks: _blocked, ...shares } = cpu.window;
  return mergeRows<CpuInterval>(shares, stretch, cpu.window);
}

/** What is left for others to run in: a CPU that waits for I/O is free. */
export function sparePct({ idlePct, iowaitPct }: CpuInterval): number | undefined {
  return idlePct === undefined ? undefined : idlePct + (iowaitPct ?? 0);
}

/** Less spare time weighs more. */
export function leastSpare(row: CpuInterval): number {
  return -(sparePct(row) ?? 100);
}

export function interruptPct({ softirqPct, hardirqPct }: CpuInterval): number | undefined {
  return softirqPct === undefined && hardirqPct === undefined ? undefined : (softirqPct ?? 0) + (hardirqPct ?? 0);
}

/** How many CPUs there are, where anything told it: it is never assumed. */
export function cpusOf(host: HostView | undefined, cpu: CpuView): number | undefined {
  return host?.cpus ?? cpu.perCpu?.length;
}
