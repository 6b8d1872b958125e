import type { Row, UnitTable } from './evidence.ts';

/** A process as the task table of an OOM report lists it. */
export interface OomTask extends Row {
  readonly process: string;
  readonly pid: number;
  readonly residentBytes: number;
}

/** What the kernel's report of an OOM kill says beside its victim. */
export interface OomReport extends Row {
  /** 'cgroup': a control group was at its limit. 'host': the machine was. Absent where the excerpt does not tell. */
  readonly scope?: 'cgroup' | 'host';
  /** The group whose limit it was, where that is not the victim's own. */
  readonly limitCgroup?: string;
  /** Whether the report got as far as naming its victim: the event's process is that, else it is who asked. */
  readonly victimNamed: boolean;
  /** Who asked for memory; often not whom the kernel killed. */
  readonly askedBy?: string;
  readonly usageBytes?: number;
  readonly limitBytes?: number;
  /** Times the group had hit its limit by then. */
  readonly failures?: number;
  readonly cacheBytes?: number;
  readonly dirtyBytes?: number;
  readonly anonBytes?: number;
  /** Of the victim. */
  readonly victimAnonBytes?: number;
  readonly victimFileBytes?: number;
  readonly swapFreeBytes?: number;
  readonly swapTotalBytes?: number;
  /** The largest of the task table. */
  readonly tasks: readonly OomTask[];
}
export const oomUnits: UnitTable<OomReport> = {
  usageBytes: { label: 'memory', unit: 'bytes' },
  limitBytes: { label: 'memory limit', unit: 'bytes' },
  failures: { label: 'failcnt', unit: 'count' },
  cacheBytes: { label: 'page cache', unit: 'bytes' },
  dirtyBytes: { label: 'dirty page cache', unit: 'bytes' },
  anonBytes: { label: 'anonymous memory', unit: 'bytes' },
  victimAnonBytes: { label: 'anon-rss', unit: 'bytes' },
  victimFileBytes: { label: 'file-rss', unit: 'bytes' },
  swapFreeBytes: { label: 'free swap', unit: 'bytes' },
  swapTotalBytes: { label: 'swap', unit: 'bytes' },
};
export const oomTaskUnits: UnitTable<OomTask> = {
  pid: { label: 'pid', unit: 'count' },
  residentBytes: { label: 'resident at the kill', unit: 'bytes' },
};
