import { expect, test } from 'vitest';
import { parseDuration } from './duration.ts';

test.each([
  ['30s', 30],
  ['1s', 1],
  ['90', 90],
  ['10 min', 600],
  ['5m', 300],
  ['2 minutes', 120],
  [' 45 Seconds ', 45],
])('%s is %i seconds', (text, seconds) => {
  expect(parseDuration(text)).toBe(seconds);
});

test.each(['', '0s', '11m', '601', '-5s', '1.5m', '5h', '5 s s', 'for 30s', '1e2', '30s; reboot'])('%j is no duration', (text) => {
  expect(parseDuration(text)).toBeUndefined();
});
