import { expect, test } from 'vitest';
import { atRest, cites, device, devices, process, processes, psi } from '../../../test/given.ts';
import { filesystemFrozen } from './filesystem-frozen.ts';

const writer = (pid: number) =>
  process(pid, 'bash', { state: 'D', wchan: 'percpu_rwsem_wait', commandLine: 'bash -c "echo x >/srv/data/w1"' });
const two = processes(writer(1), writer(2));
const disk = devices(device('sdb', atRest, { mounts: ['/srv/data'] }));

test('writers that wait for the lock while all is still', () => {
  expect(filesystemFrozen.decide({ processes: two, pressure: psi(0), devices: disk })).toMatchObject({
    kind: 'found',
    confidence: 'certain',
    subject: { kind: 'mount', name: '/srv/data' },
  });
  expect(filesystemFrozen.decide({ processes: two })).toMatchObject({ confidence: 'possible' });
});

test.each([
  [9.9, 'found'],
  [10, 'ruled-out'],
] as const)('PSI io some %d %%', (pct, kind) => expect(filesystemFrozen.decide({ processes: two, pressure: psi(pct) }).kind).toBe(kind));

test('a device that works is what the lock waits for; one request of somebody else is not', () => {
  const works = (utilPct: number) => devices(device('sdb', atRest, { window: { cites, inFlight: 2, utilPct } }));
  expect(filesystemFrozen.decide({ processes: two, devices: works(100) }).kind).toBe('ruled-out');
  expect(filesystemFrozen.decide({ processes: two, devices: works(3) }).kind).toBe('found');
});

test('no function read, nothing said', () => {
  expect(filesystemFrozen.decide({}).kind).toBe('undecided');
  expect(filesystemFrozen.decide({ processes: processes(process(1, 'bash', { state: 'D' })) }).kind).toBe('undecided');
  expect(filesystemFrozen.decide({ processes: processes(process(1, 'bash', { state: 'S' })) }).kind).toBe('ruled-out');
  expect(filesystemFrozen.decide({ processes: processes(process(7, 'bash', { state: 'S' })) }).kind).toBe('undecided');
});
