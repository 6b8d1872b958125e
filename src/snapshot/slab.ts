import type { SlabtopSample } from '../parsers/slabtop/slabtop.ts';
import { present } from './present.ts';
import { latest } from './readings.ts';
import type { Samples } from './samples.ts';
import type { SlabCache, SlabView } from './views/slab.ts';

/** The kernel's own objects, the largest caches first: /proc/slabinfo, else slabtop. */
export function slabView(samples: Samples): SlabView | undefined {
  const slabinfo = latest(samples.slabinfo);
  const slabtop = latest(samples.slabtop);
  const caches = slabinfo ? slabinfo.caches.map(({ objectBytes: _, ...cache }) => cache) : (slabtop?.caches ?? []);
  const totals = totalsOf(slabtop);
  if (caches.length === 0 && totals === undefined) return undefined;
  return { caches: caches.toSorted(bySize), ...present({ totals }) };
}

function bySize(left: SlabCache, right: SlabCache): number {
  return (right.sizeBytes ?? 0) - (left.sizeBytes ?? 0);
}

/** Only slabtop says it of all caches: its rows are those of one screen, and an excerpt of slabinfo looks like the whole. */
function totalsOf(slabtop: SlabtopSample | undefined): SlabView['totals'] {
  if (slabtop?.totals === undefined) return undefined;
  const { sizeBytes, activeBytes, cites, fieldCites } = slabtop.totals;
  return sizeBytes === undefined ? undefined : present({ sizeBytes, activeBytes, cites, fieldCites });
}
