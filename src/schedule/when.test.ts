import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { readWhen } from './when.ts';

/** A Tuesday, 13:00 in Berlin. */
const now = new Date('2026-12-01T12:00:00Z');
const BERLIN = 'Europe/Berlin';
const read = (text: string) => readWhen(text, BERLIN, now);
const time = (text: string) => ({ hour: Number(text.slice(0, 2)), minute: Number(text.slice(3)) });
const window = (from: string, to: string, days: object, timeZone = BERLIN) => ({
  kind: 'times',
  times: { timeZone, from: time(from), to: time(to), days },
});
const once = (date: string) => ({ kind: 'once', date });
const weekly = (...weekdays: readonly number[]) => ({ kind: 'weekly', weekdays });
const DAILY = weekly(1, 2, 3, 4, 5, 6, 7);
const WEEKDAYS = weekly(1, 2, 3, 4, 5);

describe('what people type, and what it means', () => {
  it.each([
    ['at 00:05 for 35m', window('00:05', '00:40', once('2026-12-02'))],
    ['00:05 for 35 min', window('00:05', '00:40', once('2026-12-02'))],
    ['15:00 for 1h', window('15:00', '16:00', once('2026-12-01'))],
    ['at 12:05am for 35 minutes', window('00:05', '00:40', once('2026-12-02'))],
    ['5pm for 1h30m', window('17:00', '18:30', once('2026-12-01'))],
    ['5 pm to 6:30 PM', window('17:00', '18:30', once('2026-12-01'))],
    ['midnight for 90', window('00:00', '01:30', once('2026-12-02'))],
    ['0005-0040', window('00:05', '00:40', once('2026-12-02'))],
    ['00:05 – 00:40', window('00:05', '00:40', once('2026-12-02'))],
    ['from 00:05 until 00:40', window('00:05', '00:40', once('2026-12-02'))],
    ['23:50-00:20', window('23:50', '00:20', once('2026-12-01'))],
    ['22:00-24:00', window('22:00', '00:00', once('2026-12-01'))],
    ['tomorrow 00:05-00:40', window('00:05', '00:40', once('2026-12-02'))],
    ['00:05-00:40 on 2026-12-24', window('00:05', '00:40', once('2026-12-24'))],
    ['tonight 23:00 for 2h', window('23:00', '01:00', once('2026-12-01'))],
    ['00:05-00:40 daily', window('00:05', '00:40', DAILY)],
    ['every night 00:05-00:40', window('00:05', '00:40', DAILY)],
    ['00:05-00:40 UTC daily', window('00:05', '00:40', DAILY, 'UTC')],
    ['00:05-00:40 Europe/Berlin weekdays', window('00:05', '00:40', WEEKDAYS)],
    ['weekdays 00:05-00:40 america/new_york', window('00:05', '00:40', WEEKDAYS, 'America/New_York')],
    ['00:05-00:40 Tokyo weekdays', window('00:05', '00:40', WEEKDAYS, 'Asia/Tokyo')],
    ['00:05-00:40 +05:30 daily', window('00:05', '00:40', DAILY, '+05:30')],
    ['00:05-00:40 UTC+2 daily', window('00:05', '00:40', DAILY, '+02:00')],
    ['00:05-00:40 mon,thu', window('00:05', '00:40', weekly(1, 4))],
    ['00:05-00:40 every Monday and Thursday', window('00:05', '00:40', weekly(1, 4))],
    ['sat-mon 00:05-00:40', window('00:05', '00:40', weekly(1, 6, 7))],
    ['00:05-00:40 daily until 2026-12-24', window('00:05', '00:40', { ...DAILY, until: '2026-12-24' })],
    ['00:05-00:40 5 times', window('00:05', '00:40', { ...DAILY, until: '2026-12-06' })],
    ['00:05-00:40 weekdays 5x', window('00:05', '00:40', { ...WEEKDAYS, until: '2026-12-08' })],
    ['`00:05-00:40`, daily.', window('00:05', '00:40', DAILY)],
    ['now for 20m', { kind: 'now', minutes: 20 }],
    ['now for 1 h', { kind: 'now', minutes: 60 }],
  ])('%s', (text, meant) => {
    expect(read(text)).toEqual(meant);
  });
});

describe('what cannot be meant is said, with what to type', () => {
  it.each([
    ['', 'At what time?'],
    ['now', 'For how long?'],
    ['00:05', 'From 00:05 until when?'],
    ['25:00-26:00', "'25:00-26:00' is no time, day or zone that is known here."],
    ['00:05-00:40 CET', "'cet' names an hour, not a place whose clocks change; name the place, as in Europe/Berlin, or UTC."],
    ['00:05-00:40 Europe/Berln', "'europe/berln' is no time, day or zone that is known here."],
    ['00:05-00:40 UTC+20', "'utc+20' is no offset of a zone; the furthest are UTC-12 and UTC+14."],
    ['00:05 for ever', "'for ever' is no length of time; 35m, 1h and 1h30m are."],
    ['00:05 for 0m', '0 minutes is not possible for a window; from 1 minute to 12 hours is.'],
    ['00:05 for 13h', '780 minutes is not possible for a window; from 1 minute to 12 hours is.'],
    ['00:05-00:05', '1440 minutes is not possible for a window; from 1 minute to 12 hours is.'],
    ['00:05-00:40 for 35m', 'An end and a length are one too many; keep one of them.'],
    ['00:05-00:40 01:00-01:30', "'01:00' says a second time what was said before it."],
    ['00:05-00:40 until 2026-11-01', '2026-11-01 is over before the first window starts.'],
    ['00:05-00:40 on 2026-02-30', 'There is no 2026-02-30.'],
    ['today 00:05-00:40', '00:05 on 2026-12-01 in Europe/Berlin is over.'],
    ['tomorrow 00:05-00:40 daily', 'One day and repeated days are one too many; keep one of them.'],
    ['00:05-00:40 5 times until 2026-12-24', 'An end date and a number of times are one too many; keep one of them.'],
    ['00:05-00:40 0 times', '0 times is not possible; from 1 to 366 is.'],
    ['now for 20m daily', 'now is one window that begins at once; it goes with a length and nothing else.'],
    ['when the backup runs', "'when' is no time, day or zone that is known here."],
    [`00:05-00:40 ${'x'.repeat(200)}`, `'${'x'.repeat(40)}…' is no time, day or zone that is known here.`],
  ])('%s', (text, line) => {
    expect(read(text)).toEqual({ kind: 'mistake', lines: [line, expect.stringMatching(/^Type one of: at 00:05 for 35m; /)] });
  });
});

test('the zone of who asks counts where none is named, and UTC where that is none', () => {
  expect(readWhen('00:05 for 35m', 'Asia/Kolkata', now)).toMatchObject({ times: { timeZone: 'Asia/Kolkata' } });
  expect(readWhen('00:05 for 35m', 'Atlantis', now)).toMatchObject({ times: { timeZone: 'UTC' } });
});

test('no text makes it throw, and no window is out of bounds', () => {
  const words = fc.constantFrom(
    'at',
    '00:05',
    '00:40',
    '-',
    'for',
    '35m',
    'daily',
    'mon',
    'until',
    '2026-12-24',
    '5',
    'times',
    'now',
    'UTC',
    'CET',
    '24:00',
    'to',
  );
  const text = fc.oneof(
    fc.string({ maxLength: 60 }),
    fc.array(fc.oneof(words, fc.string({ maxLength: 6 })), { maxLength: 8 }).map((list) => list.join(' ')),
  );
  fc.assert(
    fc.property(text, (typed) => {
      const when = read(typed);
      if (when.kind === 'mistake') expect(when.lines).toHaveLength(2);
      else if (when.kind === 'now') expect(when.minutes).toBeGreaterThan(0);
      else expect(when.times.from).not.toEqual(when.times.to);
    }),
    { numRuns: 3000 },
  );
});
