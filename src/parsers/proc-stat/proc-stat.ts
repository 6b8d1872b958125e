import type { NumericKey, Row } from '../../model/evidence.ts';
import { defineParser, type ParseProblem, type SourceLine } from '../parser.ts';
import { readCount } from '../text/number.ts';
import { isBlankLine, wordsUpTo } from '../text/words.ts';

/** Clock ticks (10 ms) since boot: of one CPU, or of all together on the line 'cpu'. */
export interface CpuTicks extends Row {
  /** 'cpu' for all together, 'cpu0', … */
  readonly cpu: string;
  readonly userTicks?: number;
  readonly niceTicks?: number;
  readonly systemTicks?: number;
  readonly idleTicks?: number;
  readonly iowaitTicks?: number;
  readonly hardirqTicks?: number;
  readonly softirqTicks?: number;
  readonly stealTicks?: number;
}
/** One single-valued line: 'ctxt', 'processes', 'btime', 'procs_running', 'procs_blocked', and the total of 'intr' and 'softirq'. */
export interface ProcStatCounter extends Row {
  readonly value: number;
}
export interface ProcStatSample {
  readonly all?: CpuTicks;
  readonly cpus: readonly CpuTicks[];
  readonly counters: ReadonlyMap<string, ProcStatCounter>;
}

/** The kernel's order. guest and guest_nice follow; they are in user and nice already. */
const TICKS: readonly NumericKey<CpuTicks>[] = [
  'userTicks',
  'niceTicks',
  'systemTicks',
  'idleTicks',
  'iowaitTicks',
  'hardirqTicks',
  'softirqTicks',
  'stealTicks',
];
const FEWEST_TICKS = 4;
const COUNTERS = new Set(['ctxt', 'processes', 'btime', 'procs_running', 'procs_blocked', 'intr', 'softirq']);
/** Kernels before 2.6 also printed these. */
const IGNORED = new Set(['page', 'swap', 'disk_io:']);

/**
 * /proc/stat: what each CPU has done since boot.
 *
 * Reads   the file of any kernel since 2.4: four figures a CPU, or up to ten
 * Columns in the kernel's order: userTicks, niceTicks, systemTicks, idleTicks, iowaitTicks, hardirqTicks, softirqTicks, stealTicks;
 *         ctxt, processes, btime, procs_running, procs_blocked, and the first figure of intr and softirq -> counters
 * Not     guest and guest_nice, which are in user and nice already; each interrupt's own count
 * Caution iowait is idle time with a task waiting, is not trustworthy per CPU, and may go down; ticks are of 10 ms on nearly all kernels
 * Source  proc_stat(5); Documentation/filesystems/proc.rst
 *
 *     cpu  74608 2520 24433 1117073 6176 4054 0 0 0 0
 */
export const procStat = defineParser<ProcStatSample>({
  recognise: {
    path: /^\/proc\/stat$/,
    // /proc/schedstat has such lines too, below its version.
    looksLike: (lines) =>
      !/^version \d/.test(lines[0] ?? '') && lines.some((line) => line.startsWith('cpu') && /^cpu\d*(?: +\d+){4,12}\s*$/.test(line)),
  },
  parse: (source) => {
    const problems: ParseProblem[] = [];
    const ticks: CpuTicks[] = [];
    const counters = new Map<string, ProcStatCounter>();
    for (const line of source.lines) {
      if (isBlankLine(line.text)) continue;
      // intr has a number for each of thousands of interrupts: only the total is read.
      const cells = wordsUpTo(line.text, TICKS.length + 2);
      const [name = '', first] = cells;
      const value = COUNTERS.has(name) ? readCount(first) : undefined;
      const cpu = value === undefined ? readTicks(cells, line) : undefined;
      if (value !== undefined) counters.set(name, { value, cites: [line.cite] });
      else if (cpu) ticks.push(cpu);
      else if (!IGNORED.has(name)) problems.push({ cite: line.cite, why: 'not a line of /proc/stat' });
    }
    if (ticks.length === 0 && counters.size === 0) return { sample: undefined, problems };
    const all = ticks.find((cpu) => cpu.cpu === 'cpu');
    return { sample: { ...(all ? { all } : {}), cpus: ticks.filter((cpu) => cpu.cpu !== 'cpu'), counters }, problems };
  },
});

function readTicks(cells: readonly string[], line: SourceLine): CpuTicks | undefined {
  const [cpu = ''] = cells;
  if (!/^cpu\d*$/.test(cpu) || cells.length <= FEWEST_TICKS) return undefined;
  const ticks: Partial<Record<NumericKey<CpuTicks>, number>> = {};
  for (const [at, field] of TICKS.entries()) {
    const cell = cells[at + 1];
    const value = readCount(cell);
    if (cell !== undefined && value === undefined) return undefined;
    if (value !== undefined) ticks[field] = value;
  }
  return { cpu, ...ticks, cites: [line.cite] };
}
