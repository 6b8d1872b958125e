import { expect, test } from 'vitest';
import { atRest, device, devices, psi, saturatedByReads } from '../../../test/given.ts';
import { RATE_MB } from '../../model/figure-text.ts';
import { volumeThroughputLimit } from './volume-throughput-limit.ts';

const limit = { device: 'nvme1n1', kind: 'gp3', maxBytesPerS: 125 * RATE_MB, maxOpsPerS: 3000 } as const;
const kindAt = (readBytesPerS: number) =>
  volumeThroughputLimit.decide({
    devices: devices(device('nvme1n1', { ...saturatedByReads, readBytesPerS, writeBytesPerS: 0 }, { limit })),
    pressure: psi(40),
  }).kind;

test.each([
  [118.7 * RATE_MB, 'ruled-out'],
  [118.75 * RATE_MB, 'found'],
  [125 * RATE_MB, 'found'],
] as const)('%d B/s of 125 MB/s', (bytes, kind) => expect(kindAt(bytes)).toBe(kind));

test('half of the limit is set beside it, and no limit is claimed', () => {
  const verdict = volumeThroughputLimit.decide({ devices: devices(device('nvme1n1', saturatedByReads, { limit })) });
  expect(verdict).toMatchObject({ kind: 'ruled-out', because: 'nvme1n1 moves 61 MB/s, 49 % of the 125 MB/s bought' });
});

test('an unknown limit leaves it undecided, a calm device rules it out', () => {
  expect(volumeThroughputLimit.decide({ devices: devices(device('sda', saturatedByReads)) }).kind).toBe('undecided');
  expect(volumeThroughputLimit.decide({ devices: devices(device('sda', atRest)) }).kind).toBe('ruled-out');
});
