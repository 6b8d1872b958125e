import type { Row } from '../../model/evidence.ts';
import { defineParser, type ParseProblem } from '../parser.ts';
import { readCount } from '../text/number.ts';
import { PAGE_BYTES } from '../text/page-bytes.ts';
import { isBlankLine, words } from '../text/words.ts';

/** One cache of kernel objects. */
export interface SlabinfoCache extends Row {
  readonly name: string;
  readonly objects: number;
  readonly activeObjects: number;
  readonly objectBytes: number;
  /** Pages that its slabs take, times the page's size. */
  readonly sizeBytes?: number;
}
export interface SlabinfoSample {
  readonly caches: readonly SlabinfoCache[];
}

/**
 * /proc/slabinfo: what the kernel's own objects take.
 *
 * Reads   version 2.x of the file (kernels since 2.6.10); root only since 4.7 or so
 * Columns active_objs -> activeObjects, num_objs -> objects, objsize -> objectBytes, num_slabs x pagesperslab -> sizeBytes
 * Not     tunables, globalstat and cpustat, which only kernels made for debugging fill
 * Caution SLUB counts per-CPU slabs as wholly active; caches of a like size may be merged into one name; SLUB's caches of memory cgroups
 *         stood under the name of their parent
 * Source  slabinfo(5); mm/slab_common.c
 *
 *     dentry            194308 194397    192   21    1 : tunables    0    0    0 : slabdata   9257   9257      0
 */
export const slabinfo = defineParser<SlabinfoSample>({
  recognise: {
    path: /^\/proc\/slabinfo$/,
    looksLike: (lines) => lines.slice(0, 400).some((line) => /^slabinfo - version: 2|: tunables +\d+ +\d+ +\d+ : slabdata /.test(line)),
  },
  parse: (source) => {
    const problems: ParseProblem[] = [];
    const caches: SlabinfoCache[] = [];
    for (const { text, cite } of source.lines) {
      if (isBlankLine(text) || /^(?:slabinfo - version|# name)/.test(text)) continue;
      const [head = '', ...parts] = text.split(' : ');
      const [name = '', ...cells] = words(head);
      const [activeObjects, objects, objectBytes, , pagesPerSlab] = cells.map(readCount);
      const slabs = slabsIn(parts);
      if (activeObjects === undefined || objects === undefined || objectBytes === undefined || cells.length !== 5) {
        problems.push({ cite, why: 'not a line of /proc/slabinfo' });
        continue;
      }
      const sized = slabs === undefined || pagesPerSlab === undefined ? {} : { sizeBytes: slabs * pagesPerSlab * PAGE_BYTES };
      caches.push({ name, objects, activeObjects, objectBytes, ...sized, cites: [cite] });
    }
    return { sample: caches.length > 0 ? { caches } : undefined, problems };
  },
});

function slabsIn(parts: readonly string[]): number | undefined {
  const data = parts.find((part) => part.startsWith('slabdata'));
  return data === undefined ? undefined : readCount(words(data)[2]);
}
