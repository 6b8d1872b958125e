/** T, its perhaps undefined fields made optional: "not read" is an absent field, as exact optional types ask. */
export type Present<T> = { readonly [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  readonly [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** Leaves out what is undefined, NaN or infinite. */
export function present<T extends object>(fields: T): Present<T> {
  const entries = Object.entries(fields).filter(
    ([, value]) => value !== undefined && (typeof value !== 'number' || Number.isFinite(value)),
  );
  return Object.fromEntries(entries) as Present<T>;
}

/** True where a row holds at least one figure beside its lines. */
export function hasFigure(row: object): boolean {
  return Object.values(row).some((value) => typeof value === 'number');
}

/** The first list that holds anything: the sources of a view in the order of their worth. */
export function firstFilled<T>(...lists: readonly (readonly T[])[]): readonly T[] {
  return lists.find((list) => list.length > 0) ?? [];
}
