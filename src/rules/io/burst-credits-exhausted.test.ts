import { expect, test } from 'vitest';
import { device, devices, saturatedByReads } from '../../../test/given.ts';
import type { VolumeLimit } from '../../model/target.ts';
import { burstCreditsExhausted } from './burst-credits-exhausted.ts';

const verdictOf = (limit: VolumeLimit | undefined, readOpsPerS: number) =>
  burstCreditsExhausted.decide({
    devices: devices(device('xvdf', { ...saturatedByReads, readOpsPerS, writeOpsPerS: 0 }, limit ? { limit } : {})),
  });
const gp2 = { device: 'xvdf', kind: 'gp2', sizeBytes: 100 * 1024 ** 3 } as const;

test.each([
  [300, 'found'],
  [321, 'found'],
  [322, 'ruled-out'],
  [278, 'ruled-out'],
] as const)('%d IOPS of a 100 GiB gp2 (300)', (ops, kind) => expect(verdictOf(gp2, ops).kind).toBe(kind));

test('gp3 is never told of credits', () => {
  expect(verdictOf({ device: 'xvdf', kind: 'gp3', maxOpsPerS: 3000 }, 3000)).toMatchObject({
    kind: 'ruled-out',
    because: 'gp3 volumes have a fixed baseline and no burst credits',
  });
});

test('an unknown kind leaves it undecided', () => expect(verdictOf(undefined, 300).kind).toBe('undecided'));

test('the size is the kernel’s where hosts.yml has none, and unknown is not ruled out', () => {
  const load = { ...saturatedByReads, readOpsPerS: 300, writeOpsPerS: 0 };
  const kindOf = (more: { sizeBytes?: number }) =>
    burstCreditsExhausted.decide({ devices: devices(device('xvdf', load, { limit: { device: 'xvdf', kind: 'gp2' }, ...more })) }).kind;
  expect(kindOf({ sizeBytes: 100 * 1024 ** 3 })).toBe('found');
  expect(kindOf({})).toBe('undecided');
});
