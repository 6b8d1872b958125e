import { expect, it } from 'vitest';
import { cites, given } from '../../../test/given.ts';
import type { MemoryView } from '../../snapshot/views.ts';
import { hugepagesReserved } from './hugepages-reserved.ts';

const MIB = 1024 ** 2;
const memory = (more: Partial<MemoryView>): MemoryView => ({
  cites,
  settings: new Map(),
  totalBytes: 10_000 * MIB,
  availableBytes: 500 * MIB,
  hugePageBytes: 2 * MIB,
  hugePagesTotal: 1_000,
  hugePagesFree: 500,
  ...more,
});

it.each([
  [{}, 'warning'],
  [{ hugePagesFree: 499 }, undefined],
  [{ hugePagesReserved: 1 }, undefined],
  [{ availableBytes: 1_000 * MIB }, undefined],
  [{ availableBytes: 999 * MIB }, 'warning'],
  [{ availableBytes: 5_000 * MIB, hugePagesTotal: 2_000, hugePagesFree: 1_250 }, 'notice'],
  [{ availableBytes: 5_000 * MIB, hugePagesTotal: 2_000, hugePagesFree: 1_249 }, undefined],
])('%j: %s', (more, severity) => {
  const verdict = hugepagesReserved.decide({ memory: memory(more) });
  expect(verdict.kind === 'found' ? verdict.severity : undefined).toBe(severity);
});

it('an old kernel’s free memory, cache and swap tell whether memory is short', () => {
  const { availableBytes: _, ...old } = memory({ freeBytes: 100 * MIB, cachedBytes: 1_500 * MIB, swapTotalBytes: 4_000 * MIB });
  const withSwap = (swapFreeBytes: number) => hugepagesReserved.decide({ memory: { ...old, swapFreeBytes } }).kind;
  expect(withSwap(3_000 * MIB)).toBe('found');
  expect(withSwap(3_001 * MIB)).toBe('ruled-out');
});

it('pressure of the window makes it certain', () => {
  const roomy = memory({ availableBytes: 5_000 * MIB });
  const pressed = (windowPct: number) => hugepagesReserved.decide({ memory: roomy, pressure: { memory: { some: { cites, windowPct } } } });
  expect(pressed(10)).toMatchObject({ kind: 'found', severity: 'warning', confidence: 'certain' });
  expect(pressed(9.9).kind).toBe('ruled-out');
});

it('no pool is ruled out, a pool that was not read undecided', () => {
  expect(hugepagesReserved.decide({ memory: memory({ hugePagesTotal: 0, hugePagesFree: 0 }) }).kind).toBe('ruled-out');
  expect(hugepagesReserved.decide({ memory: { cites, settings: new Map(), totalBytes: 1e9 } }).kind).toBe('undecided');
  expect(given({}).memory).toBeUndefined();
});

it('tells how many to keep', () => {
  const verdict = hugepagesReserved.decide({ memory: memory({ hugePagesTotal: 1_000, hugePagesFree: 700, hugePagesReserved: 100 }) });
  expect(verdict.kind === 'found' && verdict.advice.now[1]?.command).toBe('sysctl -w vm.nr_hugepages=400');
});
