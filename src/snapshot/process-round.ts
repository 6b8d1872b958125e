import { hasFigure } from './present.ts';
import { mergeAll } from './rows.ts';
import type { ProcessInterval } from './views.ts';

/** What each process did in one report, by pid. */
export type Round = ReadonlyMap<number, ProcessInterval>;

/** Several lines of one pid (its columns in tables of their own, its threads) become one interval. */
export function roundOf<R>(rows: readonly R[], pidOf: (row: R) => number, pick: (row: R) => ProcessInterval): Round {
  const grouped = Map.groupBy(rows, pidOf);
  const merged = [...grouped].flatMap(([pid, own]) => {
    const interval = mergeAll(own.map(pick).filter(hasFigure));
    return interval ? [[pid, interval] as const] : [];
  });
  return new Map(merged);
}
