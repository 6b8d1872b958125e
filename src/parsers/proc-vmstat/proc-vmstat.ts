import type { Row } from '../../model/evidence.ts';
import { defineParser, type ParseProblem } from '../parser.ts';
import { isBlankLine } from '../text/words.ts';

/** One line of /proc/vmstat: a counter since boot or a gauge (nr_*), in its own unit (mostly pages; pgpgin and pgpgout in KiB). */
export interface VmCounter extends Row {
  readonly value: number;
}
export interface ProcVmstatSample {
  readonly counters: ReadonlyMap<string, VmCounter>;
}

const LINE = /^[ \t]*([a-z][a-z0-9_]+)[ \t]+(\d{1,20})[ \t]*$/;
const TYPICAL = /^(?:nr_free_pages|nr_dirty|pgpgin|pgmajfault|pswpin|pswpout|allocstall(?:_normal)?|pgscan_kswapd) \d+\s*$/;
/** memory.stat of a control group counts page faults under the same names. */
const OF_A_CGROUP = /^(?:anon|file|cache|rss|inactive_anon|hierarchical_memory_limit) \d+$/;

/**
 * /proc/vmstat: the memory manager's own counters.
 *
 * Reads   the file of any kernel, whole or the lines that a person kept
 * Columns each name as the kernel has it -> value, in its own unit: pages mostly, KiB for pgpgin and pgpgout
 * Not     lines that are no 'name number'
 * Caution counters since boot and gauges (nr_*) stand side by side; names come and go with kernels (allocstall became one a zone)
 * Source  proc_vmstat(5); mm/vmstat.c
 *
 *     pgmajfault 48211
 *     pswpin 1024
 */
export const procVmstat = defineParser<ProcVmstatSample>({
  recognise: {
    path: /^\/proc\/vmstat$/,
    looksLike: (lines) => lines.some((line) => TYPICAL.test(line)) && !lines.some((line) => OF_A_CGROUP.test(line)),
  },
  parse: (source) => {
    const counters = new Map<string, VmCounter>();
    const problems: ParseProblem[] = [];
    for (const line of source.lines) {
      if (isBlankLine(line.text)) continue;
      const match = LINE.exec(line.text);
      if (!match?.[1]) problems.push({ cite: line.cite, why: 'not a line of /proc/vmstat' });
      else counters.set(match[1], { value: Number(match[2]), cites: [line.cite] });
    }
    return { sample: counters.size > 0 ? { counters } : undefined, problems };
  },
});
