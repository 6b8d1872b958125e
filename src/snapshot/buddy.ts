import { PAGE_BYTES } from '../parsers/text/page-bytes.ts';
import { latest } from './readings.ts';
import type { Samples } from './samples.ts';
import type { BuddyView } from './views/buddy.ts';

/** PAGE_ALLOC_COSTLY_ORDER of the kernel is 3: for larger pieces it gives up instead of trying on and on. */
const LARGE_ORDER = 4;

/** Free lists of every zone. */
export function buddyView(samples: Samples): BuddyView | undefined {
  const sample = latest(samples.buddyinfo);
  return (
    sample && {
      zones: sample.zones.map((zone) => ({
        ...zone,
        freeBytes: bytesFrom(zone.freeBlocks, 0),
        freeInLargeBlocksBytes: bytesFrom(zone.freeBlocks, LARGE_ORDER),
      })),
    }
  );
}

function bytesFrom(blocks: readonly number[], order: number): number {
  return blocks.reduce((sum, count, at) => sum + (at < order ? 0 : count * 2 ** at * PAGE_BYTES), 0);
}
