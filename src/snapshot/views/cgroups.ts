import type { Row, UnitTable } from '../../model/evidence.ts';

/**
 * One control group: its limits, what it uses, and what happened to it in the window.
 *
 * A counter of the window is absent where only one reading is at hand; then its total since the group was made is a
 * figure of its own, named …Total, which tells what once was and not what is.
 */
export interface Cgroup extends Row {
  /** Below the hierarchy's root: '/system.slice/mysql.service'; absent where a pasted file does not tell. */
  readonly path?: string;
  /** What a person calls it: 'mysql.service', 'docker container 3f2a9c1b2d3e'. */
  readonly name: string;

  /** cpu.max, cpu.cfs_quota_us: CPUs' worth of time it may use. */
  readonly cpuQuotaCpus?: number;
  readonly cpuUsedCpus?: number;
  /** Periods in which it ran, and the share of them in which it used up its quota. */
  readonly cpuPeriodsPerS?: number;
  readonly cpuThrottledPct?: number;
  /** Time its tasks were held back, summed over CPUs, in each second. */
  readonly cpuThrottledMsPerS?: number;
  readonly cpuPeriodsTotal?: number;
  readonly cpuThrottledTotalPct?: number;

  readonly memoryBytes?: number;
  /** memory.max, memory.limit_in_bytes; absent where there is none. */
  readonly memoryLimitBytes?: number;
  readonly memoryHighBytes?: number;
  readonly memorySwapBytes?: number;
  /** Anonymous memory, and page cache charged to it. */
  readonly memoryAnonBytes?: number;
  readonly memoryFileBytes?: number;
  readonly memorySlabBytes?: number;
  /** Times that it ran into its hard limit, and into memory.high. */
  readonly memoryLimitHitsPerS?: number;
  readonly memoryHighHitsPerS?: number;
  readonly memoryLimitHitsTotal?: number;
  readonly memoryHighHitsTotal?: number;
  /** Processes of it that the kernel killed for want of memory: in the window, and since it was made. */
  readonly oomKills?: number;
  readonly oomKillsTotal?: number;
  /** Pages read again that had just been evicted, and pages that reclaim looked at. */
  readonly refaultsPerS?: number;
  readonly scannedPagesPerS?: number;

  readonly pids?: number;
  readonly pidsLimit?: number;
  /** Forks refused for pids.max: in the window, and since it was made. */
  readonly forksRefused?: number;
  readonly forksRefusedTotal?: number;

  /** Pressure stall over the window, else of the last ten seconds. */
  readonly cpuStallPct?: number;
  readonly memoryStallPct?: number;
  readonly memoryFullStallPct?: number;
  readonly ioStallPct?: number;

  /** Groups below it, and those that were removed and still hold memory (cgroup.stat). */
  readonly descendants?: number;
  readonly dyingDescendants?: number;
}
export const cgroupUnits: UnitTable<Cgroup> = {
  cpuQuotaCpus: { label: 'CPU quota', unit: 'cpus' },
  cpuUsedCpus: { label: 'CPU used', unit: 'cpus' },
  cpuPeriodsPerS: { label: 'periods', unit: '/s' },
  cpuThrottledPct: { label: 'periods throttled', unit: 'pct' },
  cpuThrottledMsPerS: { label: 'held back a second', unit: 'ms' },
  cpuPeriodsTotal: { label: 'periods since it was made', unit: 'count' },
  cpuThrottledTotalPct: { label: 'periods throttled since it was made', unit: 'pct' },
  memoryBytes: { label: 'memory', unit: 'bytes' },
  memoryLimitBytes: { label: 'memory limit', unit: 'bytes' },
  memoryHighBytes: { label: 'memory.high', unit: 'bytes' },
  memorySwapBytes: { label: 'swap', unit: 'bytes' },
  memoryAnonBytes: { label: 'anonymous memory', unit: 'bytes' },
  memoryFileBytes: { label: 'page cache', unit: 'bytes' },
  memorySlabBytes: { label: 'slab', unit: 'bytes' },
  memoryLimitHitsPerS: { label: 'hits of the limit', unit: '/s' },
  memoryHighHitsPerS: { label: 'hits of memory.high', unit: '/s' },
  memoryLimitHitsTotal: { label: 'hits of the limit since it was made', unit: 'count' },
  memoryHighHitsTotal: { label: 'hits of memory.high since it was made', unit: 'count' },
  oomKills: { label: 'OOM kills in the window', unit: 'count' },
  oomKillsTotal: { label: 'OOM kills since it was made', unit: 'count' },
  refaultsPerS: { label: 'refaults', unit: '/s' },
  scannedPagesPerS: { label: 'pages scanned', unit: '/s' },
  pids: { label: 'tasks', unit: 'count' },
  pidsLimit: { label: 'task limit', unit: 'count' },
  forksRefused: { label: 'forks refused in the window', unit: 'count' },
  forksRefusedTotal: { label: 'forks refused since it was made', unit: 'count' },
  cpuStallPct: { label: 'PSI cpu some', unit: 'pct' },
  memoryStallPct: { label: 'PSI memory some', unit: 'pct' },
  memoryFullStallPct: { label: 'PSI memory full', unit: 'pct' },
  ioStallPct: { label: 'PSI io some', unit: 'pct' },
  descendants: { label: 'groups below', unit: 'count' },
  dyingDescendants: { label: 'dying groups below', unit: 'count' },
};

/** A cap on what one group may move on one device (io.max, blkio.throttle), beside what it moved. */
export interface CgroupIoCap extends Row {
  readonly path?: string;
  readonly name: string;
  /** Kernel name, or 'MAJOR:MINOR' where nothing tells it. */
  readonly device: string;
  readonly readCapBytesPerS?: number;
  readonly writeCapBytesPerS?: number;
  readonly readCapOpsPerS?: number;
  readonly writeCapOpsPerS?: number;
  readonly readBytesPerS?: number;
  readonly writeBytesPerS?: number;
  readonly readOpsPerS?: number;
  readonly writeOpsPerS?: number;
}
export const cgroupIoCapUnits: UnitTable<CgroupIoCap> = {
  readCapBytesPerS: { label: 'read cap', unit: 'bytes/s' },
  writeCapBytesPerS: { label: 'write cap', unit: 'bytes/s' },
  readCapOpsPerS: { label: 'read cap', unit: 'ops/s' },
  writeCapOpsPerS: { label: 'write cap', unit: 'ops/s' },
  readBytesPerS: { label: 'reads', unit: 'bytes/s' },
  writeBytesPerS: { label: 'writes', unit: 'bytes/s' },
  readOpsPerS: { label: 'reads', unit: 'ops/s' },
  writeOpsPerS: { label: 'writes', unit: 'ops/s' },
};

/** One line of /proc/cgroups. */
export interface CgroupControllerGroups extends Row {
  readonly controller: string;
  /** Kept by the kernel, dying ones included. */
  readonly groups: number;
}
export const cgroupControllerUnits: UnitTable<CgroupControllerGroups> = { groups: { label: 'control groups', unit: 'count' } };

/** A directory with thousands of groups in it, which are counted instead of read. */
export interface CgroupCrowd extends Row {
  readonly path: string;
  /** Version 1 only: 'memory'. The same groups lie in the hierarchies of other controllers too. */
  readonly hierarchy?: string;
  /** Live ones, directly in it. */
  readonly groups?: number;
}
export const cgroupCrowdUnits: UnitTable<CgroupCrowd> = { groups: { label: 'live control groups', unit: 'count' } };

export interface CgroupsView {
  readonly all: readonly Cgroup[];
  readonly ioCaps: readonly CgroupIoCap[];
  readonly controllers: readonly CgroupControllerGroups[];
  readonly crowds: readonly CgroupCrowd[];
}
