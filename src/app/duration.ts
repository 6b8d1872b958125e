/** Shortest and longest window that may be asked for, in seconds. */
export const MIN_WINDOW_SECONDS = 1;
export const MAX_WINDOW_SECONDS = 600;
export const DEFAULT_WINDOW_SECONDS = 5;

/** '30s', '5 min', '90' (seconds), '2m' -> seconds; undefined for anything else and for what is out of bounds. */
export function parseDuration(text: string): number | undefined {
  const [, digits, unit = 's'] = /^(\d{1,4})\s?(s|secs?|seconds?|m|mins?|minutes?)?$/.exec(text.trim().toLowerCase()) ?? [];
  if (digits === undefined) return undefined;
  const seconds = Number(digits) * (unit.startsWith('m') ? 60 : 1);
  return seconds >= MIN_WINDOW_SECONDS && seconds <= MAX_WINDOW_SECONDS ? seconds : undefined;
}
