import type { Row } from '../../model/evidence.ts';

/** One row of vmstat. Sizes are in bytes whatever unit was asked for; a block is 1,024 bytes. */
export interface VmstatRow extends Row {
  /** The average since the machine started: never the state of now. */
  readonly sinceBoot: boolean;
  /** The stamp as printed, by -t or by whoever led the row with the time. */
  readonly at?: string;
  readonly runnableTasks?: number;
  readonly blockedTasks?: number;
  readonly swapUsedBytes?: number;
  readonly freeBytes?: number;
  readonly bufferBytes?: number;
  readonly cacheBytes?: number;
  readonly inactiveBytes?: number;
  readonly activeBytes?: number;
  readonly swapInBytesPerS?: number;
  readonly swapOutBytesPerS?: number;
  readonly blockInBytesPerS?: number;
  readonly blockOutBytesPerS?: number;
  readonly interruptsPerS?: number;
  readonly contextSwitchesPerS?: number;
  readonly userPct?: number;
  readonly systemPct?: number;
  readonly idlePct?: number;
  readonly iowaitPct?: number;
  readonly stealPct?: number;
  readonly guestPct?: number;
}

export interface VmstatSample {
  /** As the command line asks for. */
  readonly intervalSeconds?: number;
  readonly rows: readonly VmstatRow[];
}
