import { expect, test } from 'vitest';
import { cites, device, devices, process, processes } from '../../../test/given.ts';
import { writebackStall } from './writeback-stall.ts';

const dd = processes(process(4, 'dd', { state: 'D', wchan: 'balance_dirty_pages' }, { writeBytesPerS: 8e6 }));
const idle = processes(process(4, 'dd', { state: 'S', wchan: 'do_wait' }));
const disk = (writeAwaitMs: number) =>
  devices(device('loop1', { writeOpsPerS: 7, writeBytesPerS: 8e6, writeAwaitMs, queueLength: 69, utilPct: 99.7 }));
const memory = (dirtyBytes: number) => ({ cites, settings: new Map(), dirtyBytes, writebackBytes: 0, dirtyLimitBytes: 100e6 });

test.each([
  [100, 'found'],
  [99.9, 'ruled-out'],
] as const)('a writer in balance_dirty_pages, %d ms a write', (awaitMs, kind) => {
  expect(writebackStall.decide({ processes: dd, devices: disk(awaitMs), memory: memory(5e6) }).kind).toBe(kind);
});

test('the writer is named, far from the limit of the host', () => {
  expect(writebackStall.decide({ processes: dd, devices: disk(9900), memory: memory(5e6) })).toMatchObject({
    kind: 'found',
    confidence: 'certain',
    subject: { kind: 'device', name: 'loop1' },
    culprit: { process: 'dd' },
  });
});

test.each([
  [80e6, 'found'],
  [79e6, 'ruled-out'],
] as const)('nobody in balance_dirty_pages, %d bytes dirty of 100 MB, slow writes', (dirty, kind) => {
  expect(writebackStall.decide({ processes: idle, devices: disk(500), memory: memory(dirty) }).kind).toBe(kind);
});

test('a limit from low memory', () => {
  const low = { cites, settings: new Map<string, number>(), totalBytes: 16e9, lowTotalBytes: 0.7e9, dirtyBytes: 4096 };
  expect(writebackStall.decide({ processes: dd, memory: low })).toMatchObject({ kind: 'found', confidence: 'likely' });
  expect(writebackStall.decide({ processes: dd, memory: { ...low, lowTotalBytes: 4e9 } }).kind).toBe('ruled-out');
});

test('nothing read, nothing said', () => {
  expect(writebackStall.decide({}).kind).toBe('undecided');
  expect(writebackStall.decide({ memory: { cites, settings: new Map(), dirtyBytes: 5 } }).kind).toBe('undecided');
});

const openHere = { state: 'D', openFiles: [{ path: '/data/export.dump', device: 'loop1', deleted: false, fd: '1' }] };
const behindJournal = processes(
  process(4, 'dd', { ...openHere, wchan: 'wait_transaction_locked', runningForSeconds: 9 }),
  process(5, 'sync', { ...openHere, wchan: 'folio_wait_bit', runningForSeconds: 2 }),
);

test.each([
  [1000, 80e6, 'found'],
  [999, 80e6, 'ruled-out'],
  [1000, 79e6, 'ruled-out'],
] as const)('behind the journal, %d ms a write, %d bytes dirty at 8 MB/s', (awaitMs, dirty, kind) => {
  const given = { processes: behindJournal, devices: disk(awaitMs), memory: { ...memory(dirty), dirtyLimitBytes: 5e9 } };
  expect(writebackStall.decide(given).kind).toBe(kind);
});

test('behind the journal only who is seen writing is named, and nobody whose files lie elsewhere is counted', () => {
  const given = { devices: disk(8400), memory: { ...memory(250e6), dirtyLimitBytes: 5e9 } };
  const journal = { ...openHere, wchan: 'wait_transaction_locked' };
  const sync = process(5, 'sync', { ...openHere, wchan: 'folio_wait_bit' }, { writeBytesPerS: 4096 });
  const writing = processes(sync, process(4, 'dd', journal, { writeBytesPerS: 8e6 }));
  expect(writebackStall.decide({ ...given, processes: writing })).toMatchObject({ confidence: 'likely', culprit: { process: 'dd' } });
  expect(writebackStall.decide({ ...given, processes: processes(sync) })).not.toHaveProperty('culprit');
  const between = processes(sync, process(4, 'dd', { ...openHere, state: 'R' }, { writeBytesPerS: 8e6 }));
  expect(writebackStall.decide({ ...given, processes: between })).toMatchObject({ kind: 'found', culprit: { process: 'dd' } });
  const elsewhere = processes(process(4, 'dd', { state: 'D', wchan: 'wait_transaction_locked', openFiles: [] }));
  expect(writebackStall.decide({ ...given, processes: elsewhere }).kind).toBe('ruled-out');
});
