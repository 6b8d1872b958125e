import { describe, expect, it } from 'vitest';
import { cites, given, process, processes } from '../../../test/given.ts';
import type { SlabView } from '../../snapshot/views/slab.ts';
import type { MemoryView } from '../../snapshot/views.ts';
import { slabBloat } from './slab-bloat.ts';

const GIB = 1024 ** 3;
const memory = (more: Partial<MemoryView>): MemoryView => ({
  cites,
  settings: new Map(),
  totalBytes: 40 * GIB,
  availableBytes: 20 * GIB,
  slabBytes: GIB,
  ...more,
});
const table = (sizeBytes: number, activeBytes = sizeBytes, ...caches: SlabView['caches']): SlabView => ({
  caches,
  totals: { cites, sizeBytes, activeBytes },
});

describe('beside the size of memory', () => {
  it.each([
    [{ slabBytes: 10 * GIB }, 'notice'],
    [{ slabBytes: 10 * GIB - 1 }, undefined],
    [{ slabBytes: 10 * GIB, availableBytes: 3.9 * GIB }, 'warning'],
    [{ slabBytes: 7 * GIB, slabUnreclaimableBytes: 6 * GIB }, 'warning'],
    [{ slabBytes: 7 * GIB, slabUnreclaimableBytes: 6 * GIB - 1 }, undefined],
    [{ totalBytes: GIB, availableBytes: 0.5 * GIB, slabBytes: 0.2 * GIB, slabUnreclaimableBytes: 0.19 * GIB }, undefined],
    [{ slabGrowthBytesPerS: 20e6 }, 'notice'],
    [{ slabGrowthBytesPerS: 10e6 }, undefined],
  ])('%j: %s', (more, severity) => {
    const verdict = slabBloat.decide({ memory: memory(more) });
    expect(verdict.kind === 'found' ? verdict.severity : undefined).toBe(severity);
  });

  it('says that the size of memory lacks, not that of slab', () => {
    const { totalBytes, ...alone } = memory({ slabBytes: 10 * GIB });
    expect(totalBytes).toBeDefined();
    expect(slabBloat.decide({ memory: alone })).toMatchObject({ kind: 'undecided', because: expect.stringContaining('10 GiB are slab') });
  });

  it('names the largest cache, and who makes its objects while it grows', () => {
    const slab = table(2 * GIB, 2 * GIB, { cites, name: 'dentry', sizeBytes: 1.5 * GIB });
    const busy = processes(process(9, 'perl', {}, { cpuPct: 95 }), process(3, 'kworker/0:1', { kernelThread: true }, { cpuPct: 99 }));
    const grows = slabBloat.decide({ memory: memory({ slabGrowthBytesPerS: 100e6 }), slab, processes: busy });
    expect(grows).toMatchObject({ headline: expect.stringContaining('most by dentry (1.5 GiB)'), culprit: { process: 'perl' } });
    expect(slabBloat.decide({ memory: memory({ slabBytes: 20 * GIB }), slab, processes: busy })).not.toHaveProperty('culprit');
  });
});

describe('a table of caches alone', () => {
  it.each([
    [table(2 * GIB), 'possible'],
    [table(2 * GIB - 1), undefined],
    [table(1.75 * GIB, 0.75 * GIB), 'likely'],
    [table(1.75 * GIB, 0.76 * GIB), undefined],
    [table(0.5 * GIB, 0.5 * GIB, { cites, name: 'kmem_cache', objects: 50_000, sizeBytes: 1e8 }), 'likely'],
    [table(0.5 * GIB, 0.5 * GIB, { cites, name: 'kmem_cache', objects: 49_999, sizeBytes: 1e8 }), undefined],
  ])('case %#: %s', (slab, confidence) => {
    const verdict = slabBloat.decide({ slab });
    expect(verdict.kind === 'found' ? verdict.confidence : undefined).toBe(confidence);
  });
});

it('without a size nothing is said', () => {
  expect(slabBloat.decide(given({})).kind).toBe('undecided');
  expect(slabBloat.decide({ memory: { cites, settings: new Map(), totalBytes: 8e9 } }).kind).toBe('undecided');
});
