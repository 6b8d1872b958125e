import type { KernelEvent, KernelLogView, MemoryView } from '../../../snapshot/views.ts';
import { recentEvents } from '../../facts/stuck.ts';

/** What is free or could be given up at once: below it the request was refused for want of memory, whatever its size. */
const ROOM_BYTES = 64 * 1024 ** 2;
const ROOM_PART = 0.05;

/** A request for several pages in one piece that was refused while memory was there. */
export interface RefusedPiece {
  readonly event: KernelEvent;
  readonly order: number;
  /** Whether the report itself, or the figures at hand, show the memory. */
  readonly room: 'shown' | 'unknown';
}

/** The newest of the last hour; undefined where each was of one page, or met a host without memory. */
export function refusedPiece(log: KernelLogView | undefined, memory: MemoryView | undefined): RefusedPiece | undefined {
  return recentEvents(log, ['allocation-failure'])
    .flatMap((event): readonly RefusedPiece[] => {
      const room = roomAt(event, memory);
      return event.order === undefined || event.order < 1 || room === 'none' ? [] : [{ event, order: event.order, room }];
    })
    .at(-1);
}

function roomAt({ freeBytes, fileCacheBytes }: KernelEvent, memory: MemoryView | undefined): 'shown' | 'none' | 'unknown' {
  if (freeBytes !== undefined) return freeBytes + (fileCacheBytes ?? 0) >= ROOM_BYTES ? 'shown' : 'none';
  const { totalBytes, availableBytes } = memory ?? {};
  if (totalBytes === undefined || availableBytes === undefined) return 'unknown';
  return availableBytes >= ROOM_PART * totalBytes ? 'shown' : 'none';
}
