import type { Samples } from './samples.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The zone that is furthest ahead of UTC: by that much a clock may run before it where nobody tells its zone. */
const MOST_AHEAD_HOURS = 14;

/** A reading of the host's clock, at the earliest that it may have been. `spanMs`: how much later it may have been by its own precision. */
interface Reading {
  readonly earliestMs: number;
  readonly spanMs: number;
}

/**
 * When pasted outputs were taken, by a clock that stands in them, at the earliest: what is old by it is old for certain.
 * That of `date` first, then the stamps of iostat -t and vmstat -t, then the day at the head of sysstat's tools. A day whose order nobody
 * tells (12/01/26) is the earliest that does not lie before the newest line of the log.
 */
export function shownClock(samples: Samples, newestInLog: Date): Date | undefined {
  const sources: readonly (readonly Reading[])[] = [
    samples.date.flatMap(({ sample: { wall, aheadMinutes } }) => ({
      earliestMs: wall.getTime() - Math.max(0, aheadMinutes ?? MOST_AHEAD_HOURS * 60) * 60_000,
      spanMs: MOST_AHEAD_HOURS * HOUR_MS,
    })),
    stamps(samples).flatMap(readingsOf),
    days(samples).flatMap(readingsOf),
  ];
  const readings = sources.find((each) => each.length > 0)?.toSorted((left, right) => left.earliestMs - right.earliestMs);
  const possible = readings?.find(({ earliestMs, spanMs }) => earliestMs + spanMs >= newestInLog.getTime());
  const reading = possible ?? readings?.at(-1);
  return reading && new Date(reading.earliestMs);
}

function stamps(samples: Samples): readonly string[] {
  return [
    ...samples.iostat.flatMap(({ sample }) => sample.reports.at(-1)?.at ?? []),
    ...samples.vmstat.flatMap(({ sample }) => sample.rows.at(-1)?.at ?? []),
  ].filter((stamp) => readingsOf(stamp).length > 0);
}

function days(samples: Samples): readonly string[] {
  return [
    ...samples.iostat.map(({ sample }) => sample.banner),
    ...samples.pidstat.map(({ sample }) => sample.banner),
    ...samples.sar.map(({ sample }) => sample.host),
  ].flatMap((banner) => banner?.date ?? []);
}

/** '2026-12-01', '12/01/26', '01.12.2026', each with a time of day or without; what is ambiguous is two. */
function readingsOf(stamp: string): readonly Reading[] {
  const iso = /^(\d{4})-(\d\d)-(\d\d)/.exec(stamp);
  if (iso) return at(stamp, Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const local = /^(\d\d)([./-])(\d\d)\2(\d{4}|\d\d)\b/.exec(stamp);
  if (!local) return [];
  const [first, second] = [Number(local[1]), Number(local[3])];
  const year = Number(local[4]) % 2000 === Number(local[4]) ? 2000 + Number(local[4]) : Number(local[4]);
  const dayFirst = at(stamp, year, second, first);
  // Dots are written by those who put the day first, AM and PM by those who put the month first.
  if (local[2] === '.') return dayFirst;
  return /[AP]M$/.test(stamp) ? at(stamp, year, first, second) : [...at(stamp, year, first, second), ...dayFirst];
}

function at(stamp: string, year: number, month: number, day: number): readonly Reading[] {
  const midnight = Date.UTC(year, month - 1, day);
  if (new Date(midnight).getUTCDate() !== day || month > 12) return [];
  const clock = /[T ](\d{1,2}):(\d\d):(\d\d)(?: ([AP]M))?/.exec(stamp);
  const slack = MOST_AHEAD_HOURS * HOUR_MS;
  if (!clock) return [{ earliestMs: midnight - slack, spanMs: DAY_MS + slack }];
  const hours = clock[4] === undefined ? Number(clock[1]) : (Number(clock[1]) % 12) + (clock[4] === 'PM' ? 12 : 0);
  const time = midnight + hours * HOUR_MS + Number(clock[2]) * 60_000 + Number(clock[3]) * 1000;
  return [{ earliestMs: time - slack, spanMs: slack }];
}
