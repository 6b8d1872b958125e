import { citesOf, defineParser, type ParseProblem, type Source, type SourceLine } from '../parser.ts';
import { readSampling, type Sampling } from '../text/arguments.ts';
import { isDigits } from '../text/number.ts';
import { type Columns, columnsOf, readCells } from '../text/rows.ts';
import { isBlankLine, words } from '../text/words.ts';
import { classicNames, isNamesLine, namesIn, unitOf, type VmstatField, vmstatColumns } from './columns.ts';
import type { VmstatRow, VmstatSample } from './sample.ts';

/**
 * vmstat: the host at a glance, interval after interval.
 *
 * Reads   vmstat of procps 2 to 4: default, -a, -w, -t, -S, -y; with its names, with them repeated, or without them; led by a watcher's word
 * Columns r -> runnableTasks, b -> blockedTasks, swpd, free, buff, cache, inact, active -> …Bytes, si, so -> swapIn/OutBytesPerS,
 *         bi, bo -> blockIn/OutBytesPerS (blocks of 1,024 bytes, whatever -S says), in, cs, us, sy, id, wa, st, gu -> …PerS, …Pct
 * Not     -d, -D, -p, -m and -s, which are other tables
 * Caution the first row is the mean since boot unless -y was given, and is marked; b of the first row is of now; si and so are in the
 *         unit of -S
 * Source  vmstat(8) of procps-ng
 *
 *     procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu-----
 *      r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st
 *      1 13      0 812340  30120 9120040    0    0 61440  1720 4120 8230  9  5  4 82  0
 */
export const vmstat = defineParser<VmstatSample>({
  recognise: {
    command: /^vmstat\b/,
    looksLike: (lines) => lines.some((line) => isNamesLine(words(line)) || isGroupLine(line)),
  },
  parse: (source) => {
    const { rows, problems } = readRows(source);
    const { intervalSeconds } = readSampling(source.command);
    if (rows.length === 0) return { sample: undefined, problems };
    return { sample: { ...(intervalSeconds !== undefined ? { intervalSeconds } : {}), rows }, problems };
  },
});

interface State {
  readonly sampling: Sampling;
  readonly known: ReturnType<typeof vmstatColumns>;
  readonly rows: VmstatRow[];
  readonly problems: ParseProblem[];
  names: readonly string[] | undefined;
  columns: Columns<VmstatField>;
  /** Each row is led by a word of a watcher, who as a rule keeps no row since boot. */
  watched: boolean;
  /** The next row is the first of a run. */
  atStart: boolean;
  rowsInRun: number;
}

function readRows(source: Source): State {
  const state: State = {
    sampling: readSampling(source.command),
    known: vmstatColumns(unitOf(source.command)),
    rows: [],
    problems: [],
    names: undefined,
    columns: [],
    watched: false,
    atStart: false,
    rowsInRun: 0,
  };
  for (const line of source.lines) if (!isBlankLine(line.text)) readLine(state, line);
  return state;
}

function readLine(state: State, line: SourceLine): void {
  if (isGroupLine(line.text)) {
    state.watched = line.text.trimStart().startsWith('--time');
    return;
  }
  const cells = words(line.text);
  if (isNamesLine(cells)) openNames(state, cells);
  else readRow(state, line, cells);
}

function openNames(state: State, cells: readonly string[]): void {
  const { count } = state.sampling;
  const names = namesIn(cells);
  const same = names.join(' ') === state.names?.join(' ');
  // Names come again each screenful; they begin a new run only at the start, where they are others, or where the last one had all its rows.
  state.atStart = state.rows.length === 0 || !same || (count !== undefined && state.rowsInRun === count);
  if (state.atStart) state.rowsInRun = 0;
  setNames(state, names);
}

function setNames(state: State, names: readonly string[]): void {
  state.names = names;
  state.columns = columnsOf(names, state.known);
}

function readRow(state: State, line: SourceLine, cells: readonly string[]): void {
  const { figures, at } = withoutStamp(cells);
  if (!state.names) setNames(state, classicNames(figures.length) ?? []);
  const sinceBoot = state.atStart && !state.watched && !state.sampling.letters.includes('y');
  const { row, unreadable } = readCells(figures, state.columns, { sinceBoot, ...(at ? { at } : {}), cites: citesOf(line.cite) });
  if (figures.length === 0 || figures.length !== state.names?.length || unreadable > 0) {
    state.problems.push({ cite: line.cite, why: 'not a row of vmstat: other columns than its names' });
    return;
  }
  state.rows.push(row);
  state.atStart = false;
  state.rowsInRun++;
}

/** A row is digits only; what stands before or behind them is a date, a time or a watcher's word. */
function withoutStamp(cells: readonly string[]): { readonly figures: readonly string[]; readonly at: string } {
  let from = 0;
  let to = cells.length;
  while (from < to && from < MAX_STAMP_WORDS && !isFigure(cells[from])) from++;
  while (to > from && cells.length - to < MAX_STAMP_WORDS && !isFigure(cells[to - 1])) to--;
  const at = [...cells.slice(0, from), ...cells.slice(to)].join(' ');
  return { figures: from === 0 && to === cells.length ? cells : cells.slice(from, to), at };
}
const MAX_STAMP_WORDS = 3;

function isFigure(cell: string | undefined): boolean {
  return cell !== undefined && (isDigits(cell) || /^-?\d+(?:[.,]\d+)?$/.test(cell));
}

function isGroupLine(text: string): boolean {
  return text.includes('procs') && /^\s*(?:-*(?:time|timestamp)-*\s+)?-*procs-*\s.*memory-/.test(text.slice(0, 200));
}
