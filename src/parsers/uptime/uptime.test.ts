import { expect, it } from 'vitest';
import type { OutputId } from '../../model/output.ts';
import { sourceOf } from '../parser.ts';
import { uptime } from './uptime.ts';

const DAY = 86_400;
it.each([
  [' 10:20:23 up 47 min,  load average: 0.43, 0.38, 0.24', 47 * 60],
  [' 23:49:38 up 12 days,  3:41,  2 users,  load average: 0.16, 0.06, 0.07', 12 * DAY + 3 * 3600 + 41 * 60],
  [' 09:41:44 up 1 day, 5 min,  1 user,  load average: 0,16, 0,06, 0,07', DAY + 5 * 60],
])('reads %s', (line, seconds) => {
  const sample = uptime.parse(sourceOf('u' as OutputId, 'uptime', line)).sample;
  expect(sample?.uptimeSeconds).toBe(seconds);
  expect(sample?.loadAverage1).toBeGreaterThan(0.1);
  expect(sample?.loadAverage15).toBeLessThan(0.3);
});
