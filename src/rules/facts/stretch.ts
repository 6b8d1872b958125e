import type { Row } from '../../model/evidence.ts';
import type { BlockDevice, CpuInterval, CpuView, DeviceInterval, PagingInterval, PagingView } from '../../snapshot/views.ts';
import { outstanding } from './device-figures.ts';
import { meanCpu, meanDevice, meanPaging, type Rows } from './means.ts';

/** A verdict rests on this long a piece of the window: one bad second is a flush, three are a state. */
const STRETCH_SECONDS = 3;

/** The worst few seconds of a device, as one interval; the whole window's counters where no tool gave intervals. */
export function worstStretch(device: BlockDevice, intervalSeconds: number | undefined): DeviceInterval | undefined {
  const rows = device.intervals.length > 0 ? device.intervals : device.window ? [device.window] : [];
  return worstOf(rows, stretchLength(rows.length, intervalSeconds), (row) => outstanding(row) ?? row.utilPct ?? 0, meanDevice);
}

/** The seconds in which the CPUs waited most for block devices. */
export function worstWait({ intervals, intervalSeconds }: CpuView): CpuInterval | undefined {
  const length = stretchLength(intervals.length, intervalSeconds);
  return worstOf(intervals, length, (row) => (row.blockedTasks ?? 0) + (row.iowaitPct ?? 0), meanCpu);
}

/** A busy CPU is felt as long as the window: what compiles or starts for three seconds is no state. */
const CPU_STRETCH_SECONDS = 10;

/** The ten seconds of the CPUs in which a figure weighed most; the whole of what is shorter. */
export function worstCpu({ intervals, intervalSeconds }: CpuView, weight: (row: CpuInterval) => number): CpuInterval | undefined {
  return worstOf(intervals, stretchLength(intervals.length, intervalSeconds, CPU_STRETCH_SECONDS), weight, meanCpu);
}

/** The seconds of the greatest page traffic, as `weight` counts it. */
export function worstPaging(
  { intervals, intervalSeconds }: PagingView,
  weight: (row: PagingInterval) => number,
): PagingInterval | undefined {
  return worstOf(intervals, stretchLength(intervals.length, intervalSeconds), weight, meanPaging);
}

function stretchLength(count: number, intervalSeconds: number | undefined, seconds = STRETCH_SECONDS): number {
  const wanted = Math.ceil(seconds / Math.max(intervalSeconds ?? 1, 0.1));
  return Math.max(1, Math.min(wanted, count));
}

function worstOf<T extends Row>(
  rows: readonly T[],
  length: number,
  weight: (row: T) => number,
  merge: (rows: Rows<T>) => T,
): T | undefined {
  let worst: readonly T[] = [];
  let worstWeight = Number.NEGATIVE_INFINITY;
  for (let start = 0; start + length <= rows.length; start += 1) {
    const stretch = rows.slice(start, start + length);
    const total = stretch.reduce((sumSoFar, row) => sumSoFar + weight(row), 0);
    if (total > worstWeight) [worst, worstWeight] = [stretch, total];
  }
  const [first, ...rest] = worst;
  if (first === undefined) return undefined;
  return rest.length === 0 ? first : merge([first, ...rest]);
}
