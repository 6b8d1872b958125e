import { readCount } from '../text/number.ts';

/** What leads a line of sar, and the words behind it. */
export interface Stamped {
  /** Seconds after midnight; absent in an average. */
  readonly clockSeconds?: number;
  readonly average: boolean;
  readonly rest: string;
}

const CLOCK = /^(\d{1,2}):(\d\d):(\d\d)(?:\s+([AP])\.?M\.?)?\s+(\S.*)$/i;
const AVERAGE = /^(?:Average|Moyenne|Durchschnitt|Durchschn\.|Media|Média|Среднее|Summary)\s?:\s+(\S.*)$/;

/** '12:05:02 AM     all …', '01:50:01   proc/s', 'Average:        all …'. */
export function readStamp(text: string): Stamped | undefined {
  const average = AVERAGE.exec(text);
  if (average) return { average: true, rest: average[1] ?? '' };
  const match = CLOCK.exec(text);
  if (!match) return undefined;
  const [, hours, minutes, seconds, half, rest = ''] = match;
  const hour = readCount(hours) ?? 0;
  const ofDay = half === undefined ? hour : (hour % 12) + (half.toUpperCase() === 'P' ? 12 : 0);
  return { clockSeconds: ofDay * 3600 + (readCount(minutes) ?? 0) * 60 + (readCount(seconds) ?? 0), average: false, rest };
}
