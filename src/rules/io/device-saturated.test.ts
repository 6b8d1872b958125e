import { expect, test } from 'vitest';
import { atRest, cites, device, devices, process, processes, psi, saturatedByReads } from '../../../test/given.ts';
import type { DeviceInterval } from '../../snapshot/views.ts';
import { deviceSaturated } from './device-saturated.ts';

const verdictOf = (load: Omit<DeviceInterval, 'cites'>, rotational?: boolean) =>
  deviceSaturated.decide({ devices: devices(device('sda', load, rotational === undefined ? {} : { rotational })), pressure: psi(40) }).kind;

test.each([
  ['queue just below', { queueLength: 2.99 }, 'ruled-out'],
  ['queue on', { queueLength: 3 }, 'found'],
  ['util just below', { utilPct: 89.9 }, 'ruled-out'],
  ['util on', { utilPct: 90 }, 'found'],
  ['latency just below', { readAwaitMs: 9.9, writeAwaitMs: 1 }, 'ruled-out'],
  ['latency on', { readAwaitMs: 10, writeAwaitMs: 1 }, 'found'],
  ['serves next to nothing', { readOpsPerS: 7, writeOpsPerS: 7, readBytesPerS: 1e5, writeBytesPerS: 0 }, 'ruled-out'],
  ['util over 100 without waits', { utilPct: 146, readAwaitMs: 0.9, writeAwaitMs: 1.7 }, 'ruled-out'],
] as const)('%s', (_name, change, kind) => {
  expect(verdictOf({ ...saturatedByReads, ...change })).toBe(kind);
});

test('the latency asked for depends on the kind of device', () => {
  const load = { ...saturatedByReads, readAwaitMs: 12, writeAwaitMs: 6 };
  expect(verdictOf(load, true)).toBe('ruled-out');
  expect(verdictOf({ ...load, readAwaitMs: 6, writeAwaitMs: 1 }, false)).toBe('found');
});

test('without PSI and blocked tasks it is likely, where nobody waits a notice', () => {
  const busy = devices(device('sda', saturatedByReads));
  expect(deviceSaturated.decide({ devices: busy })).toMatchObject({ kind: 'found', confidence: 'likely' });
  expect(deviceSaturated.decide({ devices: busy, pressure: psi(40) })).toMatchObject({ confidence: 'certain', severity: 'warning' });
  expect(deviceSaturated.decide({ devices: busy, pressure: psi(2) })).toMatchObject({ severity: 'notice' });
});

test('one bad second of five is a flush', () => {
  const rest = { cites, ...atRest };
  const burst = device('sda', atRest, { intervals: [rest, { cites, ...saturatedByReads, queueLength: 8 }, rest, rest, rest] });
  expect(deviceSaturated.decide({ devices: devices(burst) }).kind).toBe('ruled-out');
});

test('a report since boot decides nothing', () => {
  const boot = device('sda', atRest, { intervals: [], sinceBoot: { cites, ...atRest } });
  expect(deviceSaturated.decide({ devices: devices(boot) }).kind).toBe('undecided');
});

test('an array is judged by its disks', () => {
  const md = device('md0', { ...saturatedByReads, writeAwaitMs: 16, readAwaitMs: 0.2 });
  expect(deviceSaturated.decide({ devices: devices(md, device('nvme0n1', { ...atRest, utilPct: 99 })) }).kind).toBe('ruled-out');
});

test('without devices iowait needs somebody who waits', () => {
  const cpu = { intervals: [{ cites, iowaitPct: 85 }] } as const;
  expect(deviceSaturated.decide({ cpu }).kind).toBe('undecided');
  expect(deviceSaturated.decide({ cpu, processes: processes(process(7, 'node', { state: 'D' })) })).toMatchObject({
    kind: 'found',
    confidence: 'possible',
  });
  expect(deviceSaturated.decide({ cpu: { intervals: [{ cites, iowaitPct: 0, blockedTasks: 0 }] } }).kind).toBe('ruled-out');
  expect(deviceSaturated.decide({}).kind).toBe('undecided');
});

test('what speaks NVMe is flash, told or not', () => {
  const load = { ...saturatedByReads, readAwaitMs: 6, writeAwaitMs: 1 };
  const kindOf = (name: string) => deviceSaturated.decide({ devices: devices(device(name, load)), pressure: psi(40) }).kind;
  expect([kindOf('nvme0n1'), kindOf('vda')]).toEqual(['found', 'ruled-out']);
});
