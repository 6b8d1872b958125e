import type { NumericKey } from '../../model/evidence.ts';
import { citesOf, type SourceLine } from '../parser.ts';
import { readCount, readNumber, readPct, readSize } from '../text/number.ts';
import { words } from '../text/words.ts';
import type { TopTask } from './sample.ts';

/** The list's columns, worked out once from its header for the rows below it; -1 where the header has none such. */
export interface Columns {
  readonly width: number;
  /** The command takes what the other columns leave, whichever place it has. */
  readonly commandAt: number;
  readonly pidAt: number;
  readonly stateAt: number;
  readonly userAt: number;
  readonly figures: readonly { readonly field: Figure; readonly at: number; readonly read: Read }[];
}
type Figure = Exclude<NumericKey<TopTask>, 'pid'>;
type Read = (cell: string) => number | undefined;

const COMMAND_NAMES = new Set(['COMMAND', 'BEFEHL', 'COMMANDE', 'COM.', 'ORDEN', 'COMANDO', 'КОМАНДА']);
const KIB = 1024;
const kib: Read = (cell) => readSize(cell, KIB);

/** Where a header has several of a figure's names, the first here is meant. */
const FIGURES: readonly (readonly [Figure, Read, readonly string[]])[] = [
  ['parentPid', readCount, ['PPID']],
  ['niceness', readNumber, ['NI']],
  ['cpuPct', readPct, ['%CPU']],
  ['memoryPct', readPct, ['%MEM']],
  ['residentBytes', kib, ['RES', 'RSS']],
  ['virtualBytes', kib, ['VIRT', 'VSZ', 'SIZE']],
  ['cpuSeconds', readCpuTime, ['TIME+', 'ZEIT+', 'TEMPS+', 'HORA+', 'TIME']],
];

export function readColumns(text: string): Columns | undefined {
  if (!text.includes('PID')) return undefined;
  const names = words(text);
  const isHeader = names.includes('PID') && (names.includes('%CPU') || names.includes('S') || names.includes('STAT'));
  return isHeader ? columnsOf(names) : undefined;
}

function columnsOf(names: readonly string[]): Columns {
  const command = names.findIndex((name) => COMMAND_NAMES.has(name.toUpperCase()));
  const commandAt = command < 0 ? names.length - 1 : command;
  const place = (wanted: readonly string[]) => wanted.map((name) => names.indexOf(name)).find((at) => at >= 0 && at !== commandAt) ?? -1;
  return {
    width: names.length,
    commandAt,
    pidAt: place(['PID']),
    stateAt: place(['S', 'STAT']),
    userAt: place(['USER', 'UID', 'RUSER']),
    figures: FIGURES.map(([field, read, wanted]) => ({ field, read, at: place(wanted) })).filter(({ at }) => at >= 0),
  };
}

/** What procps prints unless told otherwise: for a paste that begins below its header. */
export const USUAL_COLUMNS = columnsOf('PID USER PR NI VIRT RES SHR S %CPU %MEM TIME+ COMMAND'.split(' '));

/** One row of the list; undefined where the line is none. */
export function readTask(line: SourceLine, columns: Columns): TopTask | undefined {
  const cells = cellsOf(words(line.text), columns);
  const pid = readCount(cells?.[columns.pidAt]);
  const name = cells?.[columns.commandAt] ?? '';
  if (cells === undefined || pid === undefined || name === '') return undefined;
  const state = cells[columns.stateAt]?.charAt(0);
  if (state !== undefined && !/^[A-Zt]$/.test(state)) return undefined;
  const user = cells[columns.userAt];
  // Filled in place: tasks are many, and copying one costs more than reading it.
  const task: Draft = { pid, name, cites: citesOf(line.cite) };
  if (user !== undefined) task.user = user;
  if (state !== undefined) task.state = state;
  for (const { field, at, read } of columns.figures) {
    const value = read(cells[at] ?? '');
    if (value !== undefined) task[field] = value;
  }
  return task;
}
type Draft = { -readonly [Field in keyof TopTask]: TopTask[Field] };

/** The words by column, those of the command as one. */
function cellsOf(row: readonly string[], { width, commandAt, stateAt }: Columns): readonly string[] | undefined {
  // busybox writes the state as up to three letters with blanks among them: 'S <', 'S N'.
  const cells = stateAt >= 0 && /^[<N]$/.test(row[stateAt + 1] ?? '') ? row.toSpliced(stateAt + 1, 1) : row;
  if (cells.length <= width) return cells.length === width ? cells : undefined;
  const end = cells.length - (width - commandAt - 1);
  return [...cells.slice(0, commandAt), cells.slice(commandAt, end).join(' '), ...cells.slice(end)];
}

/** '19332:17', '0:15.12', '0:15,12' are minutes and seconds. */
function readCpuTime(word: string): number | undefined {
  const match = /^(\d+):(\d\d(?:[.,]\d+)?)$/.exec(word);
  const minutes = readCount(match?.[1]);
  const seconds = readNumber(match?.[2]);
  return minutes === undefined || seconds === undefined ? undefined : minutes * 60 + seconds;
}
