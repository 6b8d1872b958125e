import { expect, it } from 'vitest';
import { cites } from '../../../test/given.ts';
import type { NetworkView } from '../../snapshot/views/network.ts';
import { interfaceErrors } from './interface-errors.ts';

const view = (more: Partial<NetworkView>): NetworkView => ({ interfaces: [], shapers: [], softnet: [], ...more });

const link = (figures: Partial<NetworkView['interfaces'][number]>) =>
  view({ interfaces: [{ cites, name: 'eth0', virtual: false, ...figures }] });

it.each([
  [{ errorsPct: 0.1, errorsPerS: 1 }, 'found'],
  [{ errorsPct: 0.09, errorsPerS: 9 }, 'ruled-out'],
  [{ errorsPct: 10, errorsPerS: 0.9 }, 'ruled-out'],
  [{ errorsPct: 10, errorsPerS: 100, virtual: true }, 'undecided'],
  [{ damagedFramesTotal: 100, damagedFramesTotalPct: 0.1 }, 'found'],
  [{ damagedFramesTotal: 99, damagedFramesTotalPct: 50 }, 'undecided'],
  [{ damagedFramesTotal: 5000, damagedFramesTotalPct: 0.09 }, 'undecided'],
  [{ damagedFramesTotal: 5000, damagedFramesTotalPct: 9, errorsPerS: 0, errorsPct: 0 }, 'ruled-out'],
  [{ errorsTotal: 0 }, 'ruled-out'],
  [{ errorsTotal: 1 }, 'undecided'],
  [{ errorsPerS: 0, receiveDropsPct: 1, receiveDropsPerS: 10 }, 'undecided'],
  [{ errorsPerS: 0, receiveDropsPct: 1, receiveDropsPerS: 9 }, 'ruled-out'],
] as const)('%j is %s', (figures, kind) => {
  expect(interfaceErrors.decide({ network: link(figures) }).kind).toBe(kind);
});

it('squeezed rounds are no loss', () => {
  const cpu = { cites, cpu: 0, processedTotal: 46_000, droppedTotal: 0, squeezedTotal: 6 };
  expect(interfaceErrors.decide({ network: view({ softnet: [cpu] }) }).kind).toBe('ruled-out');
  expect(interfaceErrors.decide({ network: view({ softnet: [{ ...cpu, droppedTotal: 1 }] }) }).kind).toBe('undecided');
});

const logged = (kind: 'transmit-timeout' | 'link-down', ...ages: readonly number[]) => ({
  events: ages.map((ageSeconds) => ({ cites, kind, functions: [], device: 'eth0', ageSeconds, text: 'eth0: as the kernel says' })),
});

it.each([
  ['a card that was reset', { kernelLog: logged('transmit-timeout', 3600) }, 'found'],
  ['one reset long ago', { kernelLog: logged('transmit-timeout', 3601) }, 'undecided'],
  ['a link lost three times', { kernelLog: logged('link-down', 30, 20, 10) }, 'found'],
  ['a link lost twice', { kernelLog: logged('link-down', 20, 10) }, 'undecided'],
  ['a reset in the window', { kernelLog: { ...logged('transmit-timeout', 15), windowSeconds: 10 } }, 'found'],
  ['a reset before the window', { kernelLog: { ...logged('transmit-timeout', 16), windowSeconds: 10 } }, 'undecided'],
] as const)('%s', (_, given, kind) => {
  expect(interfaceErrors.decide(given).kind).toBe(kind);
});

it('a reset outweighs counters that stand still, and stands beside those that grow', () => {
  const kernelLog = logged('transmit-timeout', 1);
  expect(interfaceErrors.decide({ network: link({ errorsPerS: 0 }), kernelLog })).toMatchObject({
    kind: 'found',
    subject: { kind: 'interface', name: 'eth0' },
  });
  const verdict = interfaceErrors.decide({ network: link({ errorsPct: 1, errorsPerS: 1 }), kernelLog });
  expect(verdict).toMatchObject({ evidence: expect.arrayContaining([expect.objectContaining({ kind: 'line' })]) });
});
