import type { DiskCounters } from '../parsers/diskstats/diskstats.ts';
import type { IostatDevice } from '../parsers/iostat/sample.ts';
import type { SarDisk } from '../parsers/sar/sample.ts';
import { present } from './present.ts';
import { growth, percent, quotient, ratePerS } from './rates.ts';
import { citesOfAll } from './rows.ts';
import type { DeviceInterval } from './views.ts';

export function fromIostat(row: IostatDevice): DeviceInterval {
  const { opsPerS, readOpsPerS, writeOpsPerS, readBytesPerS, writeBytesPerS, awaitMs, readAwaitMs, writeAwaitMs } = row;
  const { flushOpsPerS, flushAwaitMs, queueLength, utilPct, cites } = row;
  return present({
    ...{ opsPerS, readOpsPerS, writeOpsPerS, readBytesPerS, writeBytesPerS, awaitMs, readAwaitMs, writeAwaitMs },
    ...{ flushOpsPerS, flushAwaitMs, queueLength, utilPct, cites },
  });
}

export function fromSar({ opsPerS, readBytesPerS, writeBytesPerS, awaitMs, queueLength, utilPct, cites }: SarDisk): DeviceInterval {
  return present({ opsPerS, readBytesPerS, writeBytesPerS, awaitMs, queueLength, utilPct, cites });
}

type CounterField = Exclude<keyof DiskCounters, 'device' | 'cites' | 'fieldCites'>;

/**
 * The window from the kernel's counters at both ends. Times and queue are as iostat computes them: time over requests
 * completed, weighted time over the clock. Where nothing completed there is no latency, and requests still in flight tell it.
 */
export function fromCounters(before: DiskCounters, after: DiskCounters, seconds: number | undefined): DeviceInterval {
  const grown = (field: CounterField) => growth(before[field], after[field]);
  // What did not grow is 0 a second however long it was; that time passed at all the requests in flight tell.
  const stood = seconds === undefined && (grown('queueMs') ?? 0) > 0;
  const rate = (field: CounterField) => (stood && grown(field) === 0 ? 0 : ratePerS(before[field], after[field], seconds));
  const clockMs = seconds === undefined ? undefined : seconds * 1000;
  return present({
    readOpsPerS: rate('reads'),
    writeOpsPerS: rate('writes'),
    readBytesPerS: rate('readBytes'),
    writeBytesPerS: rate('writtenBytes'),
    readAwaitMs: quotient(grown('readMs'), grown('reads')),
    writeAwaitMs: quotient(grown('writeMs'), grown('writes')),
    flushOpsPerS: rate('flushes'),
    flushAwaitMs: quotient(grown('flushMs'), grown('flushes')),
    queueLength: quotient(grown('queueMs'), clockMs),
    utilPct: percent(grown('busyMs'), clockMs),
    inFlight: after.inFlight,
    cites: citesOfAll(before, after),
  });
}
