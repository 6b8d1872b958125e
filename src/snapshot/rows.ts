import type { Cites, Row } from '../model/evidence.ts';

/** The lines of all rows, each once. */
export function citesOfAll(first: Row, ...rest: readonly Row[]): Cites {
  const [head, ...tail] = first.cites;
  const seen = new Set([head]);
  for (const row of [{ cites: tail }, ...rest]) {
    for (const cite of row.cites) seen.add(cite);
  }
  const [, ...others] = seen;
  return [head, ...others];
}

/**
 * Puts the fields of several rows into one, for tools that tell of one thing on several lines. The first row that has
 * a field gives it, and the field keeps the lines it stands on.
 */
export function mergeRows<T extends Row>(first: T, ...rest: readonly T[]): T {
  if (rest.length === 0) return first;
  const fields = new Map<string, unknown>();
  const fieldCites = new Map<string, Cites>();
  for (const row of [first, ...rest]) {
    for (const [field, value] of Object.entries(row)) {
      if (field === 'cites' || field === 'fieldCites' || value === undefined || fields.has(field)) continue;
      fields.set(field, value);
      fieldCites.set(field, row.fieldCites?.[field] ?? row.cites);
    }
  }
  // Every field came out of a T, which the compiler cannot follow through a map.
  return { ...Object.fromEntries(fields), cites: citesOfAll(first, ...rest), fieldCites: Object.fromEntries(fieldCites) } as unknown as T;
}

/** As `mergeRows`, of a list that may be empty. */
export function mergeAll<T extends Row>(rows: readonly T[]): T | undefined {
  const [first, ...rest] = rows;
  return first === undefined ? undefined : mergeRows(first, ...rest);
}
