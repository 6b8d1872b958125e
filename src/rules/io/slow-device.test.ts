import { expect, test } from 'vitest';
import { atRest, cites, device, devices } from '../../../test/given.ts';
import type { Cites } from '../../model/evidence.ts';
import { RATE_MB } from '../../model/figure-text.ts';
import type { CpuInterval, KernelEvent } from '../../snapshot/views.ts';
import { slowDevice } from './slow-device.ts';

const slow = {
  readOpsPerS: 20,
  writeOpsPerS: 5,
  readBytesPerS: 2e5,
  writeBytesPerS: 1e5,
  readAwaitMs: 180,
  writeAwaitMs: 90,
  queueLength: 2,
  utilPct: 70,
};
const mediumError: KernelEvent = { cites, kind: 'medium-error', device: 'sda', functions: [], text: 'Medium Error' };

test.each([
  ['as it is', {}, 'found'],
  ['latency on', { readAwaitMs: 100 }, 'found'],
  ['latency just below', { readAwaitMs: 99.9 }, 'ruled-out'],
  ['util on', { utilPct: 40 }, 'found'],
  ['a late write-back at low util', { utilPct: 39.9 }, 'ruled-out'],
  ['much work', { readOpsPerS: 95 }, 'ruled-out'],
  ['many bytes', { readBytesPerS: 5 * RATE_MB }, 'ruled-out'],
] as const)('%s', (_name, change, kind) => {
  expect(slowDevice.decide({ devices: devices(device('sda', { ...slow, ...change })) }).kind).toBe(kind);
});

test('errors in the log make it likely, with latency certain, and old ones nothing', () => {
  const kernelLog = { events: [mediumError] };
  expect(slowDevice.decide({ kernelLog })).toMatchObject({ kind: 'found', confidence: 'likely', subject: { kind: 'device', name: 'sda' } });
  expect(slowDevice.decide({ kernelLog, devices: devices(device('sda', slow)) })).toMatchObject({ confidence: 'certain' });
  const old = { events: [{ ...mediumError, ageSeconds: 89_000 }] };
  expect(slowDevice.decide({ kernelLog: old, devices: devices(device('sda', atRest)) }).kind).toBe('ruled-out');
});

test.each([
  ['the trickle is of the seconds in which tasks wait', [3e5, 3e5, 3e5, 80e6, 80e6, 80e6], 'found'],
  ['a trickle in other seconds', [80e6, 80e6, 80e6, 3e5, 3e5, 3e5], 'undecided'],
] as const)('blocked tasks: %s', (_name, bytes, kind) => {
  const lines = bytes.map((_bytes, index): Cites => [{ ...cites[0], line: index + 1 }]);
  const cpu = lines.map((own, index) => ({ cites: own, blockedTasks: index < 3 ? 2 : 0, iowaitPct: index < 3 ? 40 : 0 }));
  const paging = lines.map((own, index) => ({ cites: own, blockInBytesPerS: bytes[index] ?? 0, swapInBytesPerS: 0 }));
  const given = { cpu: { intervals: cpu as [CpuInterval], intervalSeconds: 1 }, paging: { intervals: paging, intervalSeconds: 1 } };
  expect(slowDevice.decide(given).kind).toBe(kind);
});

test('blocked tasks and a trickle, with no device measured', () => {
  const cpu = { intervals: [{ cites, blockedTasks: 2, iowaitPct: 40 }] } as const;
  const trickle = { cites, blockInBytesPerS: 3e5, blockOutBytesPerS: 0, swapInBytesPerS: 0 };
  expect(slowDevice.decide({ cpu, paging: { intervals: [trickle] } })).toMatchObject({ kind: 'found', confidence: 'possible' });
  expect(slowDevice.decide({ cpu, paging: { intervals: [{ ...trickle, swapInBytesPerS: 1e5 }] } }).kind).toBe('undecided');
  expect(slowDevice.decide({ cpu, paging: { intervals: [{ ...trickle, blockInBytesPerS: RATE_MB }] } }).kind).toBe('undecided');
  expect(slowDevice.decide({}).kind).toBe('undecided');
});

const failing = { ...slow, readOpsPerS: 20, writeOpsPerS: 0, readAwaitMs: 812, writeAwaitMs: 0, queueLength: 16, utilPct: 100 };
const busyDisk = { ...failing, readOpsPerS: 80, readAwaitMs: 400, queueLength: 32 };

test.each([
  ['a disk of which each request takes long by itself', failing, 'found'],
  ['service time on', { ...failing, readOpsPerS: 39, readBytesPerS: 0, writeBytesPerS: 0 }, 'found'],
  ['service time just below', { ...failing, readOpsPerS: 41, readBytesPerS: 0, writeBytesPerS: 0 }, 'ruled-out'],
  ['large requests on a slow stick', { ...failing, readOpsPerS: 30, readBytesPerS: 3.8 * RATE_MB }, 'ruled-out'],
  ['a turning disk with a long queue of random reads', busyDisk, 'ruled-out'],
  ['a short queue', { ...busyDisk, queueLength: 2.9 }, 'found'],
] as const)('behind a queue: %s', (_name, load, kind) => {
  expect(slowDevice.decide({ devices: devices(device('sda', load)) }).kind).toBe(kind);
});

test('errors of the same disk tell why it is late; those of another tell nothing of it', () => {
  const of = (name: string) => ({ events: [{ ...mediumError, device: name }] });
  const both = devices(device('sda', busyDisk), device('sdb', atRest));
  expect(slowDevice.decide({ devices: both, kernelLog: of('sda1') })).toMatchObject({
    subject: { kind: 'device', name: 'sda' },
    confidence: 'certain',
  });
  expect(slowDevice.decide({ devices: both, kernelLog: of('sdb') })).toMatchObject({
    subject: { kind: 'device', name: 'sdb' },
    confidence: 'likely',
  });
});

test.each([
  ['of one disk and one kind', ['sda', 'sda'], 'sda fails requests: the kernel log has 2 lines on medium errors of it'],
  ['another disk is not counted', ['sdb', 'sda', 'sda', 'sda'], 'sda fails requests: the kernel log has 3 lines on medium errors of it'],
  ['a disk before its port', ['ata3.00', 'ata3.00', 'sdb'], 'sdb fails requests: the kernel log has 1 line on medium errors of it'],
  ['partitions are their disk', ['nvme0n1p2', 'nvme0n1'], 'nvme0n1 fails requests: the kernel log has 2 lines on medium errors of it'],
] as const)('the headline counts what it names: %s', (_name, names, headline) => {
  const events = names.map((name) => ({ ...mediumError, device: name }));
  const others = (['io-error', 'link-reset'] as const).map((kind) => ({ ...mediumError, kind, device: 'sdc' }));
  expect(slowDevice.decide({ kernelLog: { events: [...others, ...events] } })).toMatchObject({ headline });
});

test.each([
  ['a port, beside one disk', 'ata3.00', devices(device('sda', atRest), device('dm-0', atRest)), 'sda'],
  ['a port, beside two', 'ata3.00', devices(device('sda', atRest), device('sdb', atRest)), 'ata3.00'],
  ['a controller', 'nvme1', devices(device('nvme0n1', atRest), device('nvme1n1', atRest)), 'nvme1n1'],
  ['a volume on one disk', 'dm-0', devices(device('sda', atRest), device('dm-0', atRest, { below: ['sda'] })), 'sda'],
  ['a volume on two', 'dm-0', devices(device('sda', atRest), device('dm-0', atRest, { below: ['sda', 'sdb'] })), 'dm-0'],
] as const)('whose error it is: %s', (_name, logged, view, subject) => {
  expect(slowDevice.decide({ devices: view, kernelLog: { events: [{ ...mediumError, device: logged }] } })).toMatchObject({
    subject: { kind: 'device', name: subject },
  });
});
