import type { Row } from '../../model/evidence.ts';
import type { SourceLine } from '../parser.ts';
import { words, wordsUpTo } from '../text/words.ts';
import { type PsColumn, psColumn } from './columns.ts';
import type { PsRow } from './sample.ts';

/** Columns worked out once for all rows. */
export interface PsTable {
  readonly columns: readonly PsColumn[];
  /** Words from the left up to the column that may hold blanks, and from the right behind it. */
  readonly wideAt: number;
  readonly hasStarted: boolean;
}

export function psTable(names: readonly string[]): PsTable | undefined {
  const columns = names.map(psColumn);
  const hasPid = columns.some((column) => column.kind === 'number' && column.field === 'pid');
  if (!hasPid) return undefined;
  const wideAt = columns.findLastIndex((column) => column.kind === 'text' && column.wide === true);
  return { columns, wideAt: wideAt < 0 ? columns.length - 1 : wideAt, hasStarted: columns.some((column) => column.kind === 'started') };
}

/** A task that has just ended has no session any more, which the kernel prints as this. */
const NO_SESSION = '-1';

/** Undefined where a cell does not fit its column: then the columns have slipped, and no cell is to be trusted. */
export function readProcess(table: PsTable, line: SourceLine): PsRow | undefined {
  const cells = cellsOf(table, line.text);
  if (!cells) return undefined;
  // Filled in place: processes are many, and copying a row costs more than reading it.
  const row: Draft = { cites: [line.cite] };
  for (let at = 0; at < table.columns.length; at++) {
    const column = table.columns[at];
    const cell = cells[at] ?? '-';
    if (column === undefined || cell === '-' || (cell === NO_SESSION && column.kind === 'number' && column.field === 'sessionId')) continue;
    if (column.kind === 'text') {
      if (column.field !== 'wchan' || !HIDDEN_WCHAN.has(cell)) row[column.field] = cell;
    } else if (column.kind === 'number') {
      const value = column.read(cell);
      if (value === undefined) return undefined;
      row[column.field] = value;
    }
  }
  return isWhole(row) ? row : undefined;
}
/** The kernel gives 0, ps a question mark, where the account may not see what a task waits in. */
const HIDDEN_WCHAN = new Set(['0', '?']);
type Draft = { -readonly [Field in keyof PsRow]?: PsRow[Field] } & Row;

function isWhole(row: Draft): row is PsRow {
  return row.pid !== undefined && isState(row.state);
}

function isState(state: string | undefined): boolean {
  return state === undefined || /^[RSDTtZXxKWPIN][<NLsl+W]*$/.test(state);
}

function cellsOf(table: PsTable, text: string): readonly string[] | undefined {
  const { columns, wideAt } = table;
  const behind = columns.length - 1 - wideAt;
  if (behind === 0 && !table.hasStarted) {
    const cells = wordsUpTo(text, columns.length);
    // An empty command line prints nothing at all.
    return cells.length >= columns.length - 1 ? cells : undefined;
  }
  const cells = table.hasStarted ? joinStarted(columns, words(text)) : words(text);
  if (cells.length < columns.length) return undefined;
  const wide = cells.slice(wideAt, cells.length - behind).join(' ');
  return [...cells.slice(0, wideAt), wide, ...cells.slice(cells.length - behind)];
}

/** STARTED is one word ('23:49:38'), two ('Nov 30') or five ('Mon Nov 30 23:49:38 2026'). */
function joinStarted(columns: readonly PsColumn[], cells: readonly string[]): readonly string[] {
  const at = columns.findIndex((column) => column.kind === 'started');
  const first = cells[at] ?? '';
  const length = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)$/.test(first) ? 5 : /^[A-Z][a-z]{2}$/.test(first) ? 2 : 1;
  return [...cells.slice(0, at), cells.slice(at, at + length).join(' '), ...cells.slice(at + length)];
}
