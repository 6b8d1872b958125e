/**
 * Strict reading of the numbers that tools print. `undefined` means "this is no number": never 0, never a prefix of it.
 * A decimal comma is read as a decimal point: no tool here groups thousands with one.
 */
const PLAIN = /^[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const COMMA = /^[+-]?\d+,\d+$/;
const POWERS = [1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15];

export function readNumber(word: string | undefined): number | undefined {
  return word === undefined ? undefined : (shortDecimal(word) ?? anyDecimal(word));
}

/**
 * Nearly every cell is a few digits with at most one mark among them, and is read here without a pattern:
 * up to 15 digits are exact, and so is their quotient by a power of ten.
 */
function shortDecimal(word: string): number | undefined {
  const length = word.length;
  if (length === 0 || length > 15) return undefined;
  let value = 0;
  let mark = -1;
  for (let at = 0; at < length; at++) {
    const code = word.charCodeAt(at);
    if (code >= 48 && code <= 57) value = value * 10 + code - 48;
    else if ((code === 46 || code === 44) && mark < 0 && at > 0 && at < length - 1) mark = at;
    else return undefined;
  }
  return mark < 0 ? value : value / (POWERS[length - 1 - mark] ?? 1);
}

function anyDecimal(word: string): number | undefined {
  const text = COMMA.test(word) ? word.replace(',', '.') : word;
  if (!PLAIN.test(text)) return undefined;
  const value = Number(text);
  return Math.abs(value) <= LARGEST ? value : undefined;
}
/** No figure of a host comes near it, and no unit it may be multiplied by makes it infinite. */
const LARGEST = 1e30;

/** A count: digits only. Counters above 2^53 lose precision but stay finite. */
export function readCount(word: string | undefined): number | undefined {
  return word !== undefined && word.length <= 20 && isDigits(word) ? Number(word) : undefined;
}

export function isDigits(word: string): boolean {
  for (let at = 0; at < word.length; at++) {
    const code = word.charCodeAt(at);
    if (code < 48 || code > 57) return false;
  }
  return word !== '';
}

/** '22,5%', '99.99' -> a share in per cent. */
export function readPct(word: string | undefined): number | undefined {
  return readNumber(word?.endsWith('%') ? word.slice(0, -1) : word);
}

const FACTORS: Readonly<Record<string, number>> = { b: 1, k: 1024, m: 1024 ** 2, g: 1024 ** 3, t: 1024 ** 4, p: 1024 ** 5, e: 1024 ** 6 };

/** '1.657g', '59Gi', '12K', '0,5M', '4096' -> bytes; the bare number counts `unit` bytes. */
export function readSize(word: string | undefined, unit = 1): number | undefined {
  const bare = readNumber(word);
  if (bare !== undefined) return bare * unit;
  const match = word === undefined ? null : /^([+-]?\d+(?:[.,]\d+)?)\s*([bkmgtpe])?i?b?$/i.exec(word);
  if (!match) return undefined;
  const value = readNumber(match[1]);
  const factor = match[2] === undefined ? unit : FACTORS[match[2].toLowerCase()];
  return value === undefined || factor === undefined ? undefined : value * factor;
}
