import { citesOf, defineParser, type ParseProblem, type Source, type SourceLine } from '../parser.ts';
import { readSampling } from '../text/arguments.ts';
import { type Banner, readBanner } from '../text/banner.ts';
import { columnsOf, readCells } from '../text/rows.ts';
import { isBlankLine, words } from '../text/words.ts';
import { cpuColumns, deviceColumns, otherDeviceColumns } from './columns.ts';
import { type DeviceTable, deviceTable, joinedCells, readDevice } from './device-row.ts';
import { addDevice, newReport, type OpenReport, startsNewReport, withSinceBoot } from './report.ts';
import type { IostatDevice, IostatSample } from './sample.ts';

/**
 * iostat: figures of each block device, report after report.
 *
 * Reads   iostat of sysstat 10 to 12.7: the extended (-x), the basic, the short (-s), the --human and the --pretty layout, -k, -m, -t,
 *         -y, -z; columns are found by header, in any order; decimal commas; folded rows
 * Columns rkB/s | kB_read/s | rMB/s | rsec/s | Blk_read/s -> readBytesPerS, r/s -> readOpsPerS, r_await -> readAwaitMs,
 *         aqu-sz | avgqu-sz -> queueLength, areq-sz | avgrq-sz -> requestBytes, %util -> utilPct; the same of w, d and f; avg-cpu's %
 * Not     totals since the last report (kB_read, kB_wrtn), shares of merges (%rrqm)
 * Caution the first report is the mean since boot unless -y was given, and is marked; %util may exceed 100 and says little of a device
 *         that serves many requests at once; svctm is not to be trusted
 * Source  iostat(1) of sysstat; Documentation/admin-guide/iostats.rst
 *
 *     Device            r/s     rkB/s   rrqm/s  %rrqm r_await rareq-sz     w/s     wkB/s   wrqm/s  %wrqm w_await wareq-sz  aqu-sz  %util
 *     nvme1n1        480.00  61440.00     0.00   0.00   46.10   128.00   12.00   1720.00     2.00  14.29   52.40   143.33   24.10 100.00
 */
export const iostat = defineParser<IostatSample>({
  recognise: {
    command: /^iostat\b/,
    looksLike: (lines) => lines.some((line) => isDeviceHeader(words(line))) || looksLikeCpuOnly(lines),
  },
  parse: (source) => {
    const state = readLines(source);
    const reports = withSinceBoot(state.reports, readSampling(source.command, VALUED_OPTIONS), state.banner);
    const { intervalSeconds } = readSampling(source.command, VALUED_OPTIONS);
    if (reports.length === 0) return { sample: undefined, problems: state.problems };
    return {
      sample: {
        ...(state.banner ? { banner: state.banner } : {}),
        ...(intervalSeconds !== undefined ? { intervalSeconds } : {}),
        reports,
      },
      problems: state.problems,
    };
  },
});

const VALUED_OPTIONS = ['-g', '-j', '-o', '-f', '+f'];
const STAMP = /^(?:Time: )?(?:\d{1,4}[./-]\d{1,2}[./-]\d{1,4}\.?,?[T ] ?)?\d{1,2}:\d\d:\d\d(?: [AP]M|[+-]\d{4})?$/;

interface State {
  readonly reports: OpenReport[];
  readonly problems: ParseProblem[];
  banner?: Banner;
  /** What the next line of figures belongs to. */
  table: DeviceTable | undefined;
  cpuHeader: string[] | undefined;
  /** Cells of a row that was folded: its other half may follow. */
  folded: { readonly cells: string[]; readonly line: SourceLine } | undefined;
}

function readLines(source: Source): State {
  const state: State = { reports: [], problems: [], table: undefined, cpuHeader: undefined, folded: undefined };
  for (const line of source.lines) if (!isBlankLine(line.text)) readLine(state, line);
  dropFolded(state);
  return state;
}

function readLine(state: State, line: SourceLine): void {
  const { text } = line;
  const banner = readBanner(line);
  if (banner) state.banner ??= banner;
  else if (text.trimStart().startsWith('avg-cpu')) openCpu(state, text);
  else if (text.length < MAX_STAMP && STAMP.test(text.trim())) openReport(state, text.trim());
  else readFigures(state, line);
}
const MAX_STAMP = 60;

function openCpu(state: State, text: string): void {
  dropFolded(state);
  const report = state.reports.at(-1);
  if (!report || report.cpu || report.devices.size > 0) openReport(state);
  state.cpuHeader = words(text).slice(1);
  state.table = undefined;
}

function openReport(state: State, at?: string): OpenReport {
  const report = newReport(at);
  state.reports.push(report);
  return report;
}

function readFigures(state: State, line: SourceLine): void {
  const cells = words(line.text);
  if (isDeviceHeader(cells)) openDevices(state, cells);
  else if (state.cpuHeader) readCpu(state, state.cpuHeader, cells, line);
  else if (!state.table) addProblem(state, line, 'no header stands above this line');
  else if (isRestOfHeader(state.table, cells)) {
    state.table = deviceTable([...state.table.header, ...cells]);
  } else readRow(state, state.table, cells, line);
}

function openDevices(state: State, header: readonly string[]): void {
  dropFolded(state);
  const table = deviceTable(header);
  const report = state.reports.at(-1);
  const begins = !report || report.sections.has(table.key);
  (begins ? openReport(state) : report).sections.add(table.key);
  state.table = table;
  state.cpuHeader = undefined;
}

function readCpu(state: State, header: readonly string[], cells: readonly string[], line: SourceLine): void {
  state.cpuHeader = undefined;
  const report = state.reports.at(-1);
  const { row, unreadable } = readCells(cells, columnsOf(header, cpuColumns), { cites: citesOf(line.cite) });
  if (report && unreadable === 0 && cells.length === header.length) report.cpu = row;
  else addProblem(state, line, 'not the figures of the avg-cpu header above');
}

function readRow(state: State, table: DeviceTable, cells: string[], line: SourceLine): void {
  const joined = joinedCells(table, state.folded, cells, line);
  if (joined?.usesFolded) state.folded = undefined;
  else dropFolded(state);
  const row = joined && readDevice(table, joined.cells, joined.cites);
  if (row) placeDevice(state, table, row);
  else if (joined) addProblem(state, line, 'a figure of this row is no number');
  else if (cells.length < table.header.length) state.folded = { cells, line };
  else addProblem(state, line, `${cells.length} columns under a header of ${table.header.length}`);
}

function placeDevice(state: State, table: DeviceTable, row: IostatDevice): void {
  const last = state.reports.at(-1);
  const report = last && !startsNewReport(last, table, row.device) ? last : openReport(state);
  addDevice(report, table, row);
}

function dropFolded(state: State): void {
  if (state.folded) addProblem(state, state.folded.line, 'fewer columns than the header: the line is cut');
  state.folded = undefined;
}

function addProblem(state: State, line: SourceLine, why: string): void {
  state.problems.push({ cite: line.cite, why });
}

/** 'Device' or 'Device:' stands first, or last in the --pretty layout, beside at least two names that iostat prints. */
function isDeviceHeader(cells: readonly string[]): boolean {
  const first = cells[0] ?? '';
  const isHeader = first === 'Device' || first === 'Device:' || cells.at(-1) === 'Device';
  return isHeader && cells.filter((cell) => deviceColumns.has(cell)).length >= 2;
}

/** A mailer folds the header as it folds the rows. */
function isRestOfHeader(table: DeviceTable, cells: readonly string[]): boolean {
  const fits = table.header.length + cells.length <= MOST_COLUMNS;
  return fits && cells.every((cell) => deviceColumns.has(cell) || otherDeviceColumns.has(cell));
}
const MOST_COLUMNS = 40;

/** iostat -c: only the avg-cpu blocks. */
function looksLikeCpuOnly(lines: readonly string[]): boolean {
  return lines.some((line) => line.startsWith('avg-cpu:') && line.includes('%iowait'));
}
