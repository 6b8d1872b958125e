import type { CaptureRun, CaptureTimes, TimeOfDay } from '../model/capture.ts';

/** The look begins two days early, the day itself may be over, and each weekday comes within the six that follow. */
const DAYS_WITHOUT_RUN = 10;

/**
 * The next windows that start after an instant, in order: at most `count`, fewer where the times end.
 *
 * Where clocks go back within the window it covers both readings of its hours: the earlier start, the later end.
 * Where they go forward over its start it starts by as much later (02:30 becomes 03:30) and is as long as it is said to be.
 * The weekday is that of the day on which it is to start.
 */
export function nextRuns(times: CaptureTimes, after: Date, count: number): readonly CaptureRun[] {
  const runs: CaptureRun[] = [];
  let day = dayBefore(times, after);
  for (let idle = 0; runs.length < count && idle < DAYS_WITHOUT_RUN; day = day.add({ days: 1 })) {
    const run = isDay(times, day) ? runOn(times, day) : undefined;
    // Two days that a zone made one give one window.
    const isNext = run !== undefined && run.startsAt > after && run.startsAt.getTime() !== runs.at(-1)?.startsAt.getTime();
    idle = isNext ? 0 : idle + 1;
    if (isNext) runs.push(run);
  }
  return runs;
}

/** Where to begin to look: two days early, for a shift of a day, and at the day itself where there is one only. */
function dayBefore({ timeZone, days }: CaptureTimes, after: Date): Temporal.PlainDate {
  if (days.kind === 'once') return Temporal.PlainDate.from(days.date);
  return Temporal.Instant.fromEpochMilliseconds(after.getTime()).toZonedDateTimeISO(timeZone).toPlainDate().subtract({ days: 2 });
}

function isDay({ days }: CaptureTimes, day: Temporal.PlainDate): boolean {
  if (days.kind === 'once') return day.toString() === days.date;
  return days.weekdays.includes(day.dayOfWeek) && (days.until === undefined || day.toString() <= days.until);
}

function runOn({ timeZone, from, to }: CaptureTimes, day: Temporal.PlainDate): CaptureRun {
  const start = day.toPlainDateTime(from);
  const end = (isAfter(to, from) ? day : day.add({ days: 1 })).toPlainDateTime(to);
  const startsAt = start.toZonedDateTime(timeZone, { disambiguation: inGap(start, timeZone) ? 'later' : 'earlier' });
  const endsAt = end.toZonedDateTime(timeZone, { disambiguation: 'later' });
  const [startMs, endMs] = [startsAt.epochMilliseconds, endsAt.epochMilliseconds];
  const nominalMs = start.until(end).total('milliseconds');
  return {
    startsAt: new Date(startMs),
    endsAt: new Date(endMs - startMs < nominalMs && inGap(start, timeZone) ? startMs + nominalMs : endMs),
  };
}

/** Does no clock of the zone ever show it? */
function inGap(time: Temporal.PlainDateTime, timeZone: string): boolean {
  return !time.toZonedDateTime(timeZone, { disambiguation: 'later' }).toPlainDateTime().equals(time);
}

function isAfter(one: TimeOfDay, other: TimeOfDay): boolean {
  return one.hour * 60 + one.minute > other.hour * 60 + other.minute;
}
