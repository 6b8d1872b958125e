import { expect, test } from 'vitest';
import { atRest, cites, device, devices, process, processes } from '../../../test/given.ts';
import { deviceHung } from './device-hung.ts';

const nothing = { readOpsPerS: 0, writeOpsPerS: 0, readBytesPerS: 0, writeBytesPerS: 0 };
const hung = (load: object) => devices(device('sdb', atRest, { window: { cites, ...nothing, ...load } }));
const inD = processes(process(9, 'dd', { state: 'D' }));

test.each([
  ['busy, nothing completes', { utilPct: 100, inFlight: 3 }, 'found'],
  ['util on', { utilPct: 90, inFlight: 3 }, 'found'],
  ['at rest', { utilPct: 0, inFlight: 0 }, 'ruled-out'],
  ['in flight, not busy, nobody waits', { utilPct: 0, inFlight: 1 }, 'ruled-out'],
  ['one request completes', { utilPct: 100, inFlight: 3, readOpsPerS: 0.2 }, 'ruled-out'],
] as const)('%s', (_name, load, kind) => expect(deviceHung.decide({ devices: hung(load) }).kind).toBe(kind));

test('tasks in D make it certain, and stand for the busy time that old kernels do not count', () => {
  expect(deviceHung.decide({ devices: hung({ utilPct: 100, inFlight: 3 }), processes: inD })).toMatchObject({
    confidence: 'certain',
    severity: 'critical',
  });
  expect(deviceHung.decide({ devices: hung({ utilPct: 0, inFlight: 1 }), processes: inD }).kind).toBe('found');
});

test.each([
  [1000, 9.9, 'found'],
  [999, 9.9, 'ruled-out'],
  [1000, 10, 'ruled-out'],
] as const)('hung tasks in the log, %d ms at %d requests/s', (awaitMs, opsPerS, kind) => {
  const kernelLog = { events: [{ cites, kind: 'hung-task', functions: [], text: 'blocked for more than 120 seconds' }] } as const;
  const view = devices(device('sda', { awaitMs, opsPerS, utilPct: 80 }));
  expect(deviceHung.decide({ devices: view, kernelLog }).kind).toBe(kind);
  expect(deviceHung.decide({ devices: view }).kind).toBe('ruled-out');
});

test('a disk with unreadable sectors is late, not hung; what its neighbour reports changes nothing', () => {
  const events = (device: string) => [
    { cites, kind: 'storage-driver-error', device: 'ata3.00', functions: [], text: 'failed command: READ FPDMA QUEUED' } as const,
    { cites, kind: 'medium-error', device, functions: [], text: 'Medium Error' } as const,
  ];
  const view = devices(device('sda', { awaitMs: 3000, opsPerS: 5, utilPct: 100 }), device('sdb', atRest));
  expect(deviceHung.decide({ devices: view, kernelLog: { events: events('sda') } }).kind).toBe('ruled-out');
  expect(deviceHung.decide({ devices: view, kernelLog: { events: events('sdb') } })).toMatchObject({
    kind: 'found',
    subject: { kind: 'device', name: 'sda' },
  });
});
