import { expect, test } from 'vitest';
import { finding } from '../../test/given.ts';
import type { CauseId } from '../model/cause.ts';
import type { Finding, Subject } from '../model/finding.ts';
import { rank } from './rank.ts';

const explains = new Map<CauseId, readonly CauseId[]>([
  ['io.bulk-reader', ['io.device-saturated']],
  ['io.device-hung', ['io.bulk-reader']],
]);
const disk = (name: string): Subject => ({ kind: 'device', name });
const ranked = (...findings: readonly Finding[]) => rank(findings, explains).map(({ cause, explainedBy }) => [cause, explainedBy]);

test('what explains stands before what it explains, which says by what, however grave it is', () => {
  expect(ranked(finding('io.device-saturated', { severity: 'critical', confidence: 'certain' }), finding('io.bulk-reader'))).toEqual([
    ['io.bulk-reader', undefined],
    ['io.device-saturated', 'io.bulk-reader'],
  ]);
});

test.each([
  ['the same device', 'sda', 'sda', 'io.bulk-reader'],
  ['another device', 'sda', 'sdb', undefined],
  ['the host as a whole', undefined, 'sdb', 'io.bulk-reader'],
] as const)('it explains what is of %s', (_what, reader, saturated, by) => {
  const subject = (name: string | undefined) => (name === undefined ? {} : { subject: disk(name) });
  const findings = [finding('io.bulk-reader', subject(reader)), finding('io.device-saturated', subject(saturated))];
  const saturation = rank(findings, explains).find(({ cause }) => cause === 'io.device-saturated');
  expect(saturation?.explainedBy).toBe(by);
});

test('what explains nothing of this device stands by its severity', () => {
  const reader = finding('io.bulk-reader', { subject: disk('sda') });
  expect(ranked(reader, finding('io.device-saturated', { subject: disk('sdb'), severity: 'critical' }))[0]).toEqual([
    'io.device-saturated',
    undefined,
  ]);
});

test('what a control group lacks may explain what its tasks do to a disk', () => {
  const atLimit = finding('cgroup.memory-at-limit', { subject: { kind: 'cgroup', name: '/app.slice' } });
  const thrash = finding('mem.swap-thrash', { subject: disk('sda'), severity: 'critical' });
  expect(rank([thrash, atLimit], new Map([['cgroup.memory-at-limit', ['mem.swap-thrash']]]))[1]?.explainedBy).toBe(
    'cgroup.memory-at-limit',
  );
});

test('a notice explains nothing', () => {
  expect(ranked(finding('io.bulk-reader', { severity: 'notice' }), finding('io.device-saturated'))).toEqual([
    ['io.device-saturated', undefined],
    ['io.bulk-reader', undefined],
  ]);
});

test('in a chain each is explained by the one before it', () => {
  expect(ranked(finding('io.device-saturated'), finding('io.bulk-reader'), finding('io.device-hung'))).toEqual([
    ['io.device-hung', undefined],
    ['io.bulk-reader', 'io.device-hung'],
    ['io.device-saturated', 'io.bulk-reader'],
  ]);
});

test('of two that explain each other the graver stands first', () => {
  const ring = new Map<CauseId, readonly CauseId[]>([
    ['io.swap-in', ['io.slow-device']],
    ['io.slow-device', ['io.swap-in']],
  ]);
  const order = rank([finding('io.swap-in', { confidence: 'possible' }), finding('io.slow-device')], ring);
  expect(order.map(({ cause, explainedBy }) => [cause, explainedBy])).toEqual([
    ['io.slow-device', undefined],
    ['io.swap-in', 'io.slow-device'],
  ]);
});

test('an array explains what it does to the disks that it names', () => {
  const array = finding('io.bulk-reader', { subject: disk('md0'), alsoOf: ['sda'] });
  const saturated = (name: string) => finding('io.device-saturated', { subject: disk(name), severity: 'critical' });
  expect(ranked(array, saturated('sda'))[0]).toEqual(['io.bulk-reader', undefined]);
  expect(ranked(array, saturated('sdb'))[0]).toEqual(['io.device-saturated', undefined]);
});
