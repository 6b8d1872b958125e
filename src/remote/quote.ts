/** One word as sh reads it back: unchanged where no shell treats a character of it apart, else in single quotes. */
export function quoted(word: string): string {
  return /^[A-Za-z0-9_./:,+@-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
