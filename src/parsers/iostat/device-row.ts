import type { Cites } from '../../model/evidence.ts';
import type { SourceLine } from '../parser.ts';
import { type Columns, columnsOf, readCells } from '../text/rows.ts';
import { type DeviceField, deviceColumns } from './columns.ts';
import type { IostatDevice } from './sample.ts';

/** A header of devices, worked out once for all the rows below it. */
export interface DeviceTable {
  readonly header: readonly string[];
  /** Same header, same key. */
  readonly key: string;
  /** Where the device's name stands: first, or last in the --pretty layout. */
  readonly nameAt: number;
  readonly columns: Columns<DeviceField>;
}

export function deviceTable(header: readonly string[]): DeviceTable {
  const nameAt = Math.max(header.findIndex(isDeviceWord), 0);
  return { header, key: header.join(' '), nameAt, columns: columnsOf(header, deviceColumns) };
}

function isDeviceWord(word: string): boolean {
  return word === 'Device' || word === 'Device:';
}

/** The row's cells, put together with the half of it that a mailer or terminal left on the line before; undefined where the number of cells does not fit. */
export function joinedCells(
  table: DeviceTable,
  folded: { readonly cells: readonly string[]; readonly line: SourceLine } | undefined,
  cells: readonly string[],
  line: SourceLine,
): { readonly cells: readonly string[]; readonly cites: Cites; readonly usesFolded: boolean } | undefined {
  if (cells.length === table.header.length) return { cells, cites: [line.cite], usesFolded: false };
  if (!folded || folded.cells.length + cells.length !== table.header.length) return undefined;
  return { cells: [...folded.cells, ...cells], cites: [folded.line.cite, line.cite], usesFolded: true };
}

/** Undefined where a cell that should be a number is none: then the row cannot be trusted at all. */
export function readDevice(table: DeviceTable, cells: readonly string[], cites: Cites): IostatDevice | undefined {
  const device = cells[table.nameAt];
  if (device === undefined) return undefined;
  const { row, unreadable } = readCells(cells, table.columns, { device, cites });
  return unreadable > 0 ? undefined : row;
}
