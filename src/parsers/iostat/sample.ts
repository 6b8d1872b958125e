import type { Row } from '../../model/evidence.ts';
import type { Banner } from '../text/banner.ts';

/** The avg-cpu block of one report. */
export interface IostatCpu extends Row {
  readonly userPct?: number;
  readonly nicePct?: number;
  readonly systemPct?: number;
  readonly iowaitPct?: number;
  readonly stealPct?: number;
  readonly idlePct?: number;
}

/** One device of one report; what the tool's version or layout does not print is absent. */
export interface IostatDevice extends Row {
  readonly device: string;
  /** tps: both directions together, where the layout does not part them. */
  readonly opsPerS?: number;
  readonly bytesPerS?: number;
  readonly readOpsPerS?: number;
  readonly writeOpsPerS?: number;
  readonly readBytesPerS?: number;
  readonly writeBytesPerS?: number;
  readonly readMergesPerS?: number;
  readonly writeMergesPerS?: number;
  readonly discardOpsPerS?: number;
  readonly discardBytesPerS?: number;
  readonly awaitMs?: number;
  readonly readAwaitMs?: number;
  readonly writeAwaitMs?: number;
  readonly discardAwaitMs?: number;
  readonly flushOpsPerS?: number;
  readonly flushAwaitMs?: number;
  /** Mean size of a request, both directions together. */
  readonly requestBytes?: number;
  readonly readRequestBytes?: number;
  readonly writeRequestBytes?: number;
  readonly queueLength?: number;
  readonly serviceMs?: number;
  readonly utilPct?: number;
}

export interface IostatReport {
  /** Averages since the machine started: never the state of now. */
  readonly sinceBoot: boolean;
  /** The -t stamp as printed. */
  readonly at?: string;
  readonly cpu?: IostatCpu;
  readonly devices: readonly IostatDevice[];
}

export interface IostatSample {
  readonly banner?: Banner;
  /** As the command line asks for. */
  readonly intervalSeconds?: number;
  readonly reports: readonly IostatReport[];
}
