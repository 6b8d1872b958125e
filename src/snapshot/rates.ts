/** How much a counter grew. One that went backwards was reset, has wrapped or is of another device: that tells nothing. */
export function growth(before: number | undefined, after: number | undefined): number | undefined {
  if (before === undefined || after === undefined || after < before) return undefined;
  return after - before;
}

/** Growth of a counter by the seconds that were measured between its readings. */
export function ratePerS(before: number | undefined, after: number | undefined, seconds: number | undefined): number | undefined {
  const grown = growth(before, after);
  if (grown === undefined || seconds === undefined || !(seconds > 0)) return undefined;
  return tidy(grown / seconds);
}

/** `part` of `whole`; undefined where there is no whole to speak of. */
export function quotient(part: number | undefined, whole: number | undefined): number | undefined {
  if (part === undefined || whole === undefined || !(whole > 0)) return undefined;
  return tidy(part / whole);
}

/** `part` of `whole` in per cent. */
export function percent(part: number | undefined, whole: number | undefined): number | undefined {
  const share = quotient(part, whole);
  return share === undefined ? undefined : tidy(share * 100);
}

/** A millionth is finer than any counter; what division leaves behind it would make 100 % more than 100. */
function tidy(value: number): number | undefined {
  return Number.isFinite(value) ? Math.round(value * 1e6) / 1e6 : undefined;
}

/** The sum of those that are known; undefined where none is. */
export function sumOf(...values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 ? undefined : known.reduce((sum, value) => sum + value, 0);
}
