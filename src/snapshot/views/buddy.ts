import type { Row, UnitTable } from '../../model/evidence.ts';

/** Free memory of one zone by the size of its unbroken pieces. */
export interface BuddyZone extends Row {
  readonly node: number;
  readonly zone: string;
  /** Free blocks of 2^n pages, from n = 0. */
  readonly freeBlocks: readonly number[];
  readonly freeBytes: number;
  /** Of it in blocks of 64 KiB and more: above order 3 the kernel does not insist. */
  readonly freeInLargeBlocksBytes: number;
}
export const buddyUnits: UnitTable<BuddyZone> = {
  node: { label: 'node', unit: 'count' },
  freeBytes: { label: 'free', unit: 'bytes' },
  freeInLargeBlocksBytes: { label: 'free in blocks of 64 KiB and more', unit: 'bytes' },
};
export interface BuddyView {
  readonly zones: readonly BuddyZone[];
}
