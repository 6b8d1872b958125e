import { expect, test } from 'vitest';
import { cites, psi } from '../../../test/given.ts';
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
  expect(verdict).toMatchObject({ kind: 'found', confidence: 'certain', severity, subject: 'md2' });
});

test('arrays at rest', () => expect(raidResync.decide({ raid: { arrays: [array] } }).kind).toBe('ruled-out'));

test('a recovery is told before a check of another array', () => {
  const arrays = [
    { ...array, name: 'md0', action: 'check' as const },
    { ...array, name: 'md1', action: 'recovery' as const },
  ];
  expect(raidResync.decide({ raid: { arrays } })).toMatchObject({ kind: 'found', subject: 'md1', severity: 'warning' });
});
