import { cleanLine, cleanText, shorten } from './escape.ts';

/** Longest piece of text within a line: a name of 10 kB must not push out the rest. */
const INLINE_CHARS = 400;
const CELL_CHARS = 200;
const CODE_CHARS = 6_000;
const HEADING_CHARS = 140;

export type Style = 'plain' | 'bold' | 'code';
/** A piece of a line. Its text is clean: only the makers below make one. */
export type Inline =
  | { readonly kind: 'text'; readonly text: string; readonly style: Style }
  | { readonly kind: 'time'; readonly at: Date }
  | { readonly kind: 'user'; readonly id: string };
export type Line = readonly Inline[];

/** A piece of a message, laid out as blocks for Slack (blocks.ts) and as text for terminals (text.ts): the same words in both. */
export type Part =
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'line'; readonly line: Line }
  | { readonly kind: 'bullets'; readonly items: readonly Line[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'table'; readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] };

export function text(raw: string, style: Style = 'plain', maxChars = INLINE_CHARS): Inline {
  return { kind: 'text', text: shorten(cleanLine(raw), maxChars), style };
}
export function bold(raw: string): Inline {
  return text(raw, 'bold');
}
export function code(raw: string): Inline {
  return text(raw, 'code');
}
export function heading(raw: string): Part {
  return { kind: 'heading', text: shorten(cleanLine(raw), HEADING_CHARS) };
}
/** Strings are the renderer's own plain words. */
export function line(...pieces: readonly (Inline | string)[]): Part {
  return { kind: 'line', line: lineOf(...pieces) };
}
export function lineOf(...pieces: readonly (Inline | string)[]): Line {
  return pieces.map((piece) => (typeof piece === 'string' ? text(piece) : piece));
}
export function bullets(items: readonly Line[]): readonly Part[] {
  return items.length === 0 ? [] : [{ kind: 'bullets', items }];
}
/** What is typed or read as it is: a command, a rule in YAML. */
export function codeBlock(raw: string): Part {
  return { kind: 'code', text: shorten(cleanText(raw).replace(/\n+$/, ''), CODE_CHARS) };
}
export function table(head: readonly string[], rows: readonly (readonly string[])[]): Part {
  return { kind: 'table', head, rows: rows.map((row) => row.map((cell) => shorten(cleanLine(cell), CELL_CHARS))) };
}

/** The first `max` items, and a line that says how many are left out and where they are. */
export function capped<T>(
  items: readonly T[],
  max: number,
  what: string,
  where = 'diagbot run --json shows all',
): { readonly shown: readonly T[]; readonly rest: readonly Part[] } {
  const left = items.length - max;
  return { shown: items.slice(0, max), rest: left > 0 ? [line(`${left} more ${what} left out here; ${where}`)] : [] };
}
