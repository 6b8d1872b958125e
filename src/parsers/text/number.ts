/**
 * Strict reading of the numbers that tools print. `undefined` means "this is no number": never 0, never a prefix of it.
 * A decimal comma is read as a decimal point only where the caller knows the text's locale writes one.
 */
const PLAIN = /^[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const COMMA = /^[+-]?\d+,\d+$/;

export function readNumber(word: string | undefined): number | undefined {
  if (word === undefined) return undefined;
  const text = COMMA.test(word) ? word.replace(',', '.') : word;
  if (!PLAIN.test(text)) return undefined;
  const value = Number(text);
  return Number.isFinite(value) ? value : undefined;
}

/** A count: digits only. Counters above 2^53 lose precision but stay finite. */
export function readCount(word: string | undefined): number | undefined {
  return word !== undefined && /^\d+$/.test(word) && word.length <= 20 ? Number(word) : undefined;
}

const FACTORS: Readonly<Record<string, number>> = { b: 1, k: 1024, m: 1024 ** 2, g: 1024 ** 3, t: 1024 ** 4, p: 1024 ** 5, e: 1024 ** 6 };

/** '1.657g', '59Gi', '12K', '0,5M', '4096' -> bytes; the bare number counts `unit` bytes. */
export function readSize(word: string | undefined, unit = 1): number | undefined {
  const match = word === undefined ? null : /^([+-]?\d+(?:[.,]\d+)?)\s*([bkmgtpe])?(?:i?b)?$/i.exec(word);
  if (!match) return undefined;
  const value = readNumber(match[1]);
  const factor = match[2] === undefined ? unit : FACTORS[match[2].toLowerCase()];
  return value === undefined || factor === undefined ? undefined : value * factor;
}
