import type { Row } from '../../model/evidence.ts';
import type { Banner } from '../text/banner.ts';

/** One line of pidstat: one task in one interval. A combined run (-durw) gives a task one row a block unless -h joined them. */
export interface PidstatRow extends Row {
  /** The task's process; for a thread line the process it stands under, where one was printed. */
  readonly pid?: number;
  /** Present on thread lines of -t only. */
  readonly tid?: number;
  readonly uid?: number;
  readonly user?: string;
  readonly userPct?: number;
  readonly systemPct?: number;
  readonly guestPct?: number;
  readonly waitPct?: number;
  readonly cpuPct?: number;
  /** The CPU it last ran on. */
  readonly cpuNumber?: number;
  readonly minorFaultsPerS?: number;
  readonly majorFaultsPerS?: number;
  readonly virtualBytes?: number;
  readonly residentBytes?: number;
  readonly memoryPct?: number;
  readonly readBytesPerS?: number;
  readonly writeBytesPerS?: number;
  readonly cancelledWriteBytesPerS?: number;
  /** Clock ticks (10 ms) of waiting for I/O in the interval; 0 also where the kernel keeps no delay accounting. */
  readonly ioDelayTicks?: number;
  /** True where the tool printed -1.00: the account may not read this task's I/O. */
  readonly ioUnreadable?: true;
  readonly voluntarySwitchesPerS?: number;
  readonly involuntarySwitchesPerS?: number;
  /** The name, without the |__ that leads threads; with -l the command line. */
  readonly command: string;
}

export interface PidstatInterval {
  /** The stamp of its rows as printed. */
  readonly at?: string;
  readonly rows: readonly PidstatRow[];
}

export interface PidstatSample {
  readonly banner?: Banner;
  /** As the command line asks for. */
  readonly intervalSeconds?: number;
  /** In the order of time. Where no interval was asked for, the one report covers each task's whole life. */
  readonly intervals: readonly PidstatInterval[];
  /** True where `intervals` holds such a whole-life report. */
  readonly sinceBoot: boolean;
  readonly averages: readonly PidstatRow[];
}
