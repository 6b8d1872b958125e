import { describe, expect, it } from 'vitest';
import { cites, process, processes } from '../../../test/given.ts';
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
