/** More wrong letters than this is another word. */
const WRONG_LETTERS = 2;

/** The name that was probably meant: 'oi' is io. Undefined where nothing is near. */
export function closestName(typed: string, names: readonly string[]): string | undefined {
  const ranked = names
    .map((name) => ({ name, distance: letterDistance(typed.toLowerCase().slice(0, 64), name.toLowerCase()) }))
    .filter(({ name, distance }) => distance <= Math.min(WRONG_LETTERS, name.length - 1))
    .sort((a, b) => a.distance - b.distance);
  return ranked[0]?.name;
}

/** Letters to add, drop, change or swap with their neighbour to get from one to the other. */
function letterDistance(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const same = from[row - 1] === to[column - 1];
      const swapped = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      current[column] = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (same ? 0 : 1),
        swapped ? at(beforeLast, column - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    beforeLast = last;
    last = current;
  }
  return at(last, to.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
