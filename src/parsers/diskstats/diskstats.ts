import type { Row } from '../../model/evidence.ts';
import { defineParser } from '../parser.ts';

/** One device's counters since boot. Sectors are always 512 bytes here. */
export interface DiskCounters extends Row {
  readonly device: string;
  readonly major: number;
  readonly minor: number;
  readonly reads?: number;
  readonly readMerges?: number;
  readonly readBytes?: number;
  readonly readMs?: number;
  readonly writes?: number;
  readonly writeMerges?: number;
  readonly writtenBytes?: number;
  readonly writeMs?: number;
  /** Requests in flight at this moment. */
  readonly inFlight?: number;
  /** Time with at least one request in flight. */
  readonly busyMs?: number;
  /** Sum over all requests of their time in flight: its growth a second is the mean queue. */
  readonly queueMs?: number;
  readonly discards?: number;
  readonly discardMs?: number;
  readonly flushes?: number;
  readonly flushMs?: number;
}
export interface DiskstatsSample {
  readonly devices: readonly DiskCounters[];
}

export const diskstats = defineParser<DiskstatsSample>({
  recognise: { looksLike: () => false },
  parse: () => ({ sample: undefined, problems: [] }),
});
