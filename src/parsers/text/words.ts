/** The words of a line: split at blanks and tabs, none empty. */
export function words(text: string): string[] {
  return text.match(WORD) ?? [];
}

const WORD = /[^ \t]+/g;

/** At most `limit` words; the last one is the whole rest of the line, its own blanks kept: for a name or command line in the last column. */
export function wordsUpTo(text: string, limit: number): string[] {
  const found: string[] = [];
  const length = text.length;
  let at = 0;
  for (;;) {
    while (at < length && isBlank(text.charCodeAt(at))) at++;
    if (at >= length) return found;
    if (found.length + 1 >= limit) {
      found.push(text.slice(at).trimEnd());
      return found;
    }
    const start = at;
    while (at < length && !isBlank(text.charCodeAt(at))) at++;
    found.push(text.slice(start, at));
  }
}

/** Is there nothing but white space in it? */
export function isBlankLine(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (!isBlank(text.charCodeAt(at)) && text.charCodeAt(at) !== 13) return false;
  return true;
}

function isBlank(code: number): boolean {
  return code === 32 || code === 9;
}
