import { defineParser, type ParseProblem, type Source, type SourceLine } from '../parser.ts';
import { readSampling } from '../text/arguments.ts';
import { type Banner, readBanner } from '../text/banner.ts';
import { isBlankLine } from '../text/words.ts';
import type { PidstatInterval, PidstatRow, PidstatSample } from './sample.ts';
import { type PidstatTable, readTask, type Stamped, stamped, tableOf } from './table.ts';

/**
 * pidstat: figures of each process, interval after interval.
 *
 * Reads   pidstat of sysstat 10 to 12.7: -d, -u, -r, -w, any of them together, -h, -H, -t, -U, -l, --human; 12-hour clocks, decimal
 *         commas; a table that was pasted without its time
 * Columns kB_rd/s -> readBytesPerS, kB_wr/s -> writeBytesPerS, kB_ccwr/s -> cancelledWriteBytesPerS, iodelay -> ioDelayTicks, %usr,
 *         %system, %wait, %CPU -> userPct …, majflt/s -> majorFaultsPerS, RSS -> residentBytes, cswch/s -> voluntarySwitchesPerS
 * Not     StkSize, StkRef, threads and fd-nr
 * Caution bytes are of all devices together; -1.00 is what this account may not read, not a figure; without an interval the figures are
 *         since boot; %CPU of a thread group may exceed 100
 * Source  pidstat(1) of sysstat; proc_pid_io(5)
 *
 *     00:10:01      UID       PID   kB_rd/s   kB_wr/s kB_ccwr/s iodelay  Command
 *     00:10:02        0     18822  59801.00   1640.00      0.00      93  gzip
 */
export const pidstat = defineParser<PidstatSample>({
  recognise: {
    command: /^pidstat\b/,
    looksLike: (lines) =>
      lines.some((line) => line.includes('PID') && /^(?:#|\s*\S+:|\s*\d|\s*(?:UID|USER|PID)\s)/.test(line) && tableOf(line) !== undefined),
  },
  parse: (source) => {
    const state = readLines(source);
    const { intervals, averages, problems, banner } = state;
    // A header without rows is an answer too: nothing to show, or nothing that this account may see.
    if (!state.table) return { sample: undefined, problems };
    const sampling = readSampling(source.command, ['-p', '-C', '-G', '-T', '-e']);
    return {
      sample: {
        ...(banner ? { banner } : {}),
        ...(sampling.intervalSeconds !== undefined ? { intervalSeconds: sampling.intervalSeconds } : {}),
        intervals,
        sinceBoot: sampling.known ? !sampling.repeats : state.headerHasRowsStamp,
        averages,
      },
      problems,
    };
  },
});

interface OpenInterval extends PidstatInterval {
  readonly rows: PidstatRow[];
}
interface State {
  readonly intervals: OpenInterval[];
  readonly averages: PidstatRow[];
  readonly problems: ParseProblem[];
  banner?: Banner;
  table: PidstatTable | undefined;
  /** The process that thread lines stand under. */
  pidOfThreads: number | undefined;
  headerHasRowsStamp: boolean;
}

function readLines(source: Source): State {
  const state: State = {
    intervals: [],
    averages: [],
    problems: [],
    table: undefined,
    pidOfThreads: undefined,
    headerHasRowsStamp: false,
  };
  for (const line of source.lines) if (!isBlankLine(line.text)) readLine(state, line);
  return state;
}

function readLine(state: State, line: SourceLine): void {
  const banner = readBanner(line);
  if (banner) {
    state.banner ??= banner;
    return;
  }
  const table = tableOf(line.text);
  if (table) state.table = table;
  else readRow(state, line);
}

function readRow(state: State, line: SourceLine): void {
  // A row that was pasted without its stamp still has its figures.
  const lead: Stamped = stamped(line.text) ?? { at: '', average: false, rest: line.text };
  const row = state.table && readTask(state.table, lead.rest, line);
  if (!state.table || !row) {
    state.problems.push({ cite: line.cite, why: state.table ? 'other columns than the header above' : 'no header stands above this line' });
    return;
  }
  const task = underItsProcess(state, row);
  if (lead.average) state.averages.push(task);
  else addToInterval(state, state.table, lead.at, task);
}

/** -t prints '-' for the process of a thread: it is the one whose line came last. */
function underItsProcess(state: State, row: PidstatRow): PidstatRow {
  if (row.tid === undefined) {
    state.pidOfThreads = row.pid;
    return row;
  }
  return row.pid === undefined && state.pidOfThreads !== undefined ? { ...row, pid: state.pidOfThreads } : row;
}

/** Rows with one stamp are one interval, however many blocks a combined run spread them over. */
function addToInterval(state: State, table: PidstatTable, at: string, row: PidstatRow): void {
  if (state.intervals.length === 0) state.headerHasRowsStamp = at !== '' && table.at === at;
  const last = state.intervals.at(-1);
  if (last && (last.at ?? '') === at) last.rows.push(row);
  else state.intervals.push({ ...(at !== '' ? { at } : {}), rows: [row] });
}
