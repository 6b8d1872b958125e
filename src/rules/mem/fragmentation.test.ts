import { describe, expect, it } from 'vitest';
import { cites, given, process, processes } from '../../../test/given.ts';
import type { BuddyView } from '../../snapshot/views/buddy.ts';
import type { PerfView } from '../../snapshot/views/perf.ts';
import type { KernelEvent, MemoryView } from '../../snapshot/views.ts';
import { fragmentation } from './fragmentation.ts';

const MIB = 1024 ** 2;
const logged = (more: Partial<KernelEvent>) => ({
  events: [{ cites, kind: 'allocation-failure' as const, functions: [], text: 'tar: page allocation failure', process: 'tar', ...more }],
});
const memory = (availableBytes: number): MemoryView => ({ cites, settings: new Map(), totalBytes: 8e9, availableBytes });
const zone = (freeBytes: number, freeInLargeBlocksBytes: number): BuddyView => ({
  zones: [{ cites, node: 0, zone: 'Normal', freeBlocks: [], freeBytes, freeInLargeBlocksBytes }],
});
const profile = (...rows: readonly (readonly [string, string, number])[]): PerfView => ({
  profiles: [{ chains: [], symbols: rows.map(([owner, symbol, selfPct]) => ({ cites, process: owner, symbol, selfPct, kernel: true })) }],
});

describe('a refused request', () => {
  it.each([
    [{ order: 4, freeBytes: 100 * MIB }, 'found'],
    [{ order: 4, freeBytes: 10 * MIB, fileCacheBytes: 54 * MIB }, 'found'],
    [{ order: 4, freeBytes: 10 * MIB, fileCacheBytes: 53 * MIB }, 'undecided'],
    [{ order: 0, freeBytes: 100 * MIB }, 'undecided'],
    [{ freeBytes: 100 * MIB }, 'undecided'],
    [{ order: 1, freeBytes: 100 * MIB, ageSeconds: 3_601 }, 'undecided'],
  ])('%j: %s', (event, kind) => {
    expect(fragmentation.decide({ kernelLog: logged(event) }).kind).toBe(kind);
  });

  it('is the trouble for a minute and a notice for an hour', () => {
    const at = (ageSeconds: number) => fragmentation.decide({ kernelLog: logged({ order: 3, freeBytes: 200 * MIB, ageSeconds }) });
    expect(at(60)).toMatchObject({ severity: 'warning', confidence: 'certain', headline: expect.stringContaining('32 KiB in one piece') });
    expect(at(61)).toMatchObject({ severity: 'notice' });
  });

  it('is judged by the host’s memory where its report was cut', () => {
    const event = logged({ order: 2 });
    expect(fragmentation.decide({ kernelLog: event, memory: memory(4e8) })).toMatchObject({ kind: 'found', confidence: 'certain' });
    expect(fragmentation.decide({ kernelLog: event, memory: memory(3.9e8) }).kind).toBe('undecided');
    expect(fragmentation.decide({ kernelLog: event })).toMatchObject({ kind: 'found', confidence: 'possible' });
  });
});

it.each([
  [10, 5, 'found'],
  [9.9, 9.9, 'ruled-out'],
  [10, 4.9, 'ruled-out'],
])('%d stalls a second of which %d fail: %s', (stallsPerS, failsPerS, kind) => {
  expect(fragmentation.decide({ compaction: { window: { cites, stallsPerS, failsPerS } } }).kind).toBe(kind);
});

it('a profile counts whoever runs it, and says so', () => {
  const spread = profile(['postgres', 'isolate_freepages_block', 12], ['psql', 'isolate_freepages_block.isra.4', 8]);
  expect(fragmentation.decide({ perf: spread })).toMatchObject({ kind: 'found', headline: expect.stringContaining('in 2 programs alike') });
  expect(fragmentation.decide({ perf: profile(['postgres', 'isolate_freepages_block', 19.9]) }).kind).toBe('undecided');
});

it('of two profiles the worse one is judged, never their sum', () => {
  const [good, bad] = [profile(['a', 'compact_zone', 12]), profile(['a', 'compact_zone', 11])];
  expect(fragmentation.decide({ perf: { profiles: [...good.profiles, ...bad.profiles] } }).kind).toBe('undecided');
});

it('kcompactd that is busy, and a task in compaction', () => {
  const thread = (cpuPct: number) => processes(process(40, 'kcompactd0', { kernelThread: true }, { cpuPct }));
  expect(fragmentation.decide({ processes: thread(50) }).kind).toBe('found');
  expect(fragmentation.decide({ processes: thread(49) }).kind).toBe('undecided');
  const stacks = (asks: string) => ({ all: [{ cites, functions: ['compact_zone', 'try_to_compact_pages', asks] }] });
  expect(fragmentation.decide({ stacks: stacks('kmalloc_order') }).kind).toBe('found');
  expect(fragmentation.decide({ stacks: stacks('do_huge_pmd_anonymous_page') }).kind).toBe('undecided');
});

it('free lists alone rule out and never decide', () => {
  expect(fragmentation.decide({ buddy: zone(100 * MIB, 10 * MIB) }).kind).toBe('ruled-out');
  expect(fragmentation.decide({ buddy: zone(100 * MIB, 9 * MIB) }).kind).toBe('undecided');
  expect(fragmentation.decide(given({})).kind).toBe('undecided');
});
