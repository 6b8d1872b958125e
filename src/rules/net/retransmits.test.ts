import { expect, it } from 'vitest';
import { cites } from '../../../test/given.ts';
import type { NetworkView } from '../../snapshot/views/network.ts';
import { retransmits } from './retransmits.ts';

const view = (more: Partial<NetworkView>): NetworkView => ({ interfaces: [], shapers: [], softnet: [], ...more });

it.each([
  [{ segmentsSentPerS: 100, segmentsResentPerS: 2, resentPct: 2 }, 'found'],
  [{ segmentsSentPerS: 100, segmentsResentPerS: 1.9, resentPct: 1.9 }, 'ruled-out'],
  [{ segmentsSentPerS: 1000, segmentsResentPerS: 19, resentPct: 1.9 }, 'ruled-out'],
  [{ segmentsSentPerS: 5, segmentsResentPerS: 1, resentPct: 20 }, 'ruled-out'],
  [{ segmentsSentPerS: 0, segmentsResentPerS: 0 }, 'ruled-out'],
  [{ segmentsSentTotal: 100, segmentsResentTotal: 50, resentTotalPct: 50 }, 'undecided'],
  [{ segmentsResentTotal: 16_932 }, 'undecided'],
] as const)('%j is %s', (tcp, kind) => {
  expect(retransmits.decide({ network: view({ tcp: { cites, ...tcp } }) }).kind).toBe(kind);
});

it('without TCP’s counters it is undecided', () => {
  expect(retransmits.decide({ network: view({}) }).kind).toBe('undecided');
});
