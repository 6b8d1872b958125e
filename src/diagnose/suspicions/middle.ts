/** The middle one by a figure: a single second of anything is no state. `leftOut` are reports in which the figure was nothing to speak of. */
export function middleBy<T>(rows: readonly T[], figureOf: (row: T) => number | undefined, leftOut = 0): T | undefined {
  const known = rows.filter((row) => figureOf(row) !== undefined);
  const sorted = known.toSorted((left, right) => (figureOf(left) ?? 0) - (figureOf(right) ?? 0));
  const index = Math.floor((sorted.length + leftOut) / 2) - leftOut;
  return index < 0 ? undefined : sorted[index];
}
