import { expect, test } from 'vitest';
import { atRest, cites, device, devices, psi } from '../../../test/given.ts';
import { RATE_MB } from '../../model/figure-text.ts';
import { raidResync } from './raid-resync.ts';

const array = { cites, name: 'md2', members: ['sda', 'sdb'], degraded: false };

test.each([
  ['resync', 0, 'warning'],
  ['recovery', 0, 'warning'],
  ['check', 0, 'notice'],
  ['check', 30, 'warning'],
] as const)('%s with PSI io %d', (action, pct, severity) => {
  const verdict = raidResync.decide({
    raid: { arrays: [{ ...array, action, speedBytesPerS: 77e6, progressPct: 1.4 }] },
    pressure: psi(pct),
  });
  expect(verdict).toMatchObject({ kind: 'found', confidence: 'certain', severity, subject: { kind: 'device', name: 'md2' } });
});

test('arrays at rest', () => expect(raidResync.decide({ raid: { arrays: [array] } }).kind).toBe('ruled-out'));

test('a recovery is told before a check of another array', () => {
  const arrays = [
    { ...array, name: 'md0', action: 'check' as const },
    { ...array, name: 'md1', action: 'recovery' as const },
  ];
  expect(raidResync.decide({ raid: { arrays } })).toMatchObject({
    kind: 'found',
    subject: { kind: 'device', name: 'md1' },
    severity: 'warning',
  });
});

test.each([
  ['members that move as fast as it works', 150, 156, ['sda', 'sdb']],
  ['half of what they move', 50, 100, ['sda', 'sdb']],
  ['a check held back beside other work', 49, 100, []],
] as const)('it loads %s', (_what, speed, moved, alsoOf) => {
  const members = ['sda1', 'sdb1'];
  const disks = ['sda', 'sdb'].map((name) => device(name, { ...atRest, readBytesPerS: moved * RATE_MB, writeBytesPerS: 0 }));
  const arrays = [{ ...array, members, action: 'check' as const, speedBytesPerS: speed * RATE_MB }];
  expect(raidResync.decide({ raid: { arrays }, devices: devices(...disks), pressure: psi(40) })).toMatchObject({ alsoOf });
});

test('members that nobody measured are taken for busy with it', () => {
  const arrays = [{ ...array, members: ['nvme0n1p3', 'sdb'], action: 'resync' as const, speedBytesPerS: 77e6 }];
  expect(raidResync.decide({ raid: { arrays } })).toMatchObject({ alsoOf: ['nvme0n1', 'sdb'] });
});
