import type { Row } from '../../model/evidence.ts';
import { defineParser } from '../parser.ts';

export interface SwapArea extends Row {
  readonly path: string;
  /** 'partition', 'file'. */
  readonly type: string;
  readonly sizeBytes?: number;
  readonly usedBytes?: number;
  readonly priority?: number;
}
export interface SwapsSample {
  readonly areas: readonly SwapArea[];
}

export const swaps = defineParser<SwapsSample>({
  recognise: { looksLike: () => false },
  parse: () => ({ sample: undefined, problems: [] }),
});
