import type { Row, UnitTable } from '../../model/evidence.ts';

/** What the kernel did over the window to get unbroken pieces of memory, and for huge pages. */
export interface CompactionRates extends Row {
  /** Tasks that had to compact memory themselves before they got a piece, and how it ended. */
  readonly stallsPerS?: number;
  readonly failsPerS?: number;
  readonly successesPerS?: number;
  /** Page faults that got a huge page, and those that wanted one and got a small one. */
  readonly hugeFaultsPerS?: number;
  readonly hugeFallbacksPerS?: number;
  /** Pages that compaction looked at on its way. */
  readonly scannedPagesPerS?: number;
}
export const compactionUnits: UnitTable<CompactionRates> = {
  stallsPerS: { label: 'compaction stalls', unit: '/s' },
  failsPerS: { label: 'compactions failed', unit: '/s' },
  successesPerS: { label: 'compactions done', unit: '/s' },
  hugeFaultsPerS: { label: 'huge page faults', unit: '/s' },
  hugeFallbacksPerS: { label: 'huge page faults that fell back', unit: '/s' },
  scannedPagesPerS: { label: 'pages scanned by compaction', unit: '/s' },
};

/** Since boot: tells what once was, not what is. */
export interface CompactionTotals extends Row {
  readonly stallsTotal?: number;
  readonly failsTotal?: number;
}
export const compactionTotalUnits: UnitTable<CompactionTotals> = {
  stallsTotal: { label: 'compaction stalls since boot', unit: 'count' },
  failsTotal: { label: 'compactions failed since boot', unit: 'count' },
};

/** One choice of transparent huge pages. */
export interface HugePageMode extends Row {
  /** 'always', 'madvise', 'never', 'defer', 'defer+madvise'. */
  readonly mode: string;
}
export interface CompactionView {
  readonly window?: CompactionRates;
  readonly sinceBoot?: CompactionTotals;
  /** When transparent huge pages are made, and how hard a page fault tries. */
  readonly enabled?: HugePageMode;
  readonly defrag?: HugePageMode;
}
