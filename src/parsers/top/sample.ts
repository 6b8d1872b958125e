import type { Row } from '../../model/evidence.ts';

/** The first line of a screen: clock, uptime, load; busybox prints the load alone, below its CPU line. */
export interface TopHead extends Row {
  /** Seconds after the host's midnight at which the screen was drawn. */
  readonly clockSeconds?: number;
  readonly uptimeSeconds?: number;
  readonly loadAverage1?: number;
  readonly loadAverage5?: number;
  readonly loadAverage15?: number;
}
/** Counts of the summary, of tasks or (with -H) of threads. */
export interface TopCounts extends Row {
  readonly of: 'tasks' | 'threads';
  readonly total?: number;
  readonly running?: number;
  readonly sleeping?: number;
  readonly blocked?: number;
  readonly stopped?: number;
  readonly zombie?: number;
}
/** One CPU line: of all CPUs together, or of one. */
export interface TopCpu extends Row {
  /** 'all', else the CPU's number as text. */
  readonly cpu: string;
  readonly userPct?: number;
  readonly systemPct?: number;
  readonly nicePct?: number;
  readonly idlePct?: number;
  readonly iowaitPct?: number;
  readonly hardirqPct?: number;
  readonly softirqPct?: number;
  readonly stealPct?: number;
}
export interface TopMemory extends Row {
  readonly totalBytes?: number;
  readonly freeBytes?: number;
  readonly usedBytes?: number;
  readonly availableBytes?: number;
  readonly sharedBytes?: number;
  readonly buffersBytes?: number;
  readonly cachedBytes?: number;
  /** procps since 3.3.10 prints both as one. */
  readonly buffersAndCacheBytes?: number;
  /** Where top draws bars instead of figures (key m): the share of memory that is used. */
  readonly usedPct?: number;
}
export interface TopSwap extends Row {
  readonly totalBytes?: number;
  readonly freeBytes?: number;
  readonly usedBytes?: number;
}
/** One row of the list: a process, or with -H one of its threads. */
export interface TopTask extends Row {
  readonly pid: number;
  readonly parentPid?: number;
  readonly user?: string;
  /** First letter of S or STAT: 'D'. */
  readonly state?: string;
  readonly niceness?: number;
  /** Of one CPU: two busy threads give 200. */
  readonly cpuPct?: number;
  readonly memoryPct?: number;
  readonly residentBytes?: number;
  readonly virtualBytes?: number;
  readonly cpuSeconds?: number;
  /** The command as it stands, cut where top cut it. */
  readonly name: string;
}
/** One drawing of top's screen; what it did not show is absent. */
export interface TopScreen {
  readonly head?: TopHead;
  readonly counts?: TopCounts;
  readonly cpus: readonly TopCpu[];
  readonly memory?: TopMemory;
  readonly swap?: TopSwap;
  readonly tasks: readonly TopTask[];
}
export interface TopSample {
  /** In the order of time. The first screen's CPU figures are since boot where top ran in batch mode. */
  readonly screens: readonly TopScreen[];
  /** busybox takes two looks a tenth of a second apart before its first screen: that one is of now, in batch mode too. */
  readonly busybox?: true;
}
