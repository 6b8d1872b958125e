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

it('a message of a longer window counts', () => {
  const kernelLog = { ...said(29), windowSeconds: 30 };
  expect(conntrackFull.decide({ network: table(10), kernelLog }).kind).toBe('found');
});

it('is certain where both tell', () => {
  expect(conntrackFull.decide({ network: table(1000), kernelLog: said(5) })).toMatchObject({ confidence: 'certain' });
});
