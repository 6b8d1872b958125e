import { expect, test } from 'vitest';
import { outputsOfTexts } from '../app/explain.ts';
import { assemble } from './assemble.ts';

const takenAt = new Date('2030-01-01T00:00:00Z');
const DMESG = '[Mon Nov  2 03:14:07 2026] blk_update_request: I/O error, dev sdb, sector 123456 op 0x0:(READ)';
const HOUR = 3600;
const DAY = 24 * HOUR;

function ageSeconds(...others: readonly (readonly [command: string, text: string])[]): number | undefined {
  const texts = [['dmesg -T', DMESG] as const, ...others].map(([command, text]) => ({ name: command, command, text }));
  const { views } = assemble({ host: 'h', takenAt, outputs: outputsOfTexts(texts, takenAt), volumes: [], pasted: true });
  return views.kernelLog?.events[0]?.ageSeconds;
}
const iostat = (date: string, stamp = '') =>
  [
    'iostat -x -t 1 1',
    `Linux 6.1.0 (db1) \t${date} \t_x86_64_\t(8 CPU)\n\n${stamp}\nDevice  tps  kB_read/s  kB_wrtn/s\nsdb  1.0  1.0  1.0`,
  ] as const;

test.each([
  ['date in UTC', [['date', 'Mon Nov  2 04:14:07 UTC 2026']], HOUR],
  ['date with 12 hours', [['date', 'Mon Nov  2 04:14:07 PM UTC 2026']], 13 * HOUR],
  ['of a zone ahead of UTC either clock may have stamped the log', [['date -Is', '2026-11-02T06:14:07+02:00']], HOUR],
  ['a zone that its short name does not tell', [['date', 'Tue Nov  3 03:14:07 CST 2026']], 10 * HOUR],
  ['seconds of the epoch, which tell no zone', [['date +%s', '1793675647']], 10 * HOUR],
  ['the stamp of iostat -t', [iostat('2026-11-30', '2026-11-30T03:14:07+0000')], 28 * DAY - 14 * HOUR],
  ['the month first, where AM or PM says so', [iostat('11/12/2026', '11/12/2026 03:14:07 AM')], 10 * DAY - 14 * HOUR],
  ['the day at the head of a tool, from its start', [iostat('11/30/26')], 27 * DAY + 6 * HOUR + 45 * 60 + 53],
  ['dots put the day first', [iostat('30.11.2026')], 27 * DAY + 6 * HOUR + 45 * 60 + 53],
  ['of two possible days the one that is not before the log', [iostat('01/12/26')], 28 * DAY + 6 * HOUR + 45 * 60 + 53],
  ['date before all others', [iostat('11/30/26'), ['date', 'Mon Nov  2 03:14:17 UTC 2026']], 10],
] as const)('%s', (_what, others, age) => {
  expect(ageSeconds(...others)).toBe(age);
});

test('the same day is never old, and without a clock nothing is', () => {
  expect(ageSeconds(iostat('11/02/26'))).toBeLessThan(0);
  expect(ageSeconds()).toBeUndefined();
  expect(ageSeconds(iostat('99/99/26'))).toBeUndefined();
});
