import type { Row, UnitTable } from '../../model/evidence.ts';

/**
 * How the kernel takes memory back: rates over the window, of the whole host. Reclaim inside a control group shows in refaults and
 * major faults only. What has a total since boot alone stands in a field named …Total, which tells what once was.
 */
export interface ReclaimView extends Row {
  /** Pages that kswapd, and that allocating tasks themselves, looked at. */
  readonly kswapdScannedPagesPerS?: number;
  readonly directScannedPagesPerS?: number;
  readonly stolenPagesPerS?: number;
  /** Allocations that had to reclaim first. */
  readonly allocationStallsPerS?: number;
  /** Pages read again that reclaim had just thrown out: of files, and of programs' own memory. */
  readonly fileRefaultsPerS?: number;
  readonly anonRefaultsPerS?: number;
  readonly majorFaultsPerS?: number;
  /** Counted, not by the second: single events. */
  readonly oomKills?: number;
  readonly pageCacheDrops?: number;
  readonly slabDrops?: number;
  readonly oomKillsTotal?: number;
  readonly pageCacheDropsTotal?: number;
}
export const reclaimUnits: UnitTable<ReclaimView> = {
  kswapdScannedPagesPerS: { label: 'pages scanned by kswapd', unit: '/s' },
  directScannedPagesPerS: { label: 'pages scanned by allocating tasks', unit: '/s' },
  stolenPagesPerS: { label: 'pages reclaimed', unit: '/s' },
  allocationStallsPerS: { label: 'allocation stalls', unit: '/s' },
  fileRefaultsPerS: { label: 'file pages read again', unit: '/s' },
  anonRefaultsPerS: { label: 'swapped pages read again', unit: '/s' },
  majorFaultsPerS: { label: 'major faults', unit: '/s' },
  oomKills: { label: 'OOM kills in the window', unit: 'count' },
  pageCacheDrops: { label: 'drops of the page cache in the window', unit: 'count' },
  slabDrops: { label: 'drops of slab in the window', unit: 'count' },
  oomKillsTotal: { label: 'OOM kills since boot', unit: 'count' },
  pageCacheDropsTotal: { label: 'drops of the page cache since boot', unit: 'count' },
};
