import { expect, it, test } from 'vitest';
import { finding } from '../../test/given.ts';
import type { Finding } from '../model/finding.ts';
import { rules } from '../rules/registry.ts';
import { rank } from './rank.ts';

const explains = new Map(rules.map((rule) => [rule.cause, rule.explains]));

const ranked = (...findings: readonly Finding[]) => rank(findings, explains).map(({ cause, explainedBy }) => [cause, explainedBy]);

test.each([
  ['net.conntrack-full', 'drops what has no room in its table'],
  ['net.interface-errors', 'throws damaged frames away'],
  ['net.interface-saturated', 'drops what its queue cannot hold'],
  ['net.listen-overflow', 'leaves handshakes unanswered'],
] as const)('segments are sent again because of %s, which %s', (cause, _how) => {
  const lost = finding('net.retransmits', { severity: 'critical', confidence: 'certain' });
  expect(ranked(lost, finding(cause, { subject: { kind: 'interface', name: 'eth0' } }))).toEqual([
    [cause, undefined],
    ['net.retransmits', cause],
  ]);
});

it('ports that ran out explain no lost segment: nothing is sent from them', () => {
  expect(ranked(finding('net.port-exhaustion'), finding('net.retransmits')).map(([, by]) => by)).toEqual([undefined, undefined]);
});

it('of two reasons the graver stands first, and the segments sent again say that one', () => {
  const full = finding('net.conntrack-full', { severity: 'critical' });
  expect(
    ranked(finding('net.retransmits'), finding('net.interface-errors', { subject: { kind: 'interface', name: 'eth0' } }), full),
  ).toEqual([
    ['net.conntrack-full', undefined],
    ['net.interface-errors', undefined],
    ['net.retransmits', 'net.conntrack-full'],
  ]);
});

it('a table that was full in the past explains nothing of now', () => {
  const past = finding('net.conntrack-full', { severity: 'notice' });
  expect(ranked(past, finding('net.retransmits'))).toEqual([
    ['net.retransmits', undefined],
    ['net.conntrack-full', undefined],
  ]);
});
