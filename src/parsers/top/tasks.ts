import { citesOf, type SourceLine } from '../parser.ts';
import { readCount, readNumber, readSize } from '../text/number.ts';
import { words } from '../text/words.ts';
import type { TopTask } from './sample.ts';

/** Column names of the list, as its header has them. */
export type Columns = readonly string[];

/** What procps prints unless told otherwise: for a paste that begins below its header. */
export const USUAL_COLUMNS: Columns = 'PID USER PR NI VIRT RES SHR S %CPU %MEM TIME+ COMMAND'.split(' ');
const COMMAND_NAMES = new Set(['COMMAND', 'BEFEHL', 'COMMANDE', 'COM.', 'ORDEN', 'COMANDO', 'КОМАНДА']);
const KIB = 1024;

export function readColumns(text: string): Columns | undefined {
  const names = words(text);
  const isHeader = names.includes('PID') && (names.includes('%CPU') || names.includes('S') || names.includes('STAT'));
  return isHeader ? names : undefined;
}

/** One row of the list; undefined where the line is none. */
export function readTask(line: SourceLine, columns: Columns): TopTask | undefined {
  const cells = cellsOf(words(line.text), columns);
  if (cells === undefined) return undefined;
  const cell = (...names: readonly string[]) => names.map((name) => cells.get(name)).find((word) => word !== undefined);
  const pid = readCount(cell('PID'));
  const name = cell('COMMAND');
  if (pid === undefined || name === undefined || name === '') return undefined;
  const state = cell('S', 'STAT')?.charAt(0);
  if (state !== undefined && !/^[A-Zt]$/.test(state)) return undefined;
  const user = cell('USER', 'UID', 'RUSER');
  return {
    pid,
    name,
    ...present('parentPid', readCount(cell('PPID'))),
    ...(user === undefined ? {} : { user }),
    ...(state === undefined ? {} : { state }),
    ...present('niceness', readNumber(cell('NI'))),
    ...present('cpuPct', readPct(cell('%CPU'))),
    ...present('memoryPct', readPct(cell('%MEM'))),
    ...present('residentBytes', readSize(cell('RES', 'RSS'), KIB)),
    ...present('virtualBytes', readSize(cell('VIRT', 'VSZ', 'SIZE'), KIB)),
    ...present('cpuSeconds', readCpuTime(cell('TIME+', 'ZEIT+', 'TEMPS+', 'HORA+', 'TIME'))),
    cites: citesOf(line.cite),
  };
}

/** Words by column: the command takes what the other columns leave, whichever place it has. */
function cellsOf(row: readonly string[], columns: Columns): ReadonlyMap<string, string> | undefined {
  const state = Math.max(columns.indexOf('S'), columns.indexOf('STAT'));
  // busybox writes the state as up to three letters with blanks among them: 'S <', 'S N'.
  const cells = state >= 0 && /^[<N]$/.test(row[state + 1] ?? '') ? row.toSpliced(state + 1, 1) : row;
  if (cells.length < columns.length) return undefined;
  const command = columns.findIndex((name) => COMMAND_NAMES.has(name.toUpperCase()));
  const at = command < 0 ? columns.length - 1 : command;
  const after = columns.length - at - 1;
  const end = cells.length - after;
  const values = [...cells.slice(0, at), cells.slice(at, end).join(' '), ...cells.slice(end)];
  return new Map(columns.map((name, index) => [index === at ? 'COMMAND' : name, values[index] ?? '']));
}

function readPct(word: string | undefined): number | undefined {
  return readNumber(word?.replace(/%$/, ''));
}

/** '19332:17', '0:15.12', '0:15,12' are minutes and seconds. */
function readCpuTime(word: string | undefined): number | undefined {
  const match = /^(\d+):(\d\d(?:[.,]\d+)?)$/.exec(word ?? '');
  const minutes = readCount(match?.[1]);
  const seconds = readNumber(match?.[2]);
  return minutes === undefined || seconds === undefined ? undefined : minutes * 60 + seconds;
}

function present<K extends string>(key: K, value: number | undefined): { readonly [P in K]?: number } {
  return value === undefined ? {} : ({ [key]: value } as { readonly [P in K]: number });
}
