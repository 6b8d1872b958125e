import { expect, test } from 'vitest';
import { device, devices, process, processes, psi } from '../../../test/given.ts';
import { flushBound } from './flush-bound.ts';

const wal = {
  readOpsPerS: 0,
  writeOpsPerS: 120,
  readBytesPerS: 0,
  writeBytesPerS: 1.1e6,
  readAwaitMs: 0,
  writeAwaitMs: 8.7,
  queueLength: 1,
  utilPct: 98,
};

test.each([
  ['as it is', {}, 'found'],
  ['latency on', { writeAwaitMs: 4 }, 'found'],
  ['latency just below', { writeAwaitMs: 3.99 }, 'ruled-out'],
  ['util just below', { utilPct: 89.9 }, 'ruled-out'],
  ['large writes', { writeBytesPerS: 120 * 65_537 }, 'ruled-out'],
  ['a flood', { queueLength: 16 }, 'ruled-out'],
  ['reads beside it', { readOpsPerS: 60 }, 'ruled-out'],
] as const)('%s', (_name, change, kind) =>
  expect(flushBound.decide({ devices: devices(device('sda', { ...wal, ...change })) }).kind).toBe(kind),
);

test('flushes and waiting tasks make it certain, and the writer is named', () => {
  const views = {
    devices: devices(device('sda', { ...wal, flushOpsPerS: 50, flushAwaitMs: 9 })),
    processes: processes(process(4, 'fio', {}, { writeBytesPerS: 4e5 })),
    pressure: psi(60),
  };
  expect(flushBound.decide(views)).toMatchObject({ kind: 'found', confidence: 'certain', culprit: { process: 'fio' } });
});

test.each([
  [90, 'be/4', 'found'],
  [89.9, 'be/4', 'undecided'],
  [99, 'idle', 'undecided'],
] as const)('a task alone that waits %d %% in class %s', (ioWaitPct, ioClass, kind) => {
  const views = { processes: processes(process(3, 'agent', { ioClass }, { ioWaitPct, readBytesPerS: 0, writeBytesPerS: 2e5 })) };
  expect(flushBound.decide(views).kind).toBe(kind);
});

test('nothing read, nothing said', () => expect(flushBound.decide({}).kind).toBe('undecided'));
