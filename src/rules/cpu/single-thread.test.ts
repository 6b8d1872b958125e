import { expect, it } from 'vitest';
import { cites, process, processes } from '../../../test/given.ts';
import { singleThread } from './single-thread.ts';

const cpu = (idlePct: number) => ({ intervals: [{ cites, idlePct }] as const });
const hot = (cpuPct: number) => processes(process(7, 'postgres', { parentPid: 1 }, { cpuPct }), process(8, 'top', {}, { cpuPct: 2 }));
const threads = (...pcts: readonly number[]) => ({
  all: pcts.map((cpuPct, at) => ({ cites, tid: 70 + at, pid: 7, name: 'worker', cpuPct })),
});

it.each([
  [100, 50, 'found'],
  [90, 25, 'found'],
  [89.9, 50, 'ruled-out'],
  [110, 50, 'found'],
  [110.1, 50, 'ruled-out'],
  [100, 24.9, 'ruled-out'],
])('a process of %d %% while %d %% is idle: %s', (cpuPct, idlePct, kind) => {
  expect(singleThread.decide({ cpu: cpu(idlePct), processes: hot(cpuPct) }).kind).toBe(kind);
});

it('is certain with the thread, and no matter how much the others of its process use', () => {
  expect(singleThread.decide({ cpu: cpu(60), processes: hot(100) })).toMatchObject({
    confidence: 'likely',
    culprit: { process: 'postgres' },
  });
  expect(singleThread.decide({ cpu: cpu(60), processes: hot(140), threads: threads(96, 44) })).toMatchObject({
    kind: 'found',
    confidence: 'certain',
    subject: { kind: 'process', name: 'pid 7 (postgres)' },
  });
  expect(singleThread.decide({ cpu: cpu(60), processes: hot(100), threads: threads(50, 50) }).kind).toBe('ruled-out');
});

it('is no thread of the kernel', () => {
  const all = processes(process(3, 'ksoftirqd/0', { kernelThread: true }, { cpuPct: 100 }), process(8, 'top', {}, { cpuPct: 2 }));
  expect(singleThread.decide({ cpu: cpu(60), processes: all }).kind).toBe('ruled-out');
});

it('of one busy report in several is a moment', () => {
  const all = { ...hot(100), reports: 5 };
  expect(singleThread.decide({ cpu: cpu(60), processes: all }).kind).toBe('ruled-out');
});

it('is undecided without figures of processes or of idle time', () => {
  expect(singleThread.decide({ cpu: cpu(60), processes: processes(process(1, 'init')) }).kind).toBe('undecided');
  expect(singleThread.decide({ cpu: { intervals: [{ cites, userPct: 3 }] }, processes: hot(100) }).kind).toBe('undecided');
});
