import type { Reader } from './drawing.ts';

const DATE = { year: 'numeric', month: 'long', day: 'numeric' } as const;
const FORMATS: Readonly<Record<string, Intl.DateTimeFormatOptions>> = {
  date: DATE,
  date_short: { year: 'numeric', month: 'short', day: 'numeric' },
  date_long: { ...DATE, weekday: 'long' },
  time: { hour: '2-digit', minute: '2-digit' },
  time_secs: { hour: '2-digit', minute: '2-digit', second: '2-digit' },
};

/** Fills Slack's date tokens, '{date_short_pretty} at {time_secs}', in the reader's zone. A token that is not known stays as it is. */
export function formatDate(at: Date, pattern: string, reader: Reader): string {
  return pattern.replace(/\{(\w+)\}/g, (token, name: string) => formatToken(at, name, reader) ?? token);
}

function formatToken(at: Date, name: string, reader: Reader): string | undefined {
  if (name === 'date_num') return inZone(at, reader.timeZone, 'sv-SE', { year: 'numeric', month: '2-digit', day: '2-digit' });
  const pretty = name.endsWith('_pretty');
  const format = FORMATS[pretty ? name.slice(0, -'_pretty'.length) : name];
  if (format === undefined) return undefined;
  return (pretty ? nearDay(at, reader) : undefined) ?? inZone(at, reader.timeZone, 'en-GB', { ...format, hourCycle: 'h23' });
}

function nearDay(at: Date, reader: Reader): string | undefined {
  const apart = dayNumber(at, reader.timeZone) - dayNumber(reader.now(), reader.timeZone);
  return { '-1': 'yesterday', '0': 'today', '1': 'tomorrow' }[String(apart)];
}

function dayNumber(at: Date, timeZone: string): number {
  return Date.parse(inZone(at, timeZone, 'sv-SE', { year: 'numeric', month: '2-digit', day: '2-digit' })) / 86_400_000;
}

function inZone(at: Date, timeZone: string, locale: string, format: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(locale, { ...format, timeZone }).format(at);
}
