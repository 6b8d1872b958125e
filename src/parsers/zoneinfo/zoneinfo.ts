import type { Cites, Row } from '../../model/evidence.ts';
import { defineParser, type ParseProblem } from '../parser.ts';
import { readCount } from '../text/number.ts';
import { isBlankLine, words } from '../text/words.ts';

/** One zone of one memory node, in pages. */
export interface MemoryZone extends Row {
  readonly node: number;
  /** 'Normal', 'DMA32', 'HighMem', … */
  readonly zone: string;
  readonly freePages?: number;
  /** Below it only the kernel's own needs are met; whoever allocates frees memory first. */
  readonly minPages?: number;
  /** Below it kswapd is woken. */
  readonly lowPages?: number;
  /** At it kswapd goes to sleep. */
  readonly highPages?: number;
  readonly presentPages?: number;
  /** Of those present what the page allocator hands out. */
  readonly managedPages?: number;
}
export interface ZoneinfoSample {
  readonly zones: readonly MemoryZone[];
}

const HEADING = /^\s*Node (\d{1,4}), zone\s+([A-Za-z0-9]+)\s*$/;
const FIELDS: Readonly<Record<string, Exclude<keyof MemoryZone, keyof Row | 'node' | 'zone'>>> = {
  free: 'freePages',
  min: 'minPages',
  low: 'lowPages',
  high: 'highPages',
  present: 'presentPages',
  managed: 'managedPages',
};
/** What else stands below a zone: its other marks, counters of the node and the zone, and the lists of each CPU. */
const OTHER =
  /^\s+(?:(?:nr_|pg|workingset_|numa_|thp_)\w+\s+-?\d+|(?:boost|promo|spanned|cma|scanned|active|inactive)\s+\d+.*|per-node stats|protection: \(.*\)|pagesets|cpu: \d+.*|(?:count|high|batch|high_min|high_max):\s+\d+|vm stats threshold: \d+|all_unreclaimable: +\d|node_unreclaimable: +\d|start_pfn: +\d+|(?:prev_priority|temp_priority|inactive_ratio): +\d+|reclaimable\s.*)\s*$/;

type OpenZone = { -readonly [K in keyof Omit<MemoryZone, 'fieldCites'>]: MemoryZone[K] } & { readonly fieldCites: Record<string, Cites> };

/**
 * /proc/zoneinfo: how much of each zone of memory is free, and at which marks the kernel begins to free more.
 *
 * Reads   the file of any kernel since 2.6, whole or the lines that a person kept
 * Columns pages free -> freePages; min, low, high -> minPages, lowPages, highPages; present, managed -> presentPages, managedPages
 * Not     counters of the node and the zone, which /proc/vmstat adds up; the lists of each CPU
 * Caution a zone near its low mark is how a host with a full page cache looks; the zones are not alike, and DMA is kept back for devices
 * Source  proc_zoneinfo(5); mm/vmstat.c
 *
 *     Node 0, zone   Normal
 *       pages free     7226981
 *             min      10136
 */
export const zoneinfo = defineParser<ZoneinfoSample>({
  recognise: {
    path: /^\/proc\/zoneinfo$/,
    looksLike: (lines) => {
      const at = lines.findIndex((line) => HEADING.test(line));
      return at !== -1 && lines.slice(at + 1, at + 60).some((line) => /^\s+(?:pages free|present|managed)\s+\d+\s*$/.test(line));
    },
  },
  parse: (source) => {
    const problems: ParseProblem[] = [];
    const zones: OpenZone[] = [];
    for (const { text, cite } of source.lines) {
      if (isBlankLine(text)) continue;
      const [, node, zone] = HEADING.exec(text) ?? [];
      const open = zones.at(-1);
      const [name = '', cell, ...more] = words(text.trimEnd().replace(/^\s+pages free\b/, ' free'));
      const field = Object.hasOwn(FIELDS, name) && more.length === 0 ? FIELDS[name] : undefined;
      const pages = readCount(cell);
      if (node !== undefined && zone !== undefined) zones.push({ node: Number(node), zone, cites: [cite], fieldCites: {} });
      else if (open && field !== undefined && pages !== undefined) {
        open[field] ??= pages;
        open.fieldCites[field] ??= [cite];
      } else if (!OTHER.test(text) || open === undefined) problems.push({ cite, why: 'not a line of /proc/zoneinfo' });
    }
    const read = zones.filter((zone) => zone.freePages !== undefined || zone.managedPages !== undefined || zone.presentPages !== undefined);
    return { sample: read.length > 0 ? { zones: read } : undefined, problems };
  },
});
