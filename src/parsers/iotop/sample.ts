import type { Row } from '../../model/evidence.ts';

export interface IotopRow extends Row {
  /** Time stamp of -t as printed. */
  readonly at?: string;
  /** Thread id, or process id where `ids` says so. */
  readonly id: number;
  /** 'be/4', 'idle', 'rt/0'. */
  readonly ioClass: string;
  readonly user: string;
  readonly readBytesPerS?: number;
  readonly writeBytesPerS?: number;
  readonly swapInPct?: number;
  readonly ioWaitPct?: number;
  /** Command line as shown; kernel threads in brackets. */
  readonly command: string;
}
export interface IotopTotals extends Row {
  /** Asked for by processes. */
  readonly readBytesPerS?: number;
  readonly writeBytesPerS?: number;
  /** Moved to and from devices. */
  readonly actualReadBytesPerS?: number;
  readonly actualWriteBytesPerS?: number;
}
/** One refresh. */
export interface IotopScreen {
  readonly totals?: IotopTotals;
  readonly rows: readonly IotopRow[];
}
export interface IotopSample {
  /** What the id column counts; 'unknown' without a header. */
  readonly ids: 'tid' | 'pid' | 'unknown';
  /** -a was given: DISK READ and DISK WRITE are sums since its start, so no rate is told. */
  readonly accumulated: boolean;
  readonly screens: readonly IotopScreen[];
}
