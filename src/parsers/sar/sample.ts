import type { Row } from '../../model/evidence.ts';
import type { Banner } from '../text/banner.ts';

/** What every row of sar has: its stamp, or that it is the average of the rows before it. */
export interface SarRow extends Row {
  /** Seconds after midnight of the row's stamp; absent in an average. */
  readonly clockSeconds?: number;
  /** Since the row before, of the same thing, where that stamp is known and earlier. */
  readonly intervalSeconds?: number;
  readonly average: boolean;
}
/** sar -u: one CPU or all. */
export interface SarCpu extends SarRow {
  readonly cpu: string;
  readonly userPct?: number;
  readonly nicePct?: number;
  readonly systemPct?: number;
  readonly iowaitPct?: number;
  readonly stealPct?: number;
  readonly hardirqPct?: number;
  readonly softirqPct?: number;
  readonly idlePct?: number;
}
/** sar -d: one block device, named as it stands: 'sda' (with -p) or 'dev8-0'. */
export interface SarDisk extends SarRow {
  readonly device: string;
  /** 'dev8-0' -> '8:0'. */
  readonly deviceNumber?: string;
  readonly opsPerS?: number;
  readonly readBytesPerS?: number;
  readonly writeBytesPerS?: number;
  readonly requestBytes?: number;
  readonly queueLength?: number;
  readonly awaitMs?: number;
  readonly utilPct?: number;
}
/** sar -B. */
export interface SarPaging extends SarRow {
  readonly blockInBytesPerS?: number;
  readonly blockOutBytesPerS?: number;
  readonly faultsPerS?: number;
  readonly majorFaultsPerS?: number;
  readonly pagesFreedPerS?: number;
  readonly kswapdScansPerS?: number;
  readonly directScansPerS?: number;
  readonly pagesStolenPerS?: number;
}
/** sar -W, in pages as the tool counts them. */
export interface SarSwapping extends SarRow {
  readonly pagesInPerS?: number;
  readonly pagesOutPerS?: number;
}
/** sar -r and -S. */
export interface SarMemory extends SarRow {
  readonly freeBytes?: number;
  readonly usedBytes?: number;
  readonly usedPct?: number;
  readonly availableBytes?: number;
  readonly buffersBytes?: number;
  readonly cachedBytes?: number;
  readonly dirtyBytes?: number;
  readonly swapFreeBytes?: number;
  readonly swapUsedBytes?: number;
}
/** sar -q. */
export interface SarQueue extends SarRow {
  readonly runnableTasks?: number;
  readonly blockedTasks?: number;
  readonly tasks?: number;
  readonly loadAverage1?: number;
  readonly loadAverage5?: number;
  readonly loadAverage15?: number;
}
/** sar -b: all block devices together. */
export interface SarTransfers extends SarRow {
  readonly opsPerS?: number;
  readonly readOpsPerS?: number;
  readonly writeOpsPerS?: number;
  readonly readBytesPerS?: number;
  readonly writeBytesPerS?: number;
}
/** sar -w, and -c of old versions. */
export interface SarSwitches extends SarRow {
  readonly forksPerS?: number;
  readonly contextSwitchesPerS?: number;
}
/** sar -n DEV and -n EDEV, each in rows of its own. */
export interface SarInterface extends SarRow {
  readonly interface: string;
  readonly receivedPacketsPerS?: number;
  readonly sentPacketsPerS?: number;
  readonly receivedBytesPerS?: number;
  readonly sentBytesPerS?: number;
  readonly utilPct?: number;
  readonly receiveErrorsPerS?: number;
  readonly sendErrorsPerS?: number;
  readonly receiveDropsPerS?: number;
  readonly sendDropsPerS?: number;
}
/** sar -n TCP and -n ETCP, each in rows of its own. */
export interface SarTcp extends SarRow {
  readonly openedPerS?: number;
  readonly acceptedPerS?: number;
  readonly segmentsSentPerS?: number;
  readonly segmentsResentPerS?: number;
}
export interface SarSample {
  readonly host?: Banner;
  readonly cpus: readonly SarCpu[];
  readonly disks: readonly SarDisk[];
  readonly paging: readonly SarPaging[];
  readonly swapping: readonly SarSwapping[];
  readonly memory: readonly SarMemory[];
  readonly queues: readonly SarQueue[];
  readonly transfers: readonly SarTransfers[];
  readonly switches: readonly SarSwitches[];
  readonly interfaces: readonly SarInterface[];
  readonly tcp: readonly SarTcp[];
  readonly restarts: readonly Row[];
}
