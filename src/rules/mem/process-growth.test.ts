import { describe, expect, it } from 'vitest';
import { cites, process, processes } from '../../../test/given.ts';
import { processGrowth } from './process-growth.ts';

const decide = (availableBytes: number, ...sizes: readonly number[]) =>
  processGrowth.decide({
    memory: { cites, settings: new Map(), totalBytes: 1000e6, availableBytes },
    processes: processes(
      process(7, 'node', {}, ...sizes.map((residentBytes) => ({ residentBytes }))),
      process(8, 'kswapd0', { kernelThread: true }, { residentBytes: 9e9 }),
    ),
  });

describe('holds', () => {
  it.each([
    [500e6, 99e6, 'found'],
    [499e6, 99e6, 'ruled-out'],
    [900e6, 100e6, 'ruled-out'],
  ])('%d of 1000 MB with %d bytes available: %s', (resident, available, kind) => {
    expect(decide(available, resident).kind).toBe(kind);
  });
});

describe('gains', () => {
  it.each([
    [100e6, 120e6, 199e6, 'found', 'warning'],
    [100e6, 120e6, 200e6, 'found', 'notice'],
    [100e6, 119e6, 150e6, 'ruled-out', undefined],
    [120e6, 100e6, 150e6, 'ruled-out', undefined],
  ])('from %d to %d with %d bytes available: %s %s', (first, last, available, kind, severity) => {
    expect(decide(available, first, last)).toMatchObject(severity ? { kind, severity, culprit: { process: 'node' } } : { kind });
  });
});

it('is undecided without sizes', () => {
  expect(decide(10e6).kind).toBe('undecided');
});
