import { expect, test } from 'vitest';
import { cites, device, devices, process, processes, psi, saturatedByReads } from '../../../test/given.ts';
import { swapIn } from './swap-in.ts';

const paging = (swapInBytesPerS: number, swapOutBytesPerS: number) => ({ intervals: [{ cites, swapInBytesPerS, swapOutBytesPerS }] });

test.each([
  [102_400, 1e6, 'found'],
  [102_000, 1e6, 'ruled-out'],
  [0, 20e6, 'ruled-out'],
  [102_400, 0, 'ruled-out'],
] as const)('si %d, so %d', (si, so, kind) => expect(swapIn.decide({ paging: paging(si, so), pressure: psi(40) }).kind).toBe(kind));

test('nobody waits for it; the swap device is at its limit; nothing read', () => {
  expect(swapIn.decide({ paging: paging(1e6, 1e6), pressure: psi(1) }).kind).toBe('ruled-out');
  const swap = devices(device('sdb', saturatedByReads, { swap: true }));
  expect(swapIn.decide({ paging: paging(1e6, 1e6), pressure: psi(40), devices: swap })).toMatchObject({
    confidence: 'certain',
    subject: { kind: 'device', name: 'sdb' },
  });
  expect(swapIn.decide({}).kind).toBe('undecided');
});

test.each([
  [0.2, 'found'],
  [0.19, 'undecided'],
] as const)('kswapd at work and %d of swap used', (part, kind) => {
  const memory = { cites, settings: new Map(), swapTotalBytes: 1e9, swapFreeBytes: 1e9 * (1 - part) };
  const views = {
    memory,
    cpu: { intervals: [{ cites, iowaitPct: 89 }] } as const,
    processes: processes(process(30, 'kswapd0', { state: 'R', kernelThread: true })),
  };
  expect(swapIn.decide(views).kind).toBe(kind);
});
