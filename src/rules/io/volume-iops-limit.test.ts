import { expect, test } from 'vitest';
import { atRest, device, devices, saturatedByReads } from '../../../test/given.ts';
import { volumeIopsLimit } from './volume-iops-limit.ts';

const limit = { device: 'nvme1n1', kind: 'gp3', maxOpsPerS: 3000 } as const;

test.each([
  [2849, 'ruled-out'],
  [2850, 'found'],
  [3000, 'found'],
] as const)('%d requests/s of 3,000', (readOpsPerS, kind) => {
  const load = { ...saturatedByReads, readOpsPerS, writeOpsPerS: 0 };
  expect(volumeIopsLimit.decide({ devices: devices(device('nvme1n1', load, { limit })) }).kind).toBe(kind);
});

test('an unknown limit leaves it undecided, a calm device rules it out', () => {
  expect(volumeIopsLimit.decide({ devices: devices(device('sda', saturatedByReads)) }).kind).toBe('undecided');
  expect(volumeIopsLimit.decide({ devices: devices(device('sda', atRest)) }).kind).toBe('ruled-out');
});

test('a volume whose rate or queue was not read is neither at its limit nor below it', () => {
  const { readOpsPerS: _read, writeOpsPerS: _written, ...withoutRate } = saturatedByReads;
  const unread = device('nvme1n1', withoutRate, { limit });
  const other = device('sda', atRest);
  expect(volumeIopsLimit.decide({ devices: devices(unread, other) }).kind).toBe('undecided');
});
