import type { EvidenceItem } from '../../../model/evidence.ts';
import { figure } from '../../../snapshot/cite.ts';
import {
  type MemoryView,
  memoryUnits,
  type PagingInterval,
  type PagingView,
  type PressureView,
  pagingUnits,
} from '../../../snapshot/views.ts';
import { pressureFigure, pressurePct } from '../../facts/waits.ts';

/** The kernel's own low watermarks lie at about 1 %; below a tenth every burst of work meets reclaim. */
const SHORT_PART = 0.1;
/** Before MemAvailable (3.14) cache is all that tells, and part of it is in use: twice the margin. */
const SHORT_CACHE_PART = 0.2;
/** That much of what programs want lies in swap: memory was short for long. */
const SWAPPED_PART = 0.1;
/** A tenth of all time lost to reclaim is felt by users; a host at rest shows 0. */
const PSI_FELT_PCT = 10;

export interface MemoryViews {
  readonly memory?: MemoryView | undefined;
  readonly pressure?: PressureView | undefined;
  readonly paging?: PagingView | undefined;
}
/** Is ordinary memory short? 'measured': by figures of the window, not by gauges alone. */
export interface Shortage {
  readonly state: 'short' | 'spare' | 'unknown';
  readonly measured: boolean;
  readonly evidence: readonly EvidenceItem[];
}

export function shortageOf({ memory, pressure, paging }: MemoryViews): Shortage {
  const some = pressure?.memory?.some;
  const swaps = swapping(paging);
  const measured = pressurePct(some) !== undefined || (paging !== undefined && paging.intervals.length > 0);
  const felt = (pressurePct(some) ?? 0) >= PSI_FELT_PCT || swaps !== undefined;
  const gauge = memory ? byGauges(memory) : 'unknown';
  const items = [
    memory && figure(memory, memoryUnits, memory.availableBytes === undefined ? 'freeBytes' : 'availableBytes', 'host'),
    memory && figure(memory, memoryUnits, 'totalBytes', 'host'),
    pressureFigure(some, 'PSI memory some'),
    swaps && figure(swaps, pagingUnits, 'swapInBytesPerS', 'host'),
  ];
  return { state: felt ? 'short' : gauge, measured, evidence: items.filter((item) => item !== undefined) };
}

function byGauges(memory: MemoryView): Shortage['state'] {
  const {
    totalBytes,
    availableBytes,
    freeBytes,
    cachedBytes,
    buffersBytes = 0,
    swapTotalBytes = 0,
    swapFreeBytes = swapTotalBytes,
  } = memory;
  if (totalBytes === undefined) return 'unknown';
  if (availableBytes !== undefined) return availableBytes < SHORT_PART * totalBytes ? 'short' : 'spare';
  if (freeBytes === undefined || cachedBytes === undefined) return 'unknown';
  const left = freeBytes + cachedBytes + buffersBytes;
  const swapped = swapTotalBytes - swapFreeBytes >= SWAPPED_PART * totalBytes;
  return left < SHORT_PART * totalBytes || (left < SHORT_CACHE_PART * totalBytes && swapped) ? 'short' : 'spare';
}

/** A row of those that swap both ways, where at least every second one does: a page now and then is no trouble. */
function swapping(paging: PagingView | undefined): PagingInterval | undefined {
  const rows = paging?.window ? [paging.window] : (paging?.intervals ?? []);
  const both = rows.filter((row) => (row.swapInBytesPerS ?? 0) > 0 && (row.swapOutBytesPerS ?? 0) > 0);
  return both.length * 2 >= rows.length ? both[0] : undefined;
}
