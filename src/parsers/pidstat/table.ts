import type { SourceLine } from '../parser.ts';
import { type Columns, columnsOf } from '../text/rows.ts';
import { words, wordsUpTo } from '../text/words.ts';
import { ioFields, type PidstatField, pidstatColumns } from './columns.ts';
import type { PidstatRow } from './sample.ts';

/** A header, worked out once for the rows below it. */
export interface PidstatTable {
  readonly columns: Columns<PidstatField>;
  readonly width: number;
  /** Where a user's name stands instead of a UID (-U); -1 without. */
  readonly userAt: number;
  readonly commandAt: number;
  /** The header's own stamp: where it equals its rows' stamp, no interval was asked for. */
  readonly at: string;
}

/** A leading time ('07:14:57 PM'), epoch seconds, or the word 'Average:' in any language. */
const STAMP = /^\s*((?:\d{1,2}[:.]\d\d[:.]\d\d(?: ?[AP]\.?M\.?)?)|\d{9,11}(?=\s)|[^\d\s][^:]{0,30}:)(?=\s)/i;

export interface Stamped {
  readonly at: string;
  readonly average: boolean;
  readonly rest: string;
}
/** Parts a line from the stamp that leads it; undefined where none does. */
export function stamped(text: string): Stamped | undefined {
  const stamp = STAMP.exec(text)?.[1];
  if (stamp === undefined) return undefined;
  return { at: stamp, average: stamp.endsWith(':'), rest: text.slice(text.indexOf(stamp) + stamp.length) };
}

export function tableOf(text: string): PidstatTable | undefined {
  if (!text.includes('Command')) return undefined;
  const names = namesIn(text);
  const at = stamped(text)?.at ?? '';
  if (!names || !(names.includes('PID') || names.includes('TGID') || names.includes('TID'))) return undefined;
  const userAt = names.indexOf('USER');
  return { columns: columnsOf(names, pidstatColumns), width: names.length, userAt, commandAt: names.indexOf('Command'), at };
}

/** The header's names without what stands for the time: a stamp, 'Average:', '#' or '# Time'. */
function namesIn(text: string): string[] | undefined {
  const cells = words(stamped(text)?.rest ?? text);
  const from = cells.findIndex((cell) => cell === 'USER' || cell === 'Command' || pidstatColumns.has(cell));
  return from < 0 ? undefined : cells.slice(from);
}

/** Undefined where the line does not hold what its header names. */
export function readTask(table: PidstatTable, rest: string, line: SourceLine): PidstatRow | undefined {
  // Only the last column may hold blanks; a Command elsewhere is one word.
  const cells = wordsUpTo(rest, table.width);
  if (cells.length !== table.width) return undefined;
  const command = cells[table.commandAt];
  if (command === undefined) return undefined;
  // Filled in place: rows are many, and copying one costs more than reading it.
  const row: Draft = { command: command.startsWith('|__') ? command.slice(3) : command, cites: [line.cite] };
  const user = cells[table.userAt];
  if (user !== undefined) row.user = user;
  return readFigures(table, cells, row) ? row : undefined;
}
type Draft = { -readonly [Field in keyof PidstatRow]: PidstatRow[Field] };

/** False where a cell is no number. */
function readFigures(table: PidstatTable, cells: readonly string[], row: Draft): boolean {
  for (let at = 0; at < table.width; at++) {
    const column = table.columns[at];
    const cell = cells[at] ?? '';
    if (column === undefined || cell === '-') continue;
    const value = column.read(cell);
    if (value === undefined) return false;
    if (value >= 0) row[column.field] = value;
    else if (ioFields.has(column.field)) row.ioUnreadable = true;
  }
  return true;
}
