import type { Cites, Row } from '../../../model/evidence.ts';
import type { BlockDevice, CpuInterval, DeviceInterval, PagingInterval } from '../../../snapshot/views.ts';

/** A verdict rests on this long a piece of the window: one bad second is a flush, three are a state. */
const STRETCH_SECONDS = 3;

export function sum(...values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined);
  return known.length > 0 ? known.reduce((total, value) => total + value, 0) : undefined;
}

function greatest(...values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined);
  return known.length > 0 ? Math.max(...known) : undefined;
}

export function mean(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined);
  return known.length > 0 ? known.reduce((total, value) => total + value, 0) / known.length : undefined;
}

export function opsPerS(load: DeviceInterval): number | undefined {
  return sum(load.readOpsPerS, load.writeOpsPerS) ?? load.opsPerS;
}

export function bytesPerS(load: DeviceInterval): number | undefined {
  return sum(load.readBytesPerS, load.writeBytesPerS);
}

/** The latency of the direction that suffers most, or of both where the tool does not part them. */
export function slowestAwaitMs(load: DeviceInterval): number | undefined {
  return greatest(load.readAwaitMs, load.writeAwaitMs) ?? load.awaitMs;
}

/** Requests waiting and in service: as printed, else by Little's law from rate and latency. */
export function outstanding(load: DeviceInterval): number | undefined {
  if (load.queueLength !== undefined) return load.queueLength;
  const parted = sum(product(load.readOpsPerS, load.readAwaitMs), product(load.writeOpsPerS, load.writeAwaitMs));
  const busyMs = parted ?? product(opsPerS(load), load.awaitMs);
  return busyMs === undefined ? undefined : busyMs / 1000;
}

/** The worst few seconds of a device, as one interval; the whole window's counters where no tool gave intervals. */
export function worstStretch(device: BlockDevice, intervalSeconds: number | undefined): DeviceInterval | undefined {
  const rows = device.intervals.length > 0 ? device.intervals : device.window ? [device.window] : [];
  return worstOf(rows, stretchLength(rows.length, intervalSeconds), (row) => outstanding(row) ?? row.utilPct ?? 0, meanDevice);
}

/** The seconds in which the CPUs waited most for block devices. */
export function worstWait(intervals: readonly CpuInterval[]): CpuInterval | undefined {
  return worstOf(intervals, stretchLength(intervals.length, undefined), (row) => (row.blockedTasks ?? 0) + (row.iowaitPct ?? 0), meanCpu);
}

/** The seconds of the greatest page traffic, as `weight` counts it. */
export function worstPaging(intervals: readonly PagingInterval[], weight: (row: PagingInterval) => number): PagingInterval | undefined {
  return worstOf(intervals, stretchLength(intervals.length, undefined), weight, meanPaging);
}

function stretchLength(count: number, intervalSeconds: number | undefined): number {
  const wanted = Math.ceil(STRETCH_SECONDS / Math.max(intervalSeconds ?? 1, 0.1));
  return Math.max(1, Math.min(wanted, count));
}

function worstOf<T extends Row>(
  rows: readonly T[],
  length: number,
  weight: (row: T) => number,
  merge: (rows: readonly [T, ...T[]]) => T,
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

function meanDevice(rows: readonly [DeviceInterval, ...DeviceInterval[]]): DeviceInterval {
  return {
    cites: citesOfRows(rows),
    ...means(rows, [
      'opsPerS',
      'readOpsPerS',
      'writeOpsPerS',
      'readBytesPerS',
      'writeBytesPerS',
      'flushOpsPerS',
      'queueLength',
      'utilPct',
      'inFlight',
    ]),
    ...given(
      'readAwaitMs',
      weighted(
        rows,
        (row) => row.readAwaitMs,
        (row) => row.readOpsPerS,
      ),
    ),
    ...given(
      'writeAwaitMs',
      weighted(
        rows,
        (row) => row.writeAwaitMs,
        (row) => row.writeOpsPerS,
      ),
    ),
    ...given(
      'awaitMs',
      weighted(rows, (row) => row.awaitMs, opsPerS),
    ),
    ...given(
      'flushAwaitMs',
      weighted(
        rows,
        (row) => row.flushAwaitMs,
        (row) => row.flushOpsPerS,
      ),
    ),
  };
}

function meanCpu(rows: readonly [CpuInterval, ...CpuInterval[]]): CpuInterval {
  return {
    cites: citesOfRows(rows),
    ...means(rows, [
      'userPct',
      'systemPct',
      'idlePct',
      'iowaitPct',
      'stealPct',
      'softirqPct',
      'hardirqPct',
      'runnableTasks',
      'blockedTasks',
      'contextSwitchesPerS',
    ]),
  };
}

function meanPaging(rows: readonly [PagingInterval, ...PagingInterval[]]): PagingInterval {
  return {
    cites: citesOfRows(rows),
    ...means(rows, ['swapInBytesPerS', 'swapOutBytesPerS', 'blockInBytesPerS', 'blockOutBytesPerS', 'majorFaultsPerS']),
  };
}

/** Latency of many intervals is the latency of their requests, so a second of three requests does not outvote one of a thousand. */
function weighted(
  rows: readonly DeviceInterval[],
  value: (row: DeviceInterval) => number | undefined,
  weight: (row: DeviceInterval) => number | undefined,
): number | undefined {
  let total = 0;
  let weights = 0;
  for (const row of rows) {
    const figure = value(row);
    const ops = weight(row);
    if (figure === undefined || ops === undefined) continue;
    total += figure * ops;
    weights += ops;
  }
  return weights > 0 ? total / weights : mean(rows.map(value));
}

function means<T, K extends keyof T & string>(rows: readonly T[], fields: readonly K[]): { [F in K]?: number } {
  const result: { [F in K]?: number } = {};
  for (const field of fields) {
    const value = mean(rows.map((row) => row[field] as number | undefined));
    if (value !== undefined) result[field] = value;
  }
  return result;
}

function given<K extends string>(field: K, value: number | undefined): { [F in K]?: number } {
  return (value === undefined ? {} : { [field]: value }) as { [F in K]?: number };
}

function product(left: number | undefined, right: number | undefined): number | undefined {
  return left === undefined || right === undefined ? undefined : left * right;
}

function citesOfRows(rows: readonly [Row, ...Row[]]): Cites {
  const [first, ...rest] = rows.flatMap((row) => row.cites);
  return first ? [first, ...rest] : rows[0].cites;
}
