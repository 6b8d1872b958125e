import { describe, expect, it } from 'vitest';
import { cites, process, processes } from '../../../test/given.ts';
import type { Zone, ZonesView } from '../../snapshot/views/zones.ts';
import type { MemoryView, Views } from '../../snapshot/views.ts';
import { exhausted } from './exhausted.ts';

const memory = (more: Partial<MemoryView>): MemoryView => ({ cites, settings: new Map(), totalBytes: 1000e6, swapTotalBytes: 0, ...more });
const waits: NonNullable<Views['cpu']> = { intervals: [{ cites, blockedTasks: 1, iowaitPct: 50 }] };
const calm: NonNullable<Views['cpu']> = { intervals: [{ cites, blockedTasks: 3, iowaitPct: 49 }] };

describe('how much is left', () => {
  it.each([
    [{ availableBytes: 59e6 }, 'found'],
    [{ availableBytes: 60e6 }, 'ruled-out'],
    [{ freeBytes: 20e6, cachedBytes: 50e6, buffersBytes: 9e6 }, 'found'],
    [{ freeBytes: 20e6, cachedBytes: 50e6, buffersBytes: 10e6 }, 'ruled-out'],
    [{ availableBytes: 50e6, cachedBytes: 60e6, swapTotalBytes: 100e6, swapFreeBytes: 10e6 }, 'found'],
    [{ availableBytes: 50e6, cachedBytes: 60e6, swapTotalBytes: 100e6, swapFreeBytes: 11e6 }, 'ruled-out'],
    [{ availableBytes: 50e6, cachedBytes: 29e6, swapTotalBytes: 100e6, swapFreeBytes: 90e6 }, 'found'],
  ])('%j: %s', (left, kind) => {
    expect(exhausted.decide({ memory: memory(left), cpu: waits }).kind).toBe(kind);
  });

  it('takes nothing from a size that was not read', () => {
    expect(exhausted.decide({ memory: { cites, settings: new Map() }, cpu: waits }).kind).toBe('undecided');
  });
});

describe('one zone of it', () => {
  const zone = (node: number, name: string, freeBytes: number, managedBytes: number): Zone => ({
    cites,
    node,
    zone: name,
    freeBytes,
    minBytes: 1e6,
    managedBytes,
  });
  const spare = memory({ availableBytes: 500e6 });
  const stalls = { cites, allocationStallsPerS: 1 };
  const zones = (freeBytes: number, managedBytes: number): ZonesView => ({
    all: [zone(0, 'Normal', 400e6, 1000e6 - managedBytes), zone(1, 'Normal', freeBytes, managedBytes)],
  });

  it.each([
    [0.9e6, 100e6, 'found'],
    [1e6, 100e6, 'ruled-out'],
    [0.9e6, 99e6, 'ruled-out'],
  ])('%d bytes free of %d while allocations stall: %s', (free, managed, kind) => {
    expect(exhausted.decide({ memory: spare, reclaim: stalls, zones: zones(free, managed) }).kind).toBe(kind);
  });

  it('is named, and is no trouble as long as nobody waits for it', () => {
    expect(exhausted.decide({ memory: spare, reclaim: stalls, zones: zones(0, 500e6) })).toMatchObject({
      headline: expect.stringContaining('zone Normal of node 1'),
    });
    expect(exhausted.decide({ memory: spare, reclaim: { ...stalls, allocationStallsPerS: 0.9 }, zones: zones(0, 500e6) }).kind).toBe(
      'ruled-out',
    );
  });
});

describe('who waits', () => {
  const little = memory({ availableBytes: 20e6 });
  it('decides', () => {
    expect(exhausted.decide({ memory: little, cpu: calm }).kind).toBe('ruled-out');
    expect(exhausted.decide({ memory: little }).kind).toBe('undecided');
    expect(exhausted.decide({ memory: little, cpu: { intervals: [{ cites, blockedTasks: 4 }] } })).toMatchObject({ confidence: 'likely' });
  });
  it('is not asked where nothing is left and nothing can be moved to swap', () => {
    const spent = memory({ availableBytes: 19e6 });
    expect(exhausted.decide({ memory: spent })).toMatchObject({ kind: 'found', confidence: 'possible' });
    expect(exhausted.decide({ memory: spent, cpu: calm }).kind).toBe('ruled-out');
    expect(exhausted.decide({ memory: { ...spent, cachedBytes: 1e6, swapTotalBytes: 100e6, swapFreeBytes: 90e6 } }).kind).toBe('undecided');
  });
  it.each([
    [10, 'found'],
    [9.9, 'ruled-out'],
  ])('PSI memory some %d %%: %s', (windowPct, kind) => {
    expect(exhausted.decide({ memory: little, cpu: calm, pressure: { memory: { some: { cites, windowPct } } } }).kind).toBe(kind);
  });
  it.each([
    [1, 'found'],
    [0.9, 'ruled-out'],
  ])('%d allocation stalls a second: %s', (allocationStallsPerS, kind) => {
    expect(exhausted.decide({ memory: little, cpu: calm, reclaim: { cites, allocationStallsPerS } }).kind).toBe(kind);
  });
  it('names who holds most', () => {
    const node = process(7, 'node', {}, { residentBytes: 6e8 });
    expect(exhausted.decide({ memory: little, cpu: waits, processes: processes(node) })).toMatchObject({ culprit: { process: 'node' } });
  });
});

it.each([
  [9e5, 'found'],
  [1e6, 'ruled-out'],
])('cache beside a full swap is no cache that can go: %d bytes left', (swapFreeBytes, kind) => {
  const full = memory({ freeBytes: 80e6, cachedBytes: 700e6, swapTotalBytes: 100e6, swapFreeBytes });
  expect(exhausted.decide({ memory: full })).toMatchObject({ kind });
  expect(exhausted.decide({ memory: { ...full, availableBytes: 600e6 } }).kind).toBe('ruled-out');
});
