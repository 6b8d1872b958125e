import type { Row } from '../../model/evidence.ts';
import { present } from '../../snapshot/present.ts';
import { citesOfAll } from '../../snapshot/rows.ts';
import type { CpuInterval, DeviceInterval, PagingInterval } from '../../snapshot/views.ts';
import { opsPerS } from './device-figures.ts';

/** At least one row, which several become. */
export type Rows<T extends Row> = readonly [T, ...T[]];

/** Of those that are known. */
export function mean(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined);
  return known.length > 0 ? known.reduce((total, value) => total + value, 0) / known.length : undefined;
}

const DEVICE_RATES = [
  'opsPerS',
  'readOpsPerS',
  'writeOpsPerS',
  'readBytesPerS',
  'writeBytesPerS',
  'flushOpsPerS',
  'queueLength',
  'utilPct',
  'inFlight',
] as const;

export function meanDevice(rows: Rows<DeviceInterval>): DeviceInterval {
  const weighted = (value: (row: DeviceInterval) => number | undefined, weight: (row: DeviceInterval) => number | undefined) =>
    weightedMean(rows.map((row) => ({ value: value(row), weight: weight(row) })));
  return {
    cites: citesOfAll(...rows),
    ...means(rows, DEVICE_RATES),
    ...present({
      readAwaitMs: weighted(
        (row) => row.readAwaitMs,
        (row) => row.readOpsPerS,
      ),
      writeAwaitMs: weighted(
        (row) => row.writeAwaitMs,
        (row) => row.writeOpsPerS,
      ),
      awaitMs: weighted((row) => row.awaitMs, opsPerS),
      flushAwaitMs: weighted(
        (row) => row.flushAwaitMs,
        (row) => row.flushOpsPerS,
      ),
    }),
  };
}

const CPU_FIGURES = [
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
  'nicePct',
  'forksPerS',
] as const;

export function meanCpu(rows: Rows<CpuInterval>): CpuInterval {
  return { cites: citesOfAll(...rows), ...means(rows, CPU_FIGURES) };
}

const PAGING_RATES = ['swapInBytesPerS', 'swapOutBytesPerS', 'blockInBytesPerS', 'blockOutBytesPerS', 'majorFaultsPerS'] as const;

export function meanPaging(rows: Rows<PagingInterval>): PagingInterval {
  return { cites: citesOfAll(...rows), ...means(rows, PAGING_RATES) };
}

/** Latency of many intervals is the latency of their requests, so a second of three requests does not outvote one of a thousand. */
function weightedMean(parts: readonly { readonly value: number | undefined; readonly weight: number | undefined }[]): number | undefined {
  let total = 0;
  let weights = 0;
  for (const { value, weight } of parts) {
    if (value === undefined || weight === undefined) continue;
    total += value * weight;
    weights += weight;
  }
  return weights > 0 ? total / weights : mean(parts.map(({ value }) => value));
}

function means<K extends string>(rows: readonly { readonly [F in K]?: number }[], fields: readonly K[]): { [F in K]?: number } {
  const result: { [F in K]?: number } = {};
  for (const field of fields) {
    const value = mean(rows.map((row) => row[field]));
    if (value !== undefined) result[field] = value;
  }
  return result;
}
