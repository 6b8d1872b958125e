import type { CaptureDays, CaptureTimes, TimeOfDay } from '../model/capture.ts';
import { later, minutesBetween, readMinutes, readTimeOfDay, timeText } from './clock.ts';
import { readWeekdays } from './days.ts';
import { nextRuns } from './next-runs.ts';
import { isZone, readZone } from './zone.ts';

/** What a person wants who says when; `mistake` says what is wrong and what to type, a line each. */
export type When =
  | { readonly kind: 'times'; readonly times: CaptureTimes }
  | { readonly kind: 'now'; readonly minutes: number }
  | { readonly kind: 'mistake'; readonly lines: readonly string[] };

/** Longer, a trouble has more than one onset, and what is kept of it grows past what anybody reads. */
export const MAX_MINUTES = 12 * 60;
const MAX_TIMES = 366;
const MAX_CHARS = 300;
const WORD_CHARS = 40;
const DATE = /^\d{4}-\d{1,2}-\d{1,2}$/;
const TO_TYPE =
  'Type one of: at 00:05 for 35m; 00:05-00:40 Europe/Berlin weekdays; 00:05-00:40 UTC mon,thu until 2026-12-24; tomorrow 00:05-00:40; now for 20m.';

interface Said {
  now?: true;
  from?: TimeOfDay;
  to?: TimeOfDay;
  minutes?: number;
  timeZone?: string;
  /** 'YYYY-MM-DD', or how many days from today. */
  date?: string | number;
  weekdays?: readonly number[];
  until?: string;
  count?: number;
}

/** Words that a person puts between and that decide nothing. */
const FILLERS = new Set(['at', 'from', 'on', 'every', 'each', 'and', 'in', 'the', 'starting', 'of', 'time', 'zone', 'timezone', 'repeat']);

/**
 * 'at 00:05 for 35m', '00:05-00:40 Europe/Berlin weekdays until 2026-12-24', 'tomorrow 00:05-00:40', 'now for 20m'.
 * The words may come in any order. `zone` is the asker's, for where none is named.
 */
export function readWhen(text: string, zone: string, now: Date): When {
  const words = wordsOf(text);
  const said: Said = {};
  for (let at = 0; at < words.length; ) {
    const taken = takeWord(words, at, said);
    if (typeof taken === 'string') return mistake(taken);
    at += taken;
  }
  const timeZone = said.timeZone ?? (isZone(zone) ? zone : 'UTC');
  return said.now ? runNow(said) : scheduled(said, timeZone, now);
}

/** Words that begin something, by themselves. */
const BEGIN: Readonly<Record<string, (words: readonly string[], at: number, said: Said) => number | string>> = {
  now: (_words, _at, said) => take(said, 'now', true, 1, 'now'),
  today: (_words, _at, said) => take(said, 'date', 0, 1, 'today'),
  tonight: (_words, _at, said) => take(said, 'date', 0, 1, 'tonight'),
  tomorrow: (_words, _at, said) => take(said, 'date', 1, 1, 'tomorrow'),
  for: takeDuration,
  to: takeEnd,
  till: takeEnd,
  until: takeEnd,
  through: takeEnd,
  '-': takeEnd,
};

/** Reads what begins at this word; answers how many words it took, or what is wrong. */
function takeWord(words: readonly string[], at: number, said: Said): number | string {
  const word = words[at] ?? '';
  if (Object.hasOwn(BEGIN, word)) return BEGIN[word]?.(words, at, said) ?? 1;
  if (FILLERS.has(word)) return 1;
  const counted = /^(\d{1,4})(x?)$/.exec(word);
  const times = counted?.[2] === 'x' || /^times?$/.test(words[at + 1] ?? '');
  if (counted && times) return takeCount(Number(counted[1]), counted[2] === 'x' ? 1 : 2, said);
  if (DATE.test(word)) return takeDate(word, 'date', 1, said);
  const time = readTimeOfDay(word);
  if (time) return take(said, said.from === undefined ? 'from' : 'to', time, 1, word);
  const weekdays = readWeekdays(word);
  if (!weekdays) return takeZone(word, said);
  said.weekdays = [...new Set([...(said.weekdays ?? []), ...weekdays])].sort((one, other) => one - other);
  return 1;
}

function take<K extends keyof Said>(said: Said, key: K, value: NonNullable<Said[K]>, words: number, word: string): number | string {
  if (said[key] !== undefined) return `'${shown(word)}' says a second time what was said before it.`;
  said[key] = value;
  return words;
}

/** 'for 35m', 'for 1 h 30 m'. */
function takeDuration(words: readonly string[], at: number, said: Said): number | string {
  for (const count of [4, 3, 2, 1]) {
    const spoken = words.slice(at + 1, at + 1 + count);
    const minutes = spoken.length === count ? readMinutes(spoken.join(' ').replace(/(\d) (?=[hm])/g, '$1')) : undefined;
    if (minutes !== undefined) return take(said, 'minutes', minutes, 1 + count, `for ${spoken.join(' ')}`);
  }
  return `'for ${shown(words[at + 1] ?? '')}' is no length of time; 35m, 1h and 1h30m are.`;
}

/** 'until 2026-12-24' ends the repetition, 'until 00:40' the window. */
function takeEnd(words: readonly string[], at: number, said: Said): number | string {
  const next = words[at + 1] ?? '';
  const time = readTimeOfDay(next);
  if (time) return take(said, 'to', time, 2, next);
  if (DATE.test(next)) return takeDate(next, 'until', 2, said);
  return `'${words[at]} ${shown(next)}' names neither a time (00:40) nor a date (2026-12-24).`;
}

function takeDate(word: string, key: 'date' | 'until', words: number, said: Said): number | string {
  const [year = 0, month = 0, day = 0] = word.split('-').map(Number);
  try {
    return take(said, key, Temporal.PlainDate.from({ year, month, day }, { overflow: 'reject' }).toString(), words, word);
  } catch {
    return `There is no ${word}.`;
  }
}

function takeCount(count: number, words: number, said: Said): number | string {
  if (count < 1 || count > MAX_TIMES) return `${count} times is not possible; from 1 to ${MAX_TIMES} is.`;
  return take(said, 'count', count, words, `${count} times`);
}

function takeZone(word: string, said: Said): number | string {
  const zone = readZone(word);
  if (zone.kind === 'zone') return take(said, 'timeZone', zone.timeZone, 1, word);
  return zone.kind === 'ambiguous' ? `${zone.why}.` : `'${shown(word)}' is no time, day or zone that is known here.`;
}

function runNow(said: Said): When {
  const { now: _now, minutes, timeZone: _zone, ...others } = said;
  if (Object.keys(others).length > 0) return mistake('now is one window that begins at once; it goes with a length and nothing else.');
  if (minutes === undefined) return mistake('For how long?');
  return boundsOf(minutes) ?? { kind: 'now', minutes };
}

function scheduled(said: Said, timeZone: string, now: Date): When {
  const { from, minutes } = said;
  if (from === undefined) return mistake('At what time?');
  if (said.to !== undefined && minutes !== undefined) return mistake('An end and a length are one too many; keep one of them.');
  const to = said.to ?? (minutes === undefined ? undefined : later(from, minutes));
  if (to === undefined) return mistake(`From ${timeText(from)} until when?`);
  const wrong = boundsOf(minutes ?? minutesBetween(from, to));
  if (wrong) return wrong;
  const repeats = said.weekdays !== undefined || said.until !== undefined || said.count !== undefined;
  return repeats ? repeated(said, { timeZone, from, to }, now) : once(said, { timeZone, from, to }, now);
}

type Window = Omit<CaptureTimes, 'days'>;
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];

function repeated({ weekdays = EVERY_DAY, until, count, date }: Said, window: Window, now: Date): When {
  if (date !== undefined) return mistake('One day and repeated days are one too many; keep one of them.');
  if (until !== undefined && count !== undefined) return mistake('An end date and a number of times are one too many; keep one of them.');
  const endless: CaptureTimes = { ...window, days: { kind: 'weekly', weekdays } };
  const last = count === undefined ? undefined : nextRuns(endless, now, count).at(-1);
  const end = last === undefined ? until : dateIn(window.timeZone, last.startsAt);
  const days: CaptureDays = { kind: 'weekly', weekdays, ...(end === undefined ? {} : { until: end }) };
  return upcoming({ ...window, days }, now, `${until ?? ''} is over before the first window starts.`);
}

function once({ date }: Said, window: Window, now: Date): When {
  const next = nextRuns({ ...window, days: { kind: 'weekly', weekdays: EVERY_DAY } }, now, 1)[0];
  const today = Temporal.PlainDate.from(dateIn(window.timeZone, now));
  const day = typeof date === 'number' ? today.add({ days: date }).toString() : (date ?? (next && dateIn(window.timeZone, next.startsAt)));
  if (day === undefined) return mistake('At what time?');
  return upcoming(
    { ...window, days: { kind: 'once', date: day } },
    now,
    `${timeText(window.from)} on ${day} in ${window.timeZone} is over.`,
  );
}

function upcoming(times: CaptureTimes, now: Date, over: string): When {
  return nextRuns(times, now, 1).length === 0 ? mistake(over) : { kind: 'times', times };
}

function dateIn(timeZone: string, instant: Date): string {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(timeZone).toPlainDate().toString();
}

function boundsOf(minutes: number): When | undefined {
  return minutes >= 1 && minutes <= MAX_MINUTES
    ? undefined
    : mistake(`${minutes} minutes is not possible for a window; from 1 minute to ${MAX_MINUTES / 60} hours is.`);
}

function mistake(line: string): When {
  return { kind: 'mistake', lines: [line, TO_TYPE] };
}

function shown(word: string): string {
  return word.length > WORD_CHARS ? `${word.slice(0, WORD_CHARS)}…` : word;
}

/** Lower case, but for zones, which are found in any; dashes as people's keyboards make them. */
function wordsOf(text: string): readonly string[] {
  return text
    .slice(0, MAX_CHARS)
    .toLowerCase()
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/(\d)\s*(am|pm)\b/g, '$1$2')
    .replace(/[`*"'“”„‘’‚«»()]/g, ' ')
    .replace(/,\s+/g, ',')
    .split(/\s+/u)
    .map((word) => word.replace(/[.,;!]+$/, ''))
    .filter((word) => word !== '')
    .flatMap((word) => partedRange(word));
}

/** '00:05-00:40' is three words, 'utc-3' and 'mon-fri' are one. */
function partedRange(word: string): readonly string[] {
  const [from = '', to = '', ...more] = word.split('-');
  return more.length === 0 && readTimeOfDay(from) && readTimeOfDay(to) ? [from, '-', to] : [word];
}
