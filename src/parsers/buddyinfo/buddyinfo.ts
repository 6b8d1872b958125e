import type { Row } from '../../model/evidence.ts';
import { defineParser, type ParseProblem } from '../parser.ts';
import { readCount } from '../text/number.ts';
import { isBlankLine, words } from '../text/words.ts';

/** The free lists of one zone. */
export interface BuddyZone extends Row {
  readonly node: number;
  /** 'Normal', 'DMA32', 'HighMem', … */
  readonly zone: string;
  /** Free blocks of 2^n pages, from n = 0. */
  readonly freeBlocks: readonly number[];
}
export interface BuddyinfoSample {
  readonly zones: readonly BuddyZone[];
}

const LINE = /^\s*Node (\d{1,4}), zone\s+([A-Za-z0-9]+)\s+(\d[\d ]*)$/;

/**
 * /proc/buddyinfo: free memory by the size of its unbroken pieces.
 *
 * Reads   the file of any kernel since 2.6, whole or the lines that a person kept
 * Columns the numbers behind the zone -> freeBlocks: pieces of 1, 2, 4, … pages
 * Not     /proc/pagetypeinfo, which parts the same by mobility
 * Caution the zones are not alike: DMA and DMA32 hold what little is kept back for devices, and may look well while Normal has nothing left
 * Source  proc_buddyinfo(5)
 *
 *     Node 0, zone   Normal  10626   8902   6171   4854   2739   1648    894    445    191     78    634
 */
export const buddyinfo = defineParser<BuddyinfoSample>({
  recognise: {
    path: /^\/proc\/buddyinfo$/,
    looksLike: (lines) => lines.slice(0, 200).some((line) => LINE.test(line.trimEnd())),
  },
  parse: (source) => {
    const problems: ParseProblem[] = [];
    const zones: BuddyZone[] = [];
    for (const { text, cite } of source.lines) {
      if (isBlankLine(text)) continue;
      const [, node, zone, cells = ''] = LINE.exec(text.trimEnd()) ?? [];
      const counts = words(cells).map(readCount);
      const freeBlocks = counts.filter((count) => count !== undefined);
      if (node === undefined || zone === undefined || freeBlocks.length !== counts.length) {
        problems.push({ cite, why: 'not a line of /proc/buddyinfo' });
      } else zones.push({ node: Number(node), zone, freeBlocks, cites: [cite] });
    }
    return { sample: zones.length > 0 ? { zones } : undefined, problems };
  },
});
