import { describe, expect, it } from 'vitest';
import { cites, device, devices, process, processes, psi, saturatedByReads } from '../../../test/given.ts';
import type { Views } from '../../snapshot/views.ts';
import { swapThrash } from './swap-thrash.ts';

const KB = 1024;
const paging = (...rows: readonly (readonly [number, number])[]): NonNullable<Views['paging']> => ({
  intervals: rows.map(([swapIn, swapOut]) => ({ cites, swapInBytesPerS: swapIn * KB, swapOutBytesPerS: swapOut * KB })),
  intervalSeconds: 3,
});
const blocked: NonNullable<Views['cpu']> = { intervals: [{ cites, blockedTasks: 3, iowaitPct: 80 }] };
const calm: NonNullable<Views['cpu']> = { intervals: [{ cites, blockedTasks: 0, iowaitPct: 1 }] };

describe('by rates of swap', () => {
  it.each([
    [100, 100, 'found'],
    [99, 5000, 'ruled-out'],
    [5000, 99, 'ruled-out'],
    [0, 20_000, 'ruled-out'],
  ])('%d kB/s in and %d kB/s out: %s', (swapIn, swapOut, kind) => {
    expect(swapThrash.decide({ paging: paging([swapIn, swapOut]), cpu: blocked }).kind).toBe(kind);
  });

  it.each([
    [
      [
        [900, 900],
        [0, 5],
        [0, 5],
      ],
      'found',
    ],
    [
      [
        [900, 900],
        [0, 5],
        [0, 5],
        [0, 5],
      ],
      'ruled-out',
    ],
  ] as const)('one report both ways of %j: %s', (rows, kind) => {
    expect(swapThrash.decide({ paging: paging(...rows), cpu: blocked }).kind).toBe(kind);
  });

  it('asks who waits', () => {
    const both = paging([900, 900]);
    expect(swapThrash.decide({ paging: both, cpu: calm }).kind).toBe('ruled-out');
    const memory = { full: { cites, windowPct: 1 } };
    expect(swapThrash.decide({ paging: both, cpu: calm, pressure: { memory } })).toMatchObject({ kind: 'found', confidence: 'certain' });
    expect(swapThrash.decide({ paging: both, cpu: calm, pressure: { memory: { full: { cites, windowPct: 0.9 } } } }).kind).toBe(
      'ruled-out',
    );
    const stands = { memory: { full: { cites, windowPct: 30 } } };
    expect(swapThrash.decide({ paging: both, cpu: blocked, pressure: stands })).toMatchObject({ severity: 'critical' });
  });

  it('is about the disk that holds the swap, and names whose pages come back', () => {
    const java = process(7, 'java', {}, { majorFaultsPerS: 400, residentBytes: 1e8 });
    const large = process(8, 'postgres', {}, { majorFaultsPerS: 2, residentBytes: 9e8 });
    const verdict = swapThrash.decide({
      paging: paging([900, 900]),
      devices: devices(device('sdb', saturatedByReads, { swap: true })),
      pressure: psi(50),
      processes: processes(large, java),
    });
    expect(verdict).toMatchObject({ confidence: 'certain', subject: { kind: 'device', name: 'sdb' }, culprit: { process: 'java' } });
    const otherDisk = swapThrash.decide({ paging: paging([900, 900]), devices: devices(device('sdb', saturatedByReads)), cpu: blocked });
    expect(otherDisk).not.toHaveProperty('subject');
  });
});

describe('without rates', () => {
  const kswapd = processes(process(3, 'kswapd0', { state: 'R', kernelThread: true }));
  const memory = (usedPart: number) => ({ cites, settings: new Map(), swapTotalBytes: 1e9, swapFreeBytes: 1e9 * (1 - usedPart) });
  it.each([
    [0.21, 'found'],
    [0.19, 'undecided'],
  ])('%d of swap used: %s', (part, kind) => {
    expect(swapThrash.decide({ memory: memory(part), cpu: blocked, processes: kswapd })).toMatchObject({ kind });
  });
  it('never without kswapd at work', () => {
    expect(swapThrash.decide({ memory: memory(0.9), cpu: blocked }).kind).toBe('undecided');
    expect(swapThrash.decide({}).kind).toBe('undecided');
  });
});
