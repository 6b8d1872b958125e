/** Escape sequences of a terminal: colours, cursor movements, window titles. */
const TERMINAL_SEQUENCE = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[()][A-Z0-9]|[=>])/g;
const FENCE = /^\s{0,3}(?:`{3,}|~{3,})[\w+-]*\s*$/;
const QUOTE = /^\s{0,3}>(?: |$)/;
/** In a mail some lines answer instead of quoting. */
const QUOTED_SHARE = 0.6;

/**
 * A text without what mail, chat, editors and terminals put around and into it: line ends of other systems, colours,
 * Markdown fences, quote marks in front of most lines.
 */
export function unwrapped(text: string): string {
  const lines = text
    .replace(/^\ufeff/, '')
    .replace(TERMINAL_SEQUENCE, '')
    .split(/\r\n|\n/)
    .filter((line) => !FENCE.test(line));
  return withoutQuotes(lines).join('\n');
}

/** Replies to replies are quoted twice, so again until no line in front is. */
function withoutQuotes(lines: readonly string[]): readonly string[] {
  const told = lines.filter((line) => line.trim() !== '');
  const quoted = told.filter((line) => QUOTE.test(line));
  if (quoted.length === 0 || quoted.length < told.length * QUOTED_SHARE) return lines;
  return withoutQuotes(lines.map((line) => line.replace(QUOTE, '')));
}
