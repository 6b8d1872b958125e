import { figure } from '../../snapshot/cite.ts';
import { memoryUnits, type PagingInterval, pagingUnits, type Views } from '../../snapshot/views.ts';
import { type Suspicion, suspicion } from './suspicion.ts';

const LOW_MEMORY_PART = 0.06;
const OUTSIZE_PART = 0.25;
const SWAP_LEFT_PART = 0.05;

export function memorySuspicions({ memory, paging }: Views): readonly Suspicion[] {
  const found: Suspicion[] = [];
  const swaps = swapsSteadily(paging?.intervals ?? []);
  if (swaps)
    found.push(
      suspicion(
        'mem.swap-thrash',
        'the host swaps in and out',
        'vmstat 1 5 and /proc/meminfo',
        figure(swaps, pagingUnits, 'swapInBytesPerS', 'host'),
        figure(swaps, pagingUnits, 'swapOutBytesPerS', 'host'),
      ),
    );
  const total = memory?.totalBytes;
  if (!memory || total === undefined) return found;
  const part = (bytes: number | undefined) => (bytes === undefined ? undefined : bytes / total);
  const available = memory.availableBytes ?? sumOf(memory.freeBytes, memory.cachedBytes, memory.buffersBytes);
  if ((part(available) ?? 1) < LOW_MEMORY_PART) {
    found.push(
      suspicion(
        'mem.exhausted',
        'hardly any memory is available',
        'vmstat 1 5 and /proc/pressure/memory',
        figure(memory, memoryUnits, 'availableBytes', 'host'),
        figure(memory, memoryUnits, 'freeBytes', 'host'),
        figure(memory, memoryUnits, 'cachedBytes', 'host'),
      ),
    );
  }
  if (
    (memory.swapTotalBytes ?? 0) > 0 &&
    (memory.swapFreeBytes ?? Number.POSITIVE_INFINITY) < SWAP_LEFT_PART * (memory.swapTotalBytes ?? 0)
  ) {
    found.push(suspicion('mem.exhausted', 'swap is full', 'vmstat 1 5', figure(memory, memoryUnits, 'swapFreeBytes', 'host')));
  }
  if ((part(memory.slabBytes) ?? 0) >= OUTSIZE_PART) {
    found.push(
      suspicion(
        'mem.slab-bloat',
        'kernel caches hold much of the memory',
        'slabtop -o as root',
        figure(memory, memoryUnits, 'slabBytes', 'host'),
      ),
    );
  }
  const reserved = (memory.hugePagesFree ?? 0) * (memory.hugePageBytes ?? 0);
  if ((part(reserved) ?? 0) >= OUTSIZE_PART) {
    found.push(
      suspicion(
        'mem.hugepages-reserved',
        'free huge pages hold much of the memory',
        '/proc/meminfo',
        figure(memory, memoryUnits, 'hugePagesFree', 'host'),
      ),
    );
  }
  return found;
}

function sumOf(...values: readonly (number | undefined)[]): number | undefined {
  return values.every((value) => value !== undefined) ? values.reduce((total, value) => total + value, 0) : undefined;
}

/** A row of those that swap both ways, where at least every second one does: a page now and then is no trouble. */
function swapsSteadily(intervals: readonly PagingInterval[]): PagingInterval | undefined {
  const both = intervals.filter((row) => (row.swapInBytesPerS ?? 0) > 0 && (row.swapOutBytesPerS ?? 0) > 0);
  return both.length * 2 >= intervals.length ? both[0] : undefined;
}
