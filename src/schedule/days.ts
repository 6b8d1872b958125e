const NAMES = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
const SETS: Readonly<Record<string, readonly number[]>> = {
  daily: EVERY_DAY,
  nightly: EVERY_DAY,
  day: EVERY_DAY,
  days: EVERY_DAY,
  night: EVERY_DAY,
  nights: EVERY_DAY,
  everyday: EVERY_DAY,
  weekday: [1, 2, 3, 4, 5],
  weekdays: [1, 2, 3, 4, 5],
  workdays: [1, 2, 3, 4, 5],
  weekend: [6, 7],
  weekends: [6, 7],
};

/** 'daily', 'weekdays', 'mon', 'Mondays', 'mon,thu', 'mon-fri', 'sat-mon' -> ISO weekdays, 1 is Monday; undefined for no days. */
export function readWeekdays(word: string): readonly number[] | undefined {
  const lists = word
    .toLowerCase()
    .split(',')
    .filter((part) => part !== '')
    .map(ofPart);
  if (lists.length === 0 || lists.includes(undefined)) return undefined;
  return [...new Set(lists.flatMap((list) => list ?? []))].sort((one, other) => one - other);
}

function ofPart(part: string): readonly number[] | undefined {
  if (Object.hasOwn(SETS, part)) return SETS[part];
  const [first, last, ...more] = part.split('-').map(dayNumber);
  if (first === undefined || more.length > 0) return undefined;
  if (!part.includes('-')) return [first];
  if (last === undefined) return undefined;
  // 'sat-mon' goes over the end of the week.
  return Array.from({ length: ((last - first + 7) % 7) + 1 }, (_, step) => ((first - 1 + step) % 7) + 1);
}

/** Two letters say which day it is: 'tu', 'thurs', 'Thursdays'. */
function dayNumber(word: string): number | undefined {
  const typed = word.replace(/s$/, '');
  if (typed.length < 2) return undefined;
  const at = NAMES.findIndex((name) => name.startsWith(typed) || name.startsWith(word));
  return at === -1 ? undefined : at + 1;
}

/** [1, 2, 3, 4, 5] -> 'weekdays', [1, 4] -> 'mon, thu', all -> 'daily'. */
export function weekdaysText(weekdays: readonly number[]): string {
  if (weekdays.length === 7) return 'daily';
  if (weekdays.join() === '1,2,3,4,5') return 'weekdays';
  return weekdays.map((day) => NAMES[day - 1]?.slice(0, 3) ?? '').join(', ');
}
