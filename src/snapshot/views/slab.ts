import type { Row, UnitTable } from '../../model/evidence.ts';

/** One cache of kernel objects: 'dentry', 'ext4_inode_cache', 'kmalloc-64'. */
export interface SlabCache extends Row {
  readonly name: string;
  readonly objects?: number;
  readonly activeObjects?: number;
  /** What its slabs take, used or not. */
  readonly sizeBytes?: number;
}
export const slabCacheUnits: UnitTable<SlabCache> = {
  objects: { label: 'objects', unit: 'count' },
  activeObjects: { label: 'objects in use', unit: 'count' },
  sizeBytes: { label: 'size', unit: 'bytes' },
};

/** All caches together; how much of it can be reclaimed stands in the memory view. */
export interface SlabTotals extends Row {
  readonly sizeBytes?: number;
  readonly activeBytes?: number;
}
export const slabTotalsUnits: UnitTable<SlabTotals> = {
  sizeBytes: { label: 'all slabs', unit: 'bytes' },
  activeBytes: { label: 'of slabs in use', unit: 'bytes' },
};

export interface SlabView {
  /** The largest first. */
  readonly caches: readonly SlabCache[];
  readonly totals?: SlabTotals;
}
