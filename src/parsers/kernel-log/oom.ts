import type { Cites } from '../../model/evidence.ts';
import type { OomReport, OomTask } from '../../model/oom-report.ts';
import type { SourceLine } from '../parser.ts';
import { PAGE_BYTES } from '../text/page-bytes.ts';

type Figure = 'usageBytes' | 'limitBytes' | 'failures' | 'cacheBytes' | 'dirtyBytes' | 'anonBytes' | VictimFigure | SwapFigure;
type VictimFigure = 'victimAnonBytes' | 'victimFileBytes';
type SwapFigure = 'swapFreeBytes' | 'swapTotalBytes';

/** What the lines of one report have told so far. The first line that has a figure gives it. */
export interface OomDraft {
  scope?: 'cgroup' | 'host';
  limitCgroup?: string;
  askedBy?: string;
  victimNamed: boolean;
  readonly figures: Map<Figure, { readonly value: number; readonly cites: Cites }>;
  /** The largest so far, largest first. */
  tasks: readonly OomTask[];
  /** Where the table's cells stand: kernels added and dropped columns. */
  columns: readonly string[];
}

const KIB = 1024;
const TASKS_KEPT = 5;

const FIGURES: readonly (readonly [Figure, number, RegExp])[] = [
  ['usageBytes', KIB, /^memory: usage (\d+)kB/],
  ['limitBytes', KIB, /^memory: usage \d+kB, limit (\d+)kB/],
  ['failures', 1, /^memory: usage \d+kB, limit \d+kB, failcnt (\d+)/],
  // cgroup v1 has all on one line, v2 a line each.
  ['cacheBytes', KIB, /(?:^| |:)cache:(\d+)KB/],
  ['cacheBytes', 1, /^\s*file (\d+)$/],
  ['dirtyBytes', KIB, /(?:^| |:)dirty:(\d+)KB/],
  ['dirtyBytes', 1, /^\s*file_dirty (\d+)$/],
  ['anonBytes', KIB, /(?:^| |:)rss:(\d+)KB/],
  ['anonBytes', 1, /^\s*anon (\d+)$/],
  ['victimAnonBytes', KIB, /Killed process .*\banon-rss:(\d+)kB/],
  ['victimFileBytes', KIB, /Killed process .*\bfile-rss:(\d+)kB/],
  ['swapFreeBytes', KIB, /^Free swap\s*[=:]\s*(\d+)kB/],
  ['swapTotalBytes', KIB, /^Total swap\s*[=:]\s*(\d+)kB/],
];
const READ_CHARS = 1500;

export function newOomDraft(): OomDraft {
  return { victimNamed: false, figures: new Map(), tasks: [], columns: [] };
}

/** Takes what one line of a report tells, rows of the task table apart. */
export function readOom(draft: OomDraft, text: string, { cite }: SourceLine): void {
  const head = text.slice(0, READ_CHARS);
  for (const [figure, unit, pattern] of FIGURES) {
    const value = pattern.exec(head)?.[1];
    if (value !== undefined && !draft.figures.has(figure)) draft.figures.set(figure, { value: Number(value) * unit, cites: [cite] });
  }
  readWords(draft, head);
}

function readWords(draft: OomDraft, text: string): void {
  const limit = /killed as a result of limit of (\/\S*)/.exec(text) ?? /\boom_memcg=([^,]+)/.exec(text);
  if (limit?.[1] !== undefined) draft.limitCgroup ??= limit[1];
  const asked = /^(.{1,64}?) invoked oom-killer:/.exec(text);
  if (asked?.[1] !== undefined) draft.askedBy ??= asked[1];
  draft.victimNamed ||= /\bkill(?:ed)? process \d+|^oom-kill:.*\btask=|^oom_reaper: reaped/i.test(text);
  if (/^Memory cgroup out of memory|killed as a result of limit of|^memory: usage \d+kB|CONSTRAINT_MEMCG|^Memory cgroup stats/.test(text)) {
    draft.scope = 'cgroup';
  } else if (/^Out of [Mm]emory\b|CONSTRAINT_(?:NONE|CPUSET|MEMORY_POLICY)/.test(text)) {
    draft.scope ??= 'host';
  }
}

/** '[ pid ]   uid  tgid total_vm      rss nr_ptes swapents oom_score_adj name' and the rows below it, of which there may be thousands. */
export function readOomTask(draft: OomDraft, text: string, { cite }: SourceLine): boolean {
  const header = /^\[\s*pid\s*\]\s+(uid .*\bname)\s*$/.exec(text.slice(0, READ_CHARS));
  if (header?.[1] !== undefined) {
    draft.columns = header[1].trim().split(/\s+/);
    return true;
  }
  const row = /^\[\s*(\d+)\]\s+(\d.*)$/.exec(text.slice(0, READ_CHARS));
  if (row?.[1] === undefined || row[2] === undefined || draft.columns.length === 0) return false;
  const cells = row[2].trim().split(/\s+/);
  const pages = Number(cells[draft.columns.indexOf('rss')]);
  const process = cells.slice(draft.columns.length - 1).join(' ');
  if (!Number.isSafeInteger(pages) || process === '') return false;
  const task = { process, pid: Number(row[1]), residentBytes: pages * PAGE_BYTES, cites: [cite] } as const;
  draft.tasks = [...draft.tasks, task].toSorted((left, right) => right.residentBytes - left.residentBytes).slice(0, TASKS_KEPT);
  return true;
}

export function oomReportOf({ scope, limitCgroup, askedBy, victimNamed, figures, tasks }: OomDraft, cites: Cites): OomReport {
  const all = [...figures];
  return {
    ...(scope === undefined ? {} : { scope }),
    ...(limitCgroup === undefined ? {} : { limitCgroup }),
    ...(askedBy === undefined ? {} : { askedBy }),
    victimNamed,
    ...Object.fromEntries(all.map(([figure, { value }]) => [figure, value])),
    tasks,
    cites,
    fieldCites: Object.fromEntries(all.map(([figure, read]) => [figure, read.cites])),
  };
}
