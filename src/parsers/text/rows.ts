/** One column of a table: the field it fills and how its cell is read; undefined for a column nobody needs. */
export interface Column<Field extends string> {
  readonly field: Field;
  readonly read: (cell: string) => number | undefined;
}
export type Columns<Field extends string> = readonly (Column<Field> | undefined)[];

/** Columns in the order of a header's words, found by name. */
export function columnsOf<Field extends string>(header: readonly string[], known: ReadonlyMap<string, Column<Field>>): Columns<Field> {
  return header.map((name) => known.get(name));
}

/**
 * Adds a row's cells to `row` as fields, in place: rows are many, and copying each costs more than reading it.
 * A cell that cannot be read leaves its field absent and is counted.
 */
export function readCells<Field extends string, R extends object>(
  cells: readonly string[],
  columns: Columns<Field>,
  row: R,
): { readonly row: R & Partial<Record<Field, number>>; readonly unreadable: number } {
  const filled: R & Partial<Record<Field, number>> = row;
  const fields: Partial<Record<Field, number>> = filled;
  let unreadable = 0;
  for (let at = 0; at < columns.length; at++) {
    const column = columns[at];
    const cell = cells[at];
    if (column === undefined || cell === undefined) continue;
    const value = column.read(cell);
    if (value === undefined) unreadable++;
    else fields[column.field] = value;
  }
  return { row: filled, unreadable };
}
