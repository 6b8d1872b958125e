import { expect, test } from 'vitest';
import { atRest, device, devices, process, processes, psi, saturatedByReads } from '../../../test/given.ts';
import { bulkWriter } from './bulk-writer.ts';

const writes = { ...saturatedByReads, readOpsPerS: 5, readBytesPerS: 1e5, writeOpsPerS: 300, writeBytesPerS: 80e6 };

test('a writer may dirty more than the device takes', () => {
  const views = {
    devices: devices(device('sda', writes), device('sdb', atRest)),
    processes: processes(process(4, 'dd', {}, { writeBytesPerS: 200e6 })),
    pressure: psi(50),
  };
  expect(bulkWriter.decide(views)).toMatchObject({
    kind: 'found',
    confidence: 'certain',
    culprit: { process: 'dd', kind: 'copy', share: { pct: 100 } },
  });
});

test('cancelled writes never reach the device', () => {
  const views = {
    devices: devices(device('sda', writes)),
    processes: processes(process(4, 'dd', {}, { writeBytesPerS: 80e6, cancelledWriteBytesPerS: 70e6 })),
  };
  expect(bulkWriter.decide(views).kind).toBe('ruled-out');
});

test('a device that reads more has no bulk writer', () => {
  expect(bulkWriter.decide({ devices: devices(device('sda', saturatedByReads)) }).kind).toBe('ruled-out');
  expect(bulkWriter.decide({}).kind).toBe('undecided');
});

test('without devices a report that leaves the writer out is a pause', () => {
  const writer = processes(process(4, 'dd', {}, { writeBytesPerS: 90e6 * 3 }));
  expect(bulkWriter.decide({ processes: writer }).kind).toBe('found');
  expect(bulkWriter.decide({ processes: { ...writer, reports: 3 } }).kind).toBe('undecided');
});
