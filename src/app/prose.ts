const FEWEST_WORDS = 5;
/** Share of a sentence's words that are letters alone; the rows of tools have figures. */
const LETTERS_SHARE = 0.75;

/**
 * Is the line a sentence or a heading that somebody wrote between outputs? Stamped and indented lines never are: the
 * kernel log is nearly English.
 */
export function isProse(line: string): boolean {
  // No tool here prints this bullet.
  if (/^\s*•/.test(line)) return true;
  const text = line.trim().replace(/^(?:[*-]|\d+\.)\s+/, '');
  if (/^[[(\d#]|^\w{3} {1,2}\d{1,2} \d\d:|^\s{2,}/.test(line) && text === line.trim()) return false;
  const words = text.split(/\s+/);
  const plain = words.filter((word) => /^["'(]?\p{L}[\p{L}'’-]*[)"'’]?[.,:;?!…]*$/u.test(word)).length;
  if (words.length < FEWEST_WORDS) return isHeading(text, words.length, plain);
  return plain / words.length >= LETTERS_SHARE;
}

/** 'Catching it live', 'Which device?', 'Root cause': a few plain words, the first with a capital. */
function isHeading(text: string, words: number, plain: number): boolean {
  return /^\p{Lu}\p{Ll}/u.test(text) && plain === words && !/:\s/.test(text);
}
