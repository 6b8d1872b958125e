import { expect, it } from 'vitest';
import { cites } from '../../../test/given.ts';
import type { NetworkView } from '../../snapshot/views/network.ts';
import { conntrackFull } from './conntrack-full.ts';

const view = (more: Partial<NetworkView>): NetworkView => ({ interfaces: [], shapers: [], softnet: [], ...more });

const table = (trackedConnections: number, trackedConnectionsLimit = 1000) =>
  view({ sockets: { cites, trackedConnections, trackedConnectionsLimit } });
const said = (ageSeconds?: number) => ({
  events: [
    {
      cites,
      kind: 'conntrack-full' as const,
      functions: [],
      text: 'nf_conntrack: table full, dropping packet',
      ...(ageSeconds === undefined ? {} : { ageSeconds }),
    },
  ],
});

it.each([
  ['a table 95 % full', { network: table(950) }, 'found'],
  ['a table less full', { network: table(949) }, 'ruled-out'],
  ['a limit of 0, which is none', { network: table(5, 0) }, 'undecided'],
  ['the kernel says so now', { network: table(10), kernelLog: said(5) }, 'found'],
  ['the kernel said so, and the table has room', { network: table(10), kernelLog: said(6) }, 'ruled-out'],
  ['a pasted log', { kernelLog: said() }, 'found'],
  ['an old line', { kernelLog: said(3601) }, 'undecided'],
  ['nothing', {}, 'undecided'],
] as const)('%s', (_, given, kind) => {
  expect(conntrackFull.decide(given).kind).toBe(kind);
});

const resent = (segmentsResentPerS: number) => ({ ...table(10), tcp: { cites, segmentsResentPerS } });
const ofWindow = (ageSeconds: number) => ({ ...said(ageSeconds), windowSeconds: 30 });

it.each([
  ['a message in the window, whatever is sent again', { network: resent(0), kernelLog: ofWindow(30) }, 'found'],
  ['one just before the window', { network: table(10), kernelLog: ofWindow(35) }, 'found'],
  ['one just before it, and segments are lost', { network: resent(1), kernelLog: ofWindow(35) }, 'found'],
  ['one just before it, and none is lost now', { network: resent(0.9), kernelLog: ofWindow(31) }, 'ruled-out'],
  ['one from longer before', { network: resent(100), kernelLog: ofWindow(36) }, 'ruled-out'],
] as const)('of a window: %s', (_, given, kind) => {
  expect(conntrackFull.decide(given).kind).toBe(kind);
});

it('a message of the past is a notice where the table could not be read', () => {
  expect(conntrackFull.decide({ kernelLog: ofWindow(36) })).toMatchObject({ kind: 'found', severity: 'notice' });
  expect(conntrackFull.decide({ kernelLog: ofWindow(35) })).toMatchObject({ kind: 'found', severity: 'critical' });
  expect(conntrackFull.decide({ kernelLog: said(600) })).toMatchObject({ kind: 'found', severity: 'critical' });
});

it('says that another table must be full where the one of the host has room', () => {
  const verdict = conntrackFull.decide({ network: table(10), kernelLog: ofWindow(30) });
  expect(verdict).toMatchObject({ headline: expect.stringMatching(/another network namespace is full: that of the host is 1 % full/) });
});

it('takes an undated line beside a table with room for a possibility', () => {
  expect(conntrackFull.decide({ network: table(10), kernelLog: said() })).toMatchObject({ confidence: 'possible' });
});

it('is certain where both tell', () => {
  expect(conntrackFull.decide({ network: table(1000), kernelLog: said(5) })).toMatchObject({ confidence: 'certain' });
});
