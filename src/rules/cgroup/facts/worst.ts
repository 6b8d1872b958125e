/** The item with the largest figure, of those that have it. */
export function worstBy<T>(items: readonly T[], size: (item: T) => number | undefined): T | undefined {
  let worst: { readonly item: T; readonly size: number } | undefined;
  for (const item of items) {
    const value = size(item);
    if (value !== undefined && (worst === undefined || value > worst.size)) worst = { item, size: value };
  }
  return worst?.item;
}
