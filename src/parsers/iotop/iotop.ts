import { defineParser, type ParseProblem, type Source, type SourceLine } from '../parser.ts';
import { readSampling } from '../text/arguments.ts';
import { isBlankLine } from '../text/words.ts';
import { type IotopLayout, isIotopHeader, readTask, readTotals } from './row.ts';
import type { IotopRow, IotopSample, IotopScreen, IotopTotals } from './sample.ts';

/**
 * iotop: who reads and writes, screen after screen.
 *
 * Reads   iotop and iotop-c, batch (-b) or pasted from the screen; with its header and totals or without (-qqq); with the time (-t) or
 *         without; -P, -a, -k
 * Columns TID | PID -> id, DISK READ -> readBytesPerS, DISK WRITE -> writeBytesPerS, IO> | IO -> ioWaitPct, SWAPIN -> swapInPct,
 *         PRIO -> ioClass, COMMAND -> command; the totals, and the Actual or Current ones below them
 * Not     the help line and key hints of the screen
 * Caution Total is what processes asked for, Actual what reached the disks; -a shows sums since its start, which are no rates; delay figures are
 *         zero where task delay accounting is off
 * Source  iotop(8); Documentation/accounting/taskstats-struct.rst
 *
 *     Total DISK READ :      58.59 M/s | Total DISK WRITE :       1.62 M/s
 *        TID  PRIO  USER     DISK READ  DISK WRITE  SWAPIN     IO>    COMMAND
 *      18822 be/4 root       58.40 M/s    1.60 M/s  0.00 % 92.41 % gzip
 */
export const iotop = defineParser<IotopSample>({
  recognise: {
    command: /^iotop(?:-c|-py)?\b/,
    looksLike: (lines) => lines.some((line) => isIotopHeader(line) || isTask(line)),
  },
  parse: (source) => {
    const state = readLines(source);
    const screens = state.screens
      .filter((screen) => screen.totals !== undefined || screen.rows.length > 0)
      .map(({ totals, rows }) => ({ ...(totals ? { totals } : {}), rows }));
    if (screens.length === 0) return { sample: undefined, problems: state.problems };
    const accumulated =
      readSampling(source.command, ['-n', '-d', '-p', '-u']).letters.includes('a') || /\s--accumulated\b/.test(source.command);
    return { sample: { ids: state.ids, accumulated, screens }, problems: state.problems };
  },
});

interface OpenScreen extends IotopScreen {
  totals?: IotopTotals;
  readonly rows: IotopRow[];
  readonly seen: Set<number>;
}
interface State {
  readonly screens: OpenScreen[];
  readonly problems: ParseProblem[];
  ids: IotopSample['ids'];
  layout: IotopLayout | undefined;
}

function readLines(source: Source): State {
  const state: State = { screens: [], problems: [], ids: 'unknown', layout: undefined };
  for (const line of source.lines) if (!isBlankLine(line.text)) readLine(state, line);
  return state;
}

function readLine(state: State, line: SourceLine): void {
  if (isIotopHeader(line.text)) {
    state.ids = /\bTID\b/.test(line.text) ? 'tid' : 'pid';
    state.layout = { hasSwapIn: line.text.includes('SWAPIN') };
    if ((state.screens.at(-1)?.rows.length ?? 1) > 0) open(state);
    return;
  }
  const totals = readTotals(line);
  const row = totals ? undefined : readTask(line, state.layout);
  if (totals) addTotals(state, totals.totals, totals.actual);
  else if (row) addRow(state, row);
  else state.problems.push({ cite: line.cite, why: 'neither a task nor totals of iotop' });
}

function addTotals(state: State, totals: IotopTotals, actual: boolean): void {
  const last = state.screens.at(-1);
  const screen = last && last.rows.length === 0 && (actual || !last.totals) ? last : open(state);
  screen.totals = screen.totals ? { ...screen.totals, ...totals, cites: [screen.totals.cites[0], ...totals.cites] } : totals;
}

/** Without totals between them, screens are told apart by the time, else by a task that comes again. */
function addRow(state: State, row: IotopRow): void {
  const last = state.screens.at(-1);
  const previous = last?.rows.at(-1);
  const isNext = !last || last.seen.has(row.id) || (previous !== undefined && previous.at !== row.at);
  const screen = isNext ? open(state) : last;
  screen.rows.push(row);
  screen.seen.add(row.id);
}

function open(state: State): OpenScreen {
  const screen: OpenScreen = { rows: [], seen: new Set() };
  state.screens.push(screen);
  return screen;
}

function isTask(text: string): boolean {
  const line = { text, cite: { output: '' as never, command: '', line: 1, text } };
  return /\b(?:be\/\d|rt\/\d|idle)\s/.test(text.slice(0, 60)) && readTask(line, undefined) !== undefined;
}
