/** One row's place in time, with what it is of. */
export interface Placed {
  /** 'disks sda': rows with the same series follow each other in time. */
  readonly series: string;
  readonly clockSeconds: number | undefined;
  /** The stamp of the header above it: when the interval of the first row began, unless rows were left out between. */
  readonly headerSeconds: number | undefined;
}

const DAY_SECONDS = 86_400;
/** Longer steps are a wrong clock or rows that were left out, and no interval. */
const LONGEST_SECONDS = 6 * 3600;

/**
 * How long each row's interval was: from the row before it. The first of a series has the header's stamp alone,
 * which is believed where the interval so found is no longer than the next one.
 */
export function intervalsOf(rows: readonly Placed[]): readonly (number | undefined)[] {
  const last = new Map<string, number>();
  const firsts = new Map<string, number>();
  const found = rows.map((row, at) => {
    if (row.clockSeconds === undefined) return undefined;
    const before = last.get(row.series);
    last.set(row.series, row.clockSeconds);
    if (before !== undefined) return stepOf(before, row.clockSeconds);
    firsts.set(row.series, at);
    return undefined;
  });
  const next = new Map<string, number>();
  for (const [at, seconds] of found.entries()) {
    const series = rows[at]?.series ?? '';
    if (seconds !== undefined && !next.has(series)) next.set(series, seconds);
  }
  for (const [series, at] of firsts) found[at] = firstStep(rows[at], next.get(series));
  return found;
}

function firstStep(row: Placed | undefined, next: number | undefined): number | undefined {
  if (row?.clockSeconds === undefined || row.headerSeconds === undefined) return undefined;
  const step = stepOf(row.headerSeconds, row.clockSeconds);
  return step === undefined || (next !== undefined && step > next * 1.5) ? undefined : step;
}

function stepOf(from: number, to: number): number | undefined {
  const step = to >= from ? to - from : to - from + DAY_SECONDS;
  return step > 0 && step <= LONGEST_SECONDS ? step : undefined;
}
