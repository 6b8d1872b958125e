import { expect, it } from 'vitest';
import { cites } from '../../../test/given.ts';
import type { NetworkView } from '../../snapshot/views/network.ts';
import { listenOverflow } from './listen-overflow.ts';

const view = (more: Partial<NetworkView>): NetworkView => ({ interfaces: [], shapers: [], softnet: [], ...more });

const listener = (waiting: number, backlog?: number) => ({
  cites,
  address: '*:80',
  waiting,
  ...(backlog === undefined ? {} : { backlog }),
});

it.each([
  [{ listeners: [listener(129, 128)] }, 'found', 'likely'],
  [{ listeners: [listener(127, 128)] }, 'ruled-out', undefined],
  [{ listeners: [listener(500)] }, 'ruled-out', undefined],
  [{ tcp: { cites, listenOverflowsPerS: 0.2 } }, 'found', 'likely'],
  [{ tcp: { cites, listenOverflowsPerS: 0.19 } }, 'ruled-out', undefined],
  [{ tcp: { cites, listenDropsPerS: 3 } }, 'found', 'likely'],
  [{ tcp: { cites, listenOverflowsPerS: 3 }, listeners: [listener(3, 2)] }, 'found', 'certain'],
  [{ tcp: { cites, listenOverflowsTotal: 5_191_585 } }, 'undecided', undefined],
  [{ tcp: { cites, listenOverflowsTotal: 5_191_585, listenOverflowsPerS: 0 } }, 'ruled-out', undefined],
  [{}, 'undecided', undefined],
] as const)('%j is %s', (network, kind, confidence) => {
  const verdict = listenOverflow.decide({ network: view(network) });
  expect(verdict.kind).toBe(kind);
  if (verdict.kind === 'found') expect(verdict.confidence).toBe(confidence);
});

it('names who does not accept', () => {
  const network = view({ listeners: [{ ...listener(3, 2), process: 'nginx', pid: 4121 }] });
  expect(listenOverflow.decide({ network })).toMatchObject({
    headline: 'the accept queue of *:80 of nginx is full: 3 wait, its backlog is 2',
    subject: { kind: 'socket', name: '*:80' },
  });
});

const flood = (ageSeconds: number) => ({
  events: [{ cites, kind: 'syn-flood' as const, functions: [], ageSeconds, text: 'Possible SYN flooding on port 80. Sending cookies.' }],
});

it('the kernel’s word of a flood counts only where no figure was read, and of late', () => {
  expect(listenOverflow.decide({ kernelLog: flood(3600) })).toMatchObject({ kind: 'found', confidence: 'possible' });
  expect(listenOverflow.decide({ kernelLog: flood(3601) }).kind).toBe('undecided');
  expect(listenOverflow.decide({ network: view({ tcp: { cites, listenOverflowsTotal: 9 } }), kernelLog: flood(1) }).kind).toBe('found');
  expect(listenOverflow.decide({ network: view({ tcp: { cites, listenOverflowsPerS: 0 } }), kernelLog: flood(1) }).kind).toBe('ruled-out');
});
