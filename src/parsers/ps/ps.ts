import { defineParser, type ParseProblem, type Source } from '../parser.ts';
import { isBlankLine, words } from '../text/words.ts';
import { keysIn } from './columns.ts';
import { type PsTable, psTable, readProcess } from './row.ts';
import type { PsRow, PsSample } from './sample.ts';

/**
 * ps: the processes.
 *
 * Reads   ps of procps 3 and 4 and of busybox, in any set of columns: by its header, else by the -o list of its command line; aux, -ef
 * Columns PID -> pid, PPID -> parentPid, STAT | S -> state, RSS -> residentBytes, VSZ -> virtualBytes, ELAPSED -> elapsedSeconds,
 *         TIME -> cpuSeconds, NI -> nice, WCHAN -> wchan, CGROUP -> cgroup, UNIT -> unit, comm -> name, args | CMD -> args
 * Not     TTY, START, flags and other columns; a wchan of 0 or '?', which this account may not see
 * Caution %CPU is a mean over the life of the process, not now; a name in brackets is a kernel thread's, or one that a process gave itself
 * Source  ps(1) of procps-ng; busybox procps/ps.c
 *
 *         PID    PPID S WCHAN                 ELAPSED COMMAND
 *       18822   18790 D folio_wait_bit_common     118 gzip
 */
export const ps = defineParser<PsSample>({
  recognise: {
    command: /^ps\b/,
    looksLike: (lines) => lines.some(isHeader) && !lines.some((line) => TOP.test(line)),
  },
  parse: (source) => {
    const problems: ParseProblem[] = [];
    const { rows, known } = readRows(source, problems);
    return { sample: known && rows.length > 0 ? { rows } : undefined, problems };
  },
});

function readRows(source: Source, problems: ParseProblem[]): { readonly rows: readonly PsRow[]; readonly known: boolean } {
  const keys = keysIn(source.command);
  const rows: PsRow[] = [];
  let table = keys ? psTable(keys) : undefined;
  for (const line of source.lines) {
    if (isBlankLine(line.text)) continue;
    if (isHeader(line.text)) {
      table = headedBy(words(line.text), keys);
      continue;
    }
    const row = table && readProcess(table, line);
    if (row) rows.push(row);
    else problems.push({ cite: line.cite, why: table ? 'does not fit the columns' : 'no header stands above this line' });
  }
  return { rows, known: table !== undefined };
}

/** COMMAND heads both the short name and the whole command line: where the -o list has as many columns, it tells which. */
function headedBy(header: readonly string[], keys: readonly string[] | undefined): PsTable | undefined {
  return psTable(
    keys?.length === header.length ? header.map((name, at) => (name === 'COMMAND' || name === 'CMD' ? (keys[at] ?? name) : name)) : header,
  );
}

/** Words in capitals, PID and a command among them: pidstat and iotop head theirs otherwise. */
function isHeader(line: string): boolean {
  if (!line.includes('PID') || line.length > MAX_HEADER || line.includes('TIME+') || line.includes('PRIO ') || line.includes('%VSZ'))
    return false;
  const cells = words(line);
  return cells.includes('PID') && cells.length > 1 && cells.every((cell) => /^[A-Z%][A-Z]*$/.test(cell));
}
const MAX_HEADER = 400;

/** Lines that only top prints above its task list. */
const TOP = /^(?:top - |Tasks:|Threads:|%?Cpu\(?s?|CPU:|CPU states|KiB Mem|MiB Mem|GiB Mem|Mem:|Load average:|load average:)/;
