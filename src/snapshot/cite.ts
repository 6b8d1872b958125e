import type { Evidence, EvidenceItem, FigureItem, LineItem, NumericKey, Row, UnitTable } from '../model/evidence.ts';

/** The one maker of figures: a value that stands in a row, with that row's lines behind it. Absent fields give no figure. */
export function figure<T extends Row>(
  row: T,
  units: UnitTable<T>,
  field: NumericKey<T>,
  subject: string,
  limit?: { readonly op: '>=' | '<='; readonly value: number },
): FigureItem | undefined {
  const value = row[field] as number | undefined;
  if (value === undefined) return undefined;
  const { label, unit } = units[field];
  return { kind: 'figure', subject, label, value, unit, ...(limit ? { limit } : {}), cites: row.fieldCites?.[field] ?? row.cites };
}

/** The one maker of evidence that is no number. */
export function line(row: Row, subject: string, label: string, text: string): LineItem {
  return { kind: 'line', subject, label, text, cites: row.cites };
}

/** Evidence for a finding: the items that exist, or nothing where none does. */
export function evidence(...items: readonly (EvidenceItem | undefined)[]): Evidence | undefined {
  const [first, ...rest] = items.filter((item) => item !== undefined);
  return first ? [first, ...rest] : undefined;
}
