import type { Row } from '../../model/evidence.ts';

/** One process, or one thread where threads were listed. What was not among the columns is absent. */
export interface PsRow extends Row {
  readonly pid: number;
  readonly tid?: number;
  readonly parentPid?: number;
  readonly sessionId?: number;
  readonly user?: string;
  /** STAT as printed; its first letter is the state: 'D+', 'Ssl'. */
  readonly state?: string;
  /** Absent where ps printed '-' or 0: not waiting, or not to be read. */
  readonly wchan?: string;
  readonly elapsedSeconds?: number;
  readonly cpuSeconds?: number;
  /** As printed: '0::/system.slice/cron.service'. */
  readonly cgroup?: string;
  readonly unit?: string;
  readonly cpuPct?: number;
  readonly memoryPct?: number;
  readonly residentBytes?: number;
  readonly virtualBytes?: number;
  readonly nice?: number;
  readonly threads?: number;
  /** Short name (comm). */
  readonly name?: string;
  /** Whole command line (args), unmasked: never to be shown as it is. */
  readonly args?: string;
}
export interface PsSample {
  readonly rows: readonly PsRow[];
}
