import type { Row } from '../../model/evidence.ts';
import { defineParser } from '../parser.ts';

export interface DfRow extends Row {
  readonly source: string;
  readonly mount: string;
  readonly type?: string;
  readonly sizeBytes?: number;
  readonly usedBytes?: number;
  readonly availableBytes?: number;
  readonly usedPct?: number;
  readonly inodes?: number;
  readonly inodesUsed?: number;
  readonly inodesFree?: number;
  readonly inodesUsedPct?: number;
}
export interface DfSample {
  readonly filesystems: readonly DfRow[];
}

export const df = defineParser<DfSample>({
  recognise: { looksLike: () => false },
  parse: () => ({ sample: undefined, problems: [] }),
});
