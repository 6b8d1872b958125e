import type { TimeOfDay } from '../model/capture.ts';

/** '00:05', '0:05', '00.05', '0005', '12:05am', '5pm', '24:00' (midnight), 'midnight', 'noon' -> hour and minute. */
export function readTimeOfDay(word: string): TimeOfDay | undefined {
  const typed = word.toLowerCase();
  if (typed === 'midnight') return { hour: 0, minute: 0 };
  if (typed === 'noon') return { hour: 12, minute: 0 };
  const [, hours, minutes, half] = /^(\d{1,2})(?:[:.h]?(\d{2}))?(am|pm)?$/.exec(typed) ?? [];
  // A bare '5' may be a day, an hour or a count.
  if (hours === undefined || (minutes === undefined && half === undefined)) return undefined;
  const minute = Number(minutes ?? '0');
  const hour = half === undefined ? Number(hours) : hourOfHalf(Number(hours), half);
  if (hour === undefined || minute > 59 || hour > 24 || (hour === 24 && minute > 0)) return undefined;
  return { hour: hour % 24, minute };
}

/** 12am is midnight, 12pm is noon. */
function hourOfHalf(hour: number, half: string): number | undefined {
  if (hour < 1 || hour > 12) return undefined;
  return (hour % 12) + (half === 'pm' ? 12 : 0);
}

/** '35m', '1h', '1h30m', '90', '90 min', '2 hours' -> minutes; undefined for what is no length of time. */
export function readMinutes(text: string): number | undefined {
  const [whole, hours, minutes] =
    /^(?:(\d{1,3})\s?h(?:ours?|rs?)?)?\s?(?:(\d{1,4})\s?(?:m(?:in(?:ute)?s?)?)?)?$/.exec(text.trim().toLowerCase()) ?? [];
  if (whole === undefined || (hours === undefined && minutes === undefined)) return undefined;
  return Number(hours ?? '0') * 60 + Number(minutes ?? '0');
}

export function timeText({ hour, minute }: TimeOfDay): string {
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}

/** The time of day so many minutes later, past midnight too. */
export function later({ hour, minute }: TimeOfDay, minutes: number): TimeOfDay {
  const total = (hour * 60 + minute + minutes) % (24 * 60);
  return { hour: Math.floor(total / 60), minute: total % 60 };
}

/** From one to the other, over midnight where the other is not after it; a whole day where they are the same. */
export function minutesBetween(from: TimeOfDay, to: TimeOfDay): number {
  const difference = to.hour * 60 + to.minute - (from.hour * 60 + from.minute);
  return difference > 0 ? difference : difference + 24 * 60;
}
