import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Unit } from './evidence.ts';
import { comparedText, durationText, figureText } from './figure-text.ts';

test.each<[number, Unit, string]>([
  [128_000 * 1024, 'bytes/s', '128 MB/s'],
  [61_440 * 1024, 'bytes/s', '61 MB/s'],
  [2_840 * 1024, 'bytes/s', '2.8 MB/s'],
  [999.6 * 1024, 'bytes/s', '1 MB/s'],
  [999 * 1024, 'bytes/s', '999 kB/s'],
  [1_234_000 * 1024, 'bytes/s', '1.2 GB/s'],
  [1_024, 'bytes/s', '1 kB/s'],
  [1_000, 'bytes/s', '1,000 B/s'],
  [0, 'bytes/s', '0 B/s'],
  [8 * 1024 ** 3, 'bytes', '8 GiB'],
  [46.1, 'ms', '46 ms'],
  [0.46, 'ms', '0.46 ms'],
  [12_345, 'ms', '12,345 ms'],
  [99.8, 'pct', '99.8 %'],
  [99.99, 'pct', '99.9 %'],
  [100, 'pct', '100 %'],
  [145.2, 'pct', '145 %'],
  [55.3, 'pct', '55 %'],
  [3_000, 'ops/s', '3,000 ops/s'],
  [24.1, 'requests', '24 requests'],
  [1, 'tasks', '1 task'],
  [4, 'cpus', '4 CPUs'],
  [-0.001, 'count', '0'],
  [Number.NaN, 'ms', 'unknown'],
  [Number.POSITIVE_INFINITY, 'bytes', 'unknown'],
])('%d %s is shown as %s', (value, unit, shown) => {
  expect(figureText(value, unit)).toBe(shown);
});

test.each([
  [5, '5 s'],
  [5.03, '5 s'],
  [150, '2 min 30 s'],
  [7_199.8, '2 h'],
  [427, '7 min 7 s'],
  [12_000, '3 h 20 min'],
  [1_051_200, '12 days 4 h'],
])('%d seconds are shown as %s', (seconds, shown) => {
  expect(durationText(seconds)).toBe(shown);
});

test('a figure beside its limit never looks equal to it when it is not', () => {
  expect(comparedText({ value: 19.6, unit: 'ms', limit: { op: '>=', value: 20 } })).toEqual({ value: '19.6 ms', limit: '≥ 20 ms' });
  expect(comparedText({ value: 20, unit: 'ms', limit: { op: '>=', value: 20 } })).toEqual({ value: '20 ms', limit: '≥ 20 ms' });
  expect(comparedText({ value: 46.1, unit: 'ms' })).toEqual({ value: '46 ms', limit: undefined });
});

test('any number in any unit is short and never throws', () => {
  const units = fc.constantFrom<Unit>('pct', 'ms', 's', 'bytes', 'bytes/s', 'ops/s', '/s', 'requests', 'tasks', 'cpus', 'count');
  fc.assert(
    fc.property(fc.double(), units, (value, unit) => {
      expect(figureText(value, unit).length).toBeLessThan(60);
    }),
  );
});
