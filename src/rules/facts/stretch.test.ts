import { expect, test } from 'vitest';
import { cites, device } from '../../../test/given.ts';
import { worstPaging, worstStretch, worstWait } from './stretch.ts';

const queues = (...all: readonly number[]) => ({ ...device('sda', {}), intervals: all.map((queueLength) => ({ cites, queueLength })) });

test.each([
  ['three reports of a second', 1, [1, 9, 9, 9, 1], 9],
  ['a single bad second of three', 1, [0, 9, 0, 0, 0], 3],
  ['two reports of two seconds', 2, [1, 9, 5, 1], 7],
  ['one report of ten', 10, [1, 9, 1], 9],
  ['all there are, where there are fewer', 1, [2, 4], 3],
] as const)('a stretch is at least three seconds: %s', (_name, seconds, all, worst) => {
  expect(worstStretch(queues(...all), seconds)?.queueLength).toBe(worst);
});

test('the same holds for CPUs and page traffic: a report of ten seconds is not thinned by its neighbours', () => {
  const cpu = [0, 60, 0].map((iowaitPct) => ({ cites, iowaitPct })) as [{ cites: typeof cites; iowaitPct: number }];
  expect(worstWait({ intervals: cpu, intervalSeconds: 10 })?.iowaitPct).toBe(60);
  expect(worstWait({ intervals: cpu, intervalSeconds: 1 })?.iowaitPct).toBe(20);
  const paging = [0, 30, 0].map((blockInBytesPerS) => ({ cites, blockInBytesPerS }));
  const most = (intervalSeconds: number) =>
    worstPaging({ intervals: paging, intervalSeconds }, (row) => row.blockInBytesPerS ?? 0)?.blockInBytesPerS;
  expect([most(10), most(1)]).toEqual([30, 10]);
});

test('latency is weighed by the requests it is of', () => {
  const intervals = [
    { cites, queueLength: 1, readOpsPerS: 999, readAwaitMs: 1 },
    { cites, queueLength: 1, readOpsPerS: 1, readAwaitMs: 1001 },
    { cites, queueLength: 1, readOpsPerS: 0, readAwaitMs: 0 },
  ];
  expect(worstStretch({ ...device('sda', {}), intervals }, 1)?.readAwaitMs).toBe(2);
});
