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

/** A row's cells as fields. A cell that cannot be read leaves its field absent and is counted. */
export function readCells<Field extends string>(
  cells: readonly string[],
  columns: Columns<Field>,
): { readonly values: Partial<Record<Field, number>>; readonly unreadable: number } {
  const values: Partial<Record<Field, number>> = {};
  let unreadable = 0;
  for (let at = 0; at < columns.length; at++) {
    const column = columns[at];
    const cell = cells[at];
    if (column === undefined || cell === undefined) continue;
    const value = column.read(cell);
    if (value === undefined) unreadable++;
    else values[column.field] = value;
  }
  return { values, unreadable };
}
