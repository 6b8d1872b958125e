import type { NumericKey } from '../../model/evidence.ts';
import { readCount, readNumber, readPct, readSize } from '../text/number.ts';
import type { Column } from '../text/rows.ts';
import type { PidstatRow } from './sample.ts';

export type PidstatField = NumericKey<PidstatRow>;

const KIB = 1024;

/** Marks a column that pidstat prints as -1.00 where the account may not read it. */
export const ioFields: ReadonlySet<PidstatField> = new Set<PidstatField>(['readBytesPerS', 'writeBytesPerS', 'cancelledWriteBytesPerS']);

const entries: readonly (readonly [string, PidstatField, (cell: string) => number | undefined])[] = [
  ['UID', 'uid', readCount],
  ['PID', 'pid', readCount],
  ['TGID', 'pid', readCount],
  ['TID', 'tid', readCount],
  ['%usr', 'userPct', readPct],
  ['%user', 'userPct', readPct],
  ['%system', 'systemPct', readPct],
  ['%guest', 'guestPct', readPct],
  ['%wait', 'waitPct', readPct],
  ['%CPU', 'cpuPct', readPct],
  ['CPU', 'cpuNumber', readCount],
  ['minflt/s', 'minorFaultsPerS', readNumber],
  ['majflt/s', 'majorFaultsPerS', readNumber],
  ['VSZ', 'virtualBytes', (cell) => readSize(cell, KIB)],
  ['RSS', 'residentBytes', (cell) => readSize(cell, KIB)],
  ['%MEM', 'memoryPct', readPct],
  ['kB_rd/s', 'readBytesPerS', (cell) => readSize(cell, KIB)],
  ['kB_wr/s', 'writeBytesPerS', (cell) => readSize(cell, KIB)],
  ['kB_ccwr/s', 'cancelledWriteBytesPerS', (cell) => readSize(cell, KIB)],
  ['iodelay', 'ioDelayTicks', readCount],
  ['cswch/s', 'voluntarySwitchesPerS', readNumber],
  ['nvcswch/s', 'involuntarySwitchesPerS', readNumber],
];
export const pidstatColumns: ReadonlyMap<string, Column<PidstatField>> = new Map(
  entries.map(([name, field, read]) => [name, { field, read }]),
);
