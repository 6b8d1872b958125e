import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { CaptureDays, CaptureTimes } from '../model/capture.ts';
import { nextRuns } from './next-runs.ts';

const time = (text: string) => ({ hour: Number(text.slice(0, 2)), minute: Number(text.slice(3)) });
const times = (window: string, timeZone: string, days: CaptureDays): CaptureTimes => {
  const [from = '', to = ''] = window.split('-');
  return { timeZone, from: time(from), to: time(to), days };
};
const DAILY: CaptureDays = { kind: 'weekly', weekdays: [1, 2, 3, 4, 5, 6, 7] };
const runs = (what: CaptureTimes, after: string, count: number) =>
  nextRuns(what, new Date(after), count).map(
    ({ startsAt, endsAt }) => `${startsAt.toISOString().slice(0, 16)} ${endsAt.toISOString().slice(0, 16)}`,
  );

describe('the next runs', () => {
  it.each<[string, CaptureTimes, string, readonly string[]]>([
    [
      'of each day',
      times('00:05-00:40', 'UTC', DAILY),
      '2026-12-01T12:00Z',
      ['2026-12-02T00:05 2026-12-02T00:40', '2026-12-03T00:05 2026-12-03T00:40'],
    ],
    [
      'over midnight belong to the day of their start',
      times('23:50-00:20', 'UTC', { kind: 'weekly', weekdays: [5] }),
      '2026-12-01T12:00Z',
      ['2026-12-04T23:50 2026-12-05T00:20', '2026-12-11T23:50 2026-12-12T00:20'],
    ],
    [
      'of Sunday, asked for right after it began',
      times('00:05-00:40', 'UTC', { kind: 'weekly', weekdays: [7] }),
      '2026-12-06T00:05Z',
      ['2026-12-13T00:05 2026-12-13T00:40', '2026-12-20T00:05 2026-12-20T00:40'],
    ],
    [
      'at the end of a month',
      times('23:50-00:20', 'UTC', DAILY),
      '2026-01-31T12:00Z',
      ['2026-01-31T23:50 2026-02-01T00:20', '2026-02-01T23:50 2026-02-02T00:20'],
    ],
    [
      'on a leap day',
      times('00:05-00:40', 'UTC', DAILY),
      '2028-02-28T12:00Z',
      ['2028-02-29T00:05 2028-02-29T00:40', '2028-03-01T00:05 2028-03-01T00:40'],
    ],
    [
      'until the last day',
      times('00:05-00:40', 'UTC', { ...DAILY, until: '2026-12-02' } as CaptureDays),
      '2026-12-01T12:00Z',
      ['2026-12-02T00:05 2026-12-02T00:40'],
    ],
    [
      'of one day',
      times('00:05-00:40', 'Asia/Tokyo', { kind: 'once', date: '2026-12-24' }),
      '2026-12-01T12:00Z',
      ['2026-12-23T15:05 2026-12-23T15:40'],
    ],
    ['of one day that is over', times('00:05-00:40', 'UTC', { kind: 'once', date: '2026-11-24' }), '2026-12-01T12:00Z', []],
    // Berlin, 25 October 2026: 03:00 summer time is 02:00 again. Both readings are covered.
    [
      'within the hour that comes twice',
      times('02:10-02:40', 'Europe/Berlin', DAILY),
      '2026-10-24T12:00Z',
      ['2026-10-25T00:10 2026-10-25T01:40', '2026-10-26T01:10 2026-10-26T01:40'],
    ],
    [
      'that end in the hour that comes twice',
      times('01:30-02:30', 'Europe/Berlin', DAILY),
      '2026-10-24T12:00Z',
      ['2026-10-24T23:30 2026-10-25T01:30', '2026-10-26T00:30 2026-10-26T01:30'],
    ],
    // Berlin, 28 March 2027: 02:00 is 03:00 at once.
    [
      'that start in the hour that is left out start as much later',
      times('02:30-03:15', 'Europe/Berlin', DAILY),
      '2027-03-27T12:00Z',
      ['2027-03-28T01:30 2027-03-28T02:15', '2027-03-29T00:30 2027-03-29T01:15'],
    ],
    [
      'that end in the hour that is left out are as long as ever',
      times('01:30-02:30', 'Europe/Berlin', DAILY),
      '2027-03-27T12:00Z',
      ['2027-03-28T00:30 2027-03-28T01:30', '2027-03-28T23:30 2027-03-29T00:30'],
    ],
    [
      'of a half-hour shift',
      times('01:45-02:15', 'Australia/Lord_Howe', DAILY),
      '2026-10-03T00:00Z',
      ['2026-10-03T15:15 2026-10-03T15:45', '2026-10-04T14:45 2026-10-04T15:15'],
    ],
    // Samoa left out Friday, 30 December 2011: that day's window and the next one's are one.
    [
      'over a day that a zone left out',
      times('10:00-10:30', 'Pacific/Apia', DAILY),
      '2011-12-29T00:00Z',
      ['2011-12-29T20:00 2011-12-29T20:30', '2011-12-30T20:00 2011-12-30T20:30', '2011-12-31T20:00 2011-12-31T20:30'],
    ],
  ])('%s', (_name, what, after, expected) => {
    expect(runs(what, after, Math.max(expected.length, 1))).toEqual(expected);
  });
});

/** Instants around which the clocks of a zone change, from 1990 to 2030. */
function transitionsOf(timeZone: string): readonly number[] {
  const found: number[] = [];
  let at = Temporal.Instant.from('1990-01-01T00:00Z').toZonedDateTimeISO(timeZone).getTimeZoneTransition('next');
  while (at && at.epochMilliseconds < Date.parse('2030-01-01') && found.length < 200) {
    found.push(at.epochMilliseconds);
    at = at.getTimeZoneTransition('next');
  }
  return found;
}
const zones = Intl.supportedValuesOf('timeZone').map((timeZone) => ({ timeZone, transitions: transitionsOf(timeZone) }));

test('around each change of the clocks of any zone: in order, as long as said or longer, at the wall-clock time where there is one', () => {
  const minuteOfDay = fc.integer({ min: 0, max: 24 * 60 - 1 });
  const clock = (minute: number) => ({ hour: Math.floor(minute / 60), minute: minute % 60 });
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.nat(),
      minuteOfDay,
      fc.integer({ min: 1, max: 12 * 60 }),
      fc.integer({ min: -72, max: 24 }),
      (zone, pick, from, length, hours) => {
        const { timeZone, transitions } = zone;
        const near = transitions[pick % Math.max(transitions.length, 1)] ?? Date.parse('2026-12-01');
        const after = new Date(near + hours * 3_600_000);
        const what: CaptureTimes = { timeZone, from: clock(from), to: clock((from + length) % (24 * 60)), days: DAILY };
        const next = nextRuns(what, after, 4);
        expect(next).toHaveLength(4);
        let last = after.getTime();
        for (const { startsAt, endsAt } of next) {
          expect(startsAt.getTime()).toBeGreaterThan(last);
          last = startsAt.getTime();
          const local = Temporal.Instant.fromEpochMilliseconds(last).toZonedDateTimeISO(timeZone);
          const isLater = transitions.some((change) => Math.abs(change - last) <= 25 * 3_600_000);
          if (!isLater) expect(local.hour * 60 + local.minute).toBe(from);
          const minutes = (endsAt.getTime() - last) / 60_000;
          if (!transitions.some((change) => Math.abs(change - last) <= 49 * 3_600_000)) expect(minutes).toBe(length);
          expect(minutes).toBeGreaterThan(0);
        }
      },
    ),
    { numRuns: 5000 },
  );
});

test('what is asked for again after a run gives the one that follows it', () => {
  const what = times('02:10-02:40', 'Europe/Berlin', DAILY);
  let after = new Date('2026-10-20T12:00Z');
  const together = nextRuns(what, after, 10);
  for (const run of together) {
    const [single] = nextRuns(what, after, 1);
    expect(single).toEqual(run);
    after = run.startsAt;
  }
});
