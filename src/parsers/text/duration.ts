import { isDigits } from './number.ts';

/** '[[days-]hours:]minutes:seconds' as ps prints it -> seconds; also a bare number of seconds. */
export function readClock(text: string): number | undefined {
  if (text.length <= 12 && isDigits(text)) return Number(text);
  const match = /^(?:(?:(\d{1,6})-)?(\d{1,9}):)?(?:(\d{1,9}):)?(\d{1,12})$/.exec(text);
  if (!match) return undefined;
  const [days = 0, a, b, seconds = 0] = match.slice(1).map((part) => (part === undefined ? undefined : Number(part)));
  // One part before the seconds is minutes, two are hours and minutes.
  const [hours, minutes] = b === undefined ? [0, a ?? 0] : [a ?? 0, b];
  return days * 86_400 + hours * 3600 + minutes * 60 + seconds;
}
