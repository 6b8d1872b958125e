import { expect, it } from 'vitest';
import { cites } from '../../../test/given.ts';
import type { NetworkView } from '../../snapshot/views/network.ts';
import { portExhaustion } from './port-exhaustion.ts';

const view = (more: Partial<NetworkView>): NetworkView => ({ interfaces: [], shapers: [], softnet: [], ...more });

it.each([
  [{ timeWait: 25_409 }, {}, 'found'],
  [{ timeWait: 25_408 }, {}, 'ruled-out'],
  [{ timeWait: 900, localPorts: 1000 }, {}, 'found'],
  [{ timeWait: 899, localPorts: 1000 }, {}, 'ruled-out'],
  [{ timeWait: 40_000 }, { openedPerS: 10, acceptedPerS: 21 }, 'undecided'],
  [{ timeWait: 40_000 }, { openedPerS: 10, acceptedPerS: 20 }, 'found'],
  [{ established: 5 }, {}, 'undecided'],
] as const)('%j beside %j is %s', (sockets, tcp, kind) => {
  const network = view({ sockets: { cites, ...sockets }, tcp: { cites, ...tcp } });
  expect(portExhaustion.decide({ network }).kind).toBe(kind);
});

it('says that the range was not read', () => {
  const network = view({ sockets: { cites, timeWait: 28_605 } });
  expect(portExhaustion.decide({ network })).toMatchObject({ kind: 'found', confidence: 'possible' });
});
