/**
 * Words of a catalogue line that the window fills in on the host. Each becomes exactly one word of digits.
 *
 * interval, count            from the window: count intervals fill it
 * count+1                    for vmstat, whose first row is since boot
 * wide-interval, wide-count  the same, but one interval as long as the window on a host with many processes,
 *                            where each look at all of them costs tenths of a second of CPU
 */
export const placeholders = ['interval', 'count', 'count+1', 'wide-interval', 'wide-count'] as const;
export type Placeholder = (typeof placeholders)[number];

/** The placeholder that a word is; undefined for any other word. */
export function placeholderOf(word: string): Placeholder | undefined {
  return placeholders.find((name) => word === `{${name}}`);
}
