import type { FigureItem, Unit } from './evidence.ts';

/** A kB of iostat, pidstat and vmstat is 1,024 bytes, and who reads 61440.00 rkB/s says 61 MB/s: the digits of the tool's line. */
const KILO_BYTES = 1024;
const THOUSAND = 1000;
/** The MB of a rate everywhere in diagbot: 1,000 kB as the tools count them. */
export const RATE_MB = THOUSAND * KILO_BYTES;
const SIZE_WORDS = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB'];
const RATE_WORDS = ['B/s', 'kB/s', 'MB/s', 'GB/s', 'TB/s', 'PB/s'];
const MINUTE_S = 60;
const HOUR_S = 3_600;
const DAY_S = 86_400;

/**
 * A figure as a person reads it: '131 MB/s', '46 ms', '99.8 %'.
 * A rate shows the digits of the tools' own kB; amounts are binary and say so, as free and df count.
 */
export function figureText(value: number, unit: Unit, extraDigits = 0): string {
  if (!Number.isFinite(value)) return 'unknown';
  switch (unit) {
    case 'pct':
      return `${percent(value, extraDigits)} %`;
    case 'bytes':
      return scaled(value, SIZE_WORDS, KILO_BYTES, extraDigits);
    case 'bytes/s':
      return scaled(value, RATE_WORDS, THOUSAND, extraDigits);
    case 's':
      return durationText(value);
    case 'ms':
    case 'ops/s':
    case '/s':
      return `${numberText(value, extraDigits)} ${unit}`;
    case 'requests':
    case 'tasks':
      return `${numberText(value, extraDigits)} ${value === 1 ? unit.slice(0, -1) : unit}`;
    case 'cpus':
      return `${numberText(value, extraDigits)} ${value === 1 ? 'CPU' : 'CPUs'}`;
    case 'count':
      return numberText(value, extraDigits);
  }
}

/** The figure and what it was held against, with so many digits that unequal ones look unequal: 19.6 beside a limit of 20 is not '20'. */
export function comparedText(item: Pick<FigureItem, 'value' | 'unit' | 'limit'>): {
  readonly value: string;
  readonly limit: string | undefined;
} {
  const { value, unit, limit } = item;
  if (!limit) return { value: figureText(value, unit), limit: undefined };
  const sign = limit.op === '>=' ? '≥' : '≤';
  const limitText = figureText(limit.value, unit);
  const plain = figureText(value, unit);
  const shown = plain === limitText && value !== limit.value ? figureText(value, unit, 2) : plain;
  return { value: shown, limit: `${sign} ${limitText}` };
}

/** '5 s', '2 min 30 s', '3 h 20 min', '12 days 4 h'. */
export function durationText(seconds: number): string {
  if (!Number.isFinite(seconds)) return 'unknown';
  if (Math.abs(seconds) < 2 * MINUTE_S) return `${numberText(seconds)} s`;
  const whole = Math.round(seconds);
  if (whole < 2 * HOUR_S) return twoParts(whole, MINUTE_S, 'min', 1, 's');
  if (whole < 2 * DAY_S) return twoParts(whole, HOUR_S, 'h', MINUTE_S, 'min');
  return twoParts(whole, DAY_S, 'days', HOUR_S, 'h');
}

function twoParts(seconds: number, step: number, word: string, smallStep: number, smallWord: string): string {
  const rounded = Math.round(seconds / smallStep) * smallStep;
  const rest = Math.round((rounded % step) / smallStep);
  return `${grouped(String(Math.floor(rounded / step)))} ${word}${rest > 0 ? ` ${rest} ${smallWord}` : ''}`;
}

/** As many digits as carry meaning: '131', '46', '2.8', '0.46'. */
export function numberText(value: number, extraDigits = 0): string {
  if (!Number.isFinite(value)) return 'unknown';
  const size = Math.abs(value);
  if (size >= 1e21) return value.toExponential(2);
  if (size >= 9.95) return trimmed(value.toFixed(extraDigits));
  if (size >= 1) return trimmed(value.toFixed(1 + extraDigits));
  return trimmed(value.toFixed(2 + extraDigits));
}

/** 99.96 % is not 100 %: what is nearly full is never rounded to full. */
function percent(value: number, extraDigits: number): string {
  if (value > 99 && value < 100) return trimmed((Math.floor(value * 10) / 10).toFixed(1));
  return numberText(value, extraDigits);
}

/** The first step is always of 1,024 bytes, the others of `step`. */
function scaled(value: number, words: readonly string[], step: number, extraDigits: number): string {
  let amount = value;
  let power = 0;
  let next = KILO_BYTES;
  // 999.6 would be shown as '1,000 kB/s'.
  while (Math.abs(amount) >= next - 0.5 && power < words.length - 1) {
    amount /= next;
    power += 1;
    next = step;
  }
  return `${numberText(amount, extraDigits)} ${words[power]}`;
}

function trimmed(fixed: string): string {
  const [whole = '0', fraction] = fixed.split('.');
  const digits = fraction?.replace(/0+$/, '');
  const shown = digits ? `${grouped(whole)}.${digits}` : grouped(whole);
  return shown === '-0' ? '0' : shown;
}

function grouped(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, ',');
}
