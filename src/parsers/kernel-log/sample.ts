import type { Row } from '../../model/evidence.ts';
import type { KernelEventKind } from '../../model/kernel-event.ts';
import type { OomReport } from '../../model/oom-report.ts';

/** Something the kernel reported, in one line or several that belong together (a hung task and its stack). */
export interface KernelLogEvent extends Row {
  readonly kind: KernelEventKind;
  /** Kernel name of the device: 'sda', 'ata1.00', 'nvme0'. */
  readonly device?: string;
  readonly process?: string;
  readonly pid?: number;
  /** Of its stack, innermost first. */
  readonly functions: readonly string[];
  /** Of the control group an OOM kill or a refused fork is about. */
  readonly cgroup?: string;
  /** The figures of an OOM report. */
  readonly oom?: OomReport;
  /** Of an allocation that failed: 2^order pages were asked for, with these flags. */
  readonly order?: number;
  readonly gfp?: string;
  /** What its report says: memory that was free, and file pages that could have been given up. */
  readonly freeBytes?: number;
  readonly fileCacheBytes?: number;
  /** Seconds since boot, where the log's stamp tells. */
  readonly uptimeSeconds?: number;
  /** Wall time as it stands, read as UTC: the log does not say its zone. Absent where the stamp has no year. */
  readonly at?: Date;
  /** The message without its stamp and prefix. */
  readonly text: string;
}
export interface KernelLogSample {
  readonly events: readonly KernelLogEvent[];
}
