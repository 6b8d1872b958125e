import type { ParseProblem, SourceLine } from '../parser.ts';
import { words } from '../text/words.ts';
import { readShareTable } from './columns.ts';
import { readCounts, readCpus, readHead } from './head.ts';
import { joined, readMemoryLine } from './memory.ts';
import type { TopCounts, TopCpu, TopHead, TopMemory, TopScreen, TopSwap, TopTask } from './sample.ts';
import { type Columns, readColumns, readTask, USUAL_COLUMNS } from './tasks.ts';

/** A screen while it is being read. */
interface Draft {
  head?: TopHead;
  counts?: TopCounts;
  readonly cpus: TopCpu[];
  memory?: TopMemory | undefined;
  swap?: TopSwap | undefined;
  readonly tasks: TopTask[];
  columns?: Columns;
  /** Names of the CPU table of procps 2, while its lines follow. */
  shareNames?: readonly string[];
}

/** All screens so far, the one being read last, and what was not understood. */
export interface Reading {
  readonly drafts: Draft[];
  readonly problems: ParseProblem[];
}

/** Reads one line into the screen it belongs to; false where no part of a screen looks so. */
export function readLine(line: SourceLine, reading: Reading): boolean {
  // Nearly every line is a task of a list whose header is known: it is tried before the summary's many forms.
  return readKnownTask(line, reading) || SUMMARY_AND_LIST.some((read) => read(line, reading));
}

const SUMMARY_AND_LIST = [readHeadLine, readCountsLine, readCpuLine, readMemory, readListLine];

export function screensOf({ drafts }: Reading): readonly TopScreen[] {
  return drafts.filter(holdsAnything).map(({ columns: _columns, shareNames: _names, memory, swap, ...rest }) => ({
    ...rest,
    ...(memory === undefined ? {} : { memory }),
    ...(swap === undefined ? {} : { swap }),
  }));
}

function holdsAnything({ head, counts, cpus, memory, swap, tasks }: Draft): boolean {
  return [head, counts, memory, swap].some((part) => part !== undefined) || cpus.length > 0 || tasks.length > 0;
}

/** The screen being read, or a new one where that already has what comes now. */
function draftUnless({ drafts }: Reading, has: (draft: Draft) => boolean): Draft {
  const last = drafts.at(-1);
  if (last !== undefined && !has(last)) return last;
  const fresh: Draft = { cpus: [], tasks: [] };
  drafts.push(fresh);
  return fresh;
}

function readHeadLine(line: SourceLine, reading: Reading): boolean {
  const head = readHead(line);
  if (head === undefined) return false;
  // busybox prints its load below the CPU line: it belongs to the screen that has begun.
  const begins = head.clockSeconds !== undefined;
  draftUnless(reading, (draft) => (begins ? holdsAnything(draft) : draft.head !== undefined)).head = head;
  return true;
}

function readCountsLine(line: SourceLine, reading: Reading): boolean {
  const counts = readCounts(line);
  if (counts !== undefined) draftUnless(reading, (draft) => draft.counts !== undefined).counts = counts;
  return counts !== undefined;
}

function readCpuLine(line: SourceLine, reading: Reading): boolean {
  const cpus = readCpus(line);
  for (const cpu of cpus) draftUnless(reading, (draft) => draft.cpus.some((other) => other.cpu === cpu.cpu)).cpus.push(cpu);
  return cpus.length > 0 || readCpuTable(line, reading);
}

/** procps 2: 'CPU states:  cpu    user    nice …' and below it 'total    0.0%    0.0% …', 'cpu00 …'. */
function readCpuTable(line: SourceLine, reading: Reading): boolean {
  const header = /^CPU states:\s+cpu\s+(\D+)$/.exec(line.text);
  if (header) {
    draftUnless(reading, (draft) => draft.cpus.length > 0).shareNames = words(header[1] ?? '');
    return true;
  }
  const draft = reading.drafts.at(-1);
  const row = /^\s+(?:total|cpu(\d+))\s+([\d.%\s]+)$/.exec(line.text);
  if (draft?.shareNames === undefined || row === null) return false;
  const cpu = row[1] === undefined ? 'all' : String(Number(row[1]));
  draft.cpus.push({ cpu, ...readShareTable(draft.shareNames, words(row[2] ?? '')), cites: [line.cite] });
  return true;
}

function readMemory(line: SourceLine, reading: Reading): boolean {
  const last = reading.drafts.at(-1);
  const read = readMemoryLine(line, last?.memory !== undefined && last.tasks.length === 0);
  if (read === undefined) return false;
  const draft = draftUnless(reading, (other) => other[read.of] !== undefined || other.tasks.length > 0);
  draft.memory = joined(draft.memory, read.memory, line);
  draft.swap = joined(draft.swap, read.swap, line);
  if (read.impossible !== undefined) reading.problems.push({ cite: line.cite, why: read.impossible });
  return true;
}

function readListLine(line: SourceLine, reading: Reading): boolean {
  const columns = readColumns(line.text);
  if (columns !== undefined) {
    draftUnless(reading, (draft) => draft.tasks.length > 0).columns = columns;
    return true;
  }
  const headed = reading.drafts.at(-1)?.columns !== undefined;
  const task = headed ? undefined : readTask(line, USUAL_COLUMNS);
  if (task === undefined) return false;
  draftUnless(reading, () => false).tasks.push(task);
  return true;
}

function readKnownTask(line: SourceLine, { drafts }: Reading): boolean {
  const draft = drafts.at(-1);
  const task = draft?.columns && readTask(line, draft.columns);
  if (task) draft.tasks.push(task);
  return task !== undefined;
}
