import type { Row } from '../../model/evidence.ts';

export interface FreeMemory extends Row {
  readonly totalBytes?: number;
  readonly usedBytes?: number;
  readonly freeBytes?: number;
  readonly sharedBytes?: number;
  readonly buffersBytes?: number;
  readonly cachedBytes?: number;
  /** procps since 3.3.10 prints both as one, unless -w. */
  readonly buffersAndCacheBytes?: number;
  readonly availableBytes?: number;
}
export interface FreeSwap extends Row {
  readonly totalBytes?: number;
  readonly usedBytes?: number;
  readonly freeBytes?: number;
}
export interface FreeSample {
  /** One a header: several with -s. */
  readonly reports: readonly { readonly memory?: FreeMemory; readonly swap?: FreeSwap }[];
}
