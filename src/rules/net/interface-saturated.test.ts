import { expect, it } from 'vitest';
import { cites } from '../../../test/given.ts';
import type { NetworkView } from '../../snapshot/views/network.ts';
import { interfaceSaturated } from './interface-saturated.ts';

const view = (more: Partial<NetworkView>): NetworkView => ({ interfaces: [], shapers: [], softnet: [], ...more });

const link = (usedPct?: number) =>
  view({ interfaces: [{ cites, name: 'eth0', virtual: false, receivedBytesPerS: 1e6, ...(usedPct === undefined ? {} : { usedPct }) }] });
const shaper = (figures: { readonly sentBytesPerS?: number; readonly droppedPerS?: number }) =>
  view({ shapers: [{ cites, interface: 'eth0', kind: 'tbf', rateBytesPerS: 1000, ...figures }] });

it.each([
  ['a link nine tenths full', link(90), 'found'],
  ['a link less full', link(89), 'ruled-out'],
  ['a link that is full', link(102), 'found'],
  ['a link that carries more than its speed, which then is none', link(106), 'undecided'],
  ['a link of unknown speed', link(), 'undecided'],
  ['a shaper at its rate that drops', shaper({ sentBytesPerS: 850, droppedPerS: 1 }), 'found'],
  ['a shaper below its rate', shaper({ sentBytesPerS: 849, droppedPerS: 50 }), 'ruled-out'],
  ['a shaper that drops nothing', shaper({ sentBytesPerS: 1000, droppedPerS: 0 }), 'ruled-out'],
  ['a shaper read once', shaper({}), 'undecided'],
  ['nothing', view({}), 'undecided'],
] as const)('%s', (_, network, kind) => {
  expect(interfaceSaturated.decide({ network }).kind).toBe(kind);
});
