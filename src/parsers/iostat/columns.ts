import type { NumericKey } from '../../model/evidence.ts';
import { readNumber, readPct, readSize } from '../text/number.ts';
import type { Column } from '../text/rows.ts';
import type { IostatCpu, IostatDevice } from './sample.ts';

export type DeviceField = NumericKey<IostatDevice>;
export type CpuField = NumericKey<IostatCpu>;

const KIB = 1024;
const MIB = 1024 ** 2;
/** iostat's sectors and blocks are 512 bytes whatever the device's are. */
const SECTOR = 512;

function plain(field: DeviceField): Column<DeviceField> {
  return { field, read: readNumber };
}
function share(field: DeviceField): Column<DeviceField> {
  return { field, read: readPct };
}
/** --human puts a letter behind the value; it then says the unit, not the header. */
function size(field: DeviceField, unit: number): Column<DeviceField> {
  return { field, read: (cell) => readSize(cell, unit) };
}

/** Every name that a sysstat of 10 to 12.7 gives a column of a device, in any layout and unit. */
export const deviceColumns: ReadonlyMap<string, Column<DeviceField>> = new Map([
  ['tps', plain('opsPerS')],
  ['r/s', plain('readOpsPerS')],
  ['w/s', plain('writeOpsPerS')],
  ['d/s', plain('discardOpsPerS')],
  ['f/s', plain('flushOpsPerS')],
  ['rrqm/s', plain('readMergesPerS')],
  ['wrqm/s', plain('writeMergesPerS')],
  ['await', plain('awaitMs')],
  ['r_await', plain('readAwaitMs')],
  ['w_await', plain('writeAwaitMs')],
  ['d_await', plain('discardAwaitMs')],
  ['f_await', plain('flushAwaitMs')],
  ['svctm', plain('serviceMs')],
  ['aqu-sz', plain('queueLength')],
  ['avgqu-sz', plain('queueLength')],
  ['%util', share('utilPct')],
  ['rsec/s', size('readBytesPerS', SECTOR)],
  ['wsec/s', size('writeBytesPerS', SECTOR)],
  ['dsec/s', size('discardBytesPerS', SECTOR)],
  ['sec/s', size('bytesPerS', SECTOR)],
  ['rkB/s', size('readBytesPerS', KIB)],
  ['wkB/s', size('writeBytesPerS', KIB)],
  ['dkB/s', size('discardBytesPerS', KIB)],
  ['kB/s', size('bytesPerS', KIB)],
  ['rMB/s', size('readBytesPerS', MIB)],
  ['wMB/s', size('writeBytesPerS', MIB)],
  ['dMB/s', size('discardBytesPerS', MIB)],
  ['MB/s', size('bytesPerS', MIB)],
  ['Blk_read/s', size('readBytesPerS', SECTOR)],
  ['Blk_wrtn/s', size('writeBytesPerS', SECTOR)],
  ['Blk_dscd/s', size('discardBytesPerS', SECTOR)],
  ['kB_read/s', size('readBytesPerS', KIB)],
  ['kB_wrtn/s', size('writeBytesPerS', KIB)],
  ['kB_dscd/s', size('discardBytesPerS', KIB)],
  ['MB_read/s', size('readBytesPerS', MIB)],
  ['MB_wrtn/s', size('writeBytesPerS', MIB)],
  ['MB_dscd/s', size('discardBytesPerS', MIB)],
  ['avgrq-sz', size('requestBytes', SECTOR)],
  ['areq-sz', size('requestBytes', KIB)],
  ['rareq-sz', size('readRequestBytes', KIB)],
  ['wareq-sz', size('writeRequestBytes', KIB)],
]);

/** Printed, and of no use to a diagnosis: sums since the report before, and shares of merged requests. */
export const otherDeviceColumns: ReadonlySet<string> = new Set([
  ...['%rrqm', '%wrqm', '%drqm', 'drqm/s', 'dareq-sz', 'rqm/s', '%rqm'],
  ...['Blk_read', 'Blk_wrtn', 'Blk_dscd', 'kB_read', 'kB_wrtn', 'kB_dscd', 'MB_read', 'MB_wrtn', 'MB_dscd'],
]);

export const cpuColumns: ReadonlyMap<string, Column<CpuField>> = new Map<string, Column<CpuField>>([
  ['%user', { field: 'userPct', read: readPct }],
  ['%nice', { field: 'nicePct', read: readPct }],
  ['%system', { field: 'systemPct', read: readPct }],
  ['%sys', { field: 'systemPct', read: readPct }],
  ['%iowait', { field: 'iowaitPct', read: readPct }],
  ['%steal', { field: 'stealPct', read: readPct }],
  ['%idle', { field: 'idlePct', read: readPct }],
]);
