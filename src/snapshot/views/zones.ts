import type { Row, UnitTable } from '../../model/evidence.ts';

/** One zone of memory beside the marks at which the kernel begins to free more of it. */
export interface Zone extends Row {
  readonly node: number;
  readonly zone: string;
  readonly freeBytes?: number;
  /** Below it whoever allocates frees memory first. */
  readonly minBytes?: number;
  readonly managedBytes?: number;
}
export const zoneUnits: UnitTable<Zone> = {
  node: { label: 'node', unit: 'count' },
  freeBytes: { label: 'free', unit: 'bytes' },
  minBytes: { label: 'min watermark', unit: 'bytes' },
  managedBytes: { label: 'size', unit: 'bytes' },
};
export interface ZonesView {
  readonly all: readonly Zone[];
}
