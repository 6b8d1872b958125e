import type { EvidenceItem } from '../../model/evidence.ts';
import { figureText } from '../../model/figure-text.ts';
import type { Confidence, Severity, Verdict } from '../../model/finding.ts';
import { figure } from '../../snapshot/cite.ts';
import { type SlabCache, type SlabView, slabCacheUnits, slabTotalsUnits } from '../../snapshot/views/slab.ts';
import { type MemoryView, memoryUnits } from '../../snapshot/views.ts';
import { culpritOf, doerOf } from '../facts/culprit.ts';
import { found, ruledOut, undecided } from '../facts/verdict.ts';
import { word } from '../facts/words.ts';
import { defineRule } from '../rule.ts';
import { slabAdvice } from './advice/slab.ts';
import { shortageOf } from './facts/shortage.ts';
import { makerOf } from './facts/slab-maker.ts';

/** A host that only serves files keeps a tenth in slab; a quarter is more than the names and inodes of its work. */
const OUTSIZE_PART = 0.25;
/** What the kernel cannot give back is a few per cent: page tables of a sort, sockets, buffers. */
const LOCKED_PART = 0.15;
/** Below it the part says nothing: a small host's kernel needs that much. */
const LOCKED_BYTES = 512 * 1024 ** 2;
/** Growth that would make it outsize within ten minutes. */
const SOON_SECONDS = 600;
/** Where nobody told how large memory is: half of what is held is empty, or the whole is more than the kernel of a host of 8 GiB needs. */
const EMPTY_BYTES = 1024 ** 3;
const USED_PART = 0.6;
const LARGE_BYTES = 2 * 1024 ** 3;
/** A kernel has one to three hundred kinds of objects; 4.x and before copied the caches of each kind for every memory cgroup. */
const CACHE_COPIES = 50_000;

/**
 * mem.slab-bloat: the kernel's own objects hold an outsize part of memory.
 *
 * Found      a quarter of memory is slab, or 15 % that the kernel cannot give back; without the size of memory 2 GiB, or 1 GiB held empty, or
 *            50,000 copies of caches. A notice where all of it can be given back and memory is available, or it only grows fast
 * Ruled out  less than that
 * Why        names and inodes that were looked up once stay until memory is short; reclaiming millions takes seconds of system time, and
 *            objects of removed control groups or a leaking driver never go
 * Certain    where the sizes of slab and of memory were read and its largest cache is known
 * Misses     memory that the kernel takes as whole pages (vmalloc, page tables, drivers)
 * Reference  https://docs.kernel.org/admin-guide/sysctl/vm.html#vfs-cache-pressure, slabinfo(5)
 */
export const slabBloat = defineRule({
  cause: 'mem.slab-bloat',
  needs: [],
  uses: ['memory', 'slab', 'pressure', 'paging', 'processes'],
  explains: ['mem.exhausted', 'mem.swap-thrash', 'mem.oom-killed'],
  decide: ({ memory, slab, pressure, paging, processes }): Verdict => {
    const judged = memory?.slabBytes !== undefined && memory.totalBytes !== undefined ? byMemory(memory) : byTable(slab);
    const proof = [...(judged?.evidence ?? []), ...largestItems(slab)];
    if (!judged)
      return undecided(
        memory?.slabBytes === undefined
          ? 'the size of slab was not read'
          : `${figureText(memory.slabBytes, 'bytes')} are slab, of a memory whose size was not read`,
        'grep -E "Slab|SReclaimable|SUnreclaim|MemTotal" /proc/meminfo; slabtop -o as root',
      );
    if (!judged.bloated) return ruledOut(judged.words, proof);
    const shortage = shortageOf({ memory, pressure, paging });
    const spare = shortage.state === 'spare' && !judged.locked;
    const maker = judged.grows ? makerOf(processes) : undefined;
    const severity: Severity = spare || judged.onlyGrows ? 'notice' : 'warning';
    return found(
      {
        severity,
        confidence: confidenceOf(judged, slab, shortage.state),
        headline: `${judged.words}${largestWords(slab)}${shortage.state === 'short' ? ', while memory is short' : ''}`,
        advice: slabAdvice(slab?.caches[0]?.name, judged.locked),
        ...(maker && processes ? { culprit: culpritOf(doerOf(maker), processes) } : {}),
      },
      [...proof, ...shortage.evidence],
    );
  },
});

interface Judged {
  readonly words: string;
  readonly bloated: boolean;
  /** Much of it cannot be given back. */
  readonly locked: boolean;
  readonly grows: boolean;
  readonly onlyGrows: boolean;
  readonly sure: boolean;
  readonly evidence: readonly (EvidenceItem | undefined)[];
}

function byMemory(memory: MemoryView): Judged {
  const { slabBytes = 0, totalBytes = 0, slabUnreclaimableBytes = 0, slabGrowthBytesPerS = 0 } = memory;
  const outsize = slabBytes >= OUTSIZE_PART * totalBytes;
  const locked = slabUnreclaimableBytes >= LOCKED_PART * totalBytes && slabUnreclaimableBytes >= LOCKED_BYTES;
  const grows = slabBytes + slabGrowthBytesPerS * SOON_SECONDS >= OUTSIZE_PART * totalBytes && slabGrowthBytesPerS > 0;
  const part = figureText((slabBytes / totalBytes) * 100, 'pct');
  const speed = grows ? `, growing by ${figureText(slabGrowthBytesPerS, 'bytes/s')}` : '';
  const fixed = locked ? `, ${figureText(slabUnreclaimableBytes, 'bytes')} of them for good` : '';
  return {
    words: `The kernel’s own objects hold ${figureText(slabBytes, 'bytes')}, ${part} of memory${fixed}${speed}`,
    bloated: outsize || locked || grows,
    locked,
    grows,
    onlyGrows: grows && !outsize && !locked,
    sure: true,
    evidence: [
      figure(memory, memoryUnits, 'slabBytes', 'host'),
      figure(memory, memoryUnits, 'slabReclaimableBytes', 'host'),
      figure(memory, memoryUnits, 'slabUnreclaimableBytes', 'host', locked ? { op: '>=', value: LOCKED_BYTES } : undefined),
      figure(memory, memoryUnits, 'slabGrowthBytesPerS', 'host'),
    ],
  };
}

/** A table of caches alone: nothing says how large memory is, so only what no healthy host of that day has counts. */
function byTable(slab: SlabView | undefined): Judged | undefined {
  if (!slab) return undefined;
  const { totals } = slab;
  const size = totals?.sizeBytes ?? slab.caches.reduce((sum, { sizeBytes = 0 }) => sum + sizeBytes, 0);
  const empty = size - (totals?.activeBytes ?? size);
  const hollow = empty >= EMPTY_BYTES && empty >= (1 - USED_PART) * size;
  const copies = slab.caches.find(({ name, objects = 0 }) => name === 'kmem_cache' && objects >= CACHE_COPIES);
  const extra = hollow
    ? `, ${figureText((empty / size) * 100, 'pct')} of it empty`
    : copies
      ? ` with ${figureText(copies.objects ?? 0, 'count')} copies of caches, as many memory cgroups leave`
      : '';
  return {
    words: `The kernel’s own objects hold ${figureText(size, 'bytes')}${extra}`,
    bloated: hollow || copies !== undefined || size >= LARGE_BYTES,
    locked: hollow || copies !== undefined,
    grows: false,
    onlyGrows: false,
    sure: hollow || copies !== undefined,
    evidence: [
      totals && figure(totals, slabTotalsUnits, 'sizeBytes', 'host'),
      totals && figure(totals, slabTotalsUnits, 'activeBytes', 'host'),
      copies && figure(copies, slabCacheUnits, 'objects', copies.name, { op: '>=', value: CACHE_COPIES }),
    ],
  };
}

function confidenceOf({ sure }: Judged, slab: SlabView | undefined, shortage: 'short' | 'spare' | 'unknown'): Confidence {
  if (!sure) return 'possible';
  return slab && shortage !== 'unknown' ? 'certain' : 'likely';
}

function largestItems(slab: SlabView | undefined): readonly (EvidenceItem | undefined)[] {
  return (slab?.caches ?? []).slice(0, 3).map((cache) => figure(cache, slabCacheUnits, 'sizeBytes', word(cache.name)));
}

function largestWords(slab: SlabView | undefined): string {
  const largest: SlabCache | undefined = slab?.caches[0];
  if (!largest || largest.sizeBytes === undefined) return '';
  return `; most by ${word(largest.name)} (${figureText(largest.sizeBytes, 'bytes')})`;
}
