import type { Diagnosis } from '../model/diagnosis.ts';
import type { Inline, Line, Part } from './doc.ts';
import { evidenceParts } from './evidence.ts';
import { fixParts } from './fix.ts';
import { answerLines, type Ended } from './root.ts';
import { utcText } from './time.ts';
import { ruledOutParts, uncheckedParts } from './unchecked.ts';

const BOLD = '\u001b[1m';
const RESET = '\u001b[0m';
/** The widest column of a table on a terminal. */
const COLUMN_CHARS = 60;

export interface TextOptions {
  readonly color?: boolean;
  readonly ended?: Ended;
}

/** The answer as plain text for a terminal: root and thread, in the words that Slack shows. Ends with a newline. */
export function renderText(diagnosis: Diagnosis, options: TextOptions = {}): string {
  const sections = [
    answerLines(diagnosis, { words: [] }, options.ended),
    evidenceParts(diagnosis),
    ruledOutParts(diagnosis),
    uncheckedParts(diagnosis),
    fixParts(diagnosis),
  ];
  return `${sections
    .filter((parts) => parts.length > 0)
    .map((parts) => plainText(parts, options.color ?? false))
    .join('\n\n')}\n`;
}

/** Parts as lines of text; without colour nothing in it steers a terminal. */
export function plainText(parts: readonly Part[], color = false): string {
  return parts.flatMap((part) => partLines(part, color)).join('\n');
}

function partLines(part: Part, color: boolean): readonly string[] {
  switch (part.kind) {
    case 'heading':
      return [strong(part.text.toUpperCase(), color)];
    case 'line':
      return [lineText(part.line, color)];
    case 'bullets':
      return part.items.map((item) => `  - ${lineText(item, color)}`);
    case 'code':
      return part.text.split('\n').map((text) => `    ${text}`);
    case 'table':
      return tableLines(part, color);
  }
}

function lineText(line: Line, color: boolean): string {
  return line.map((inline) => inlineText(inline, color)).join('');
}

function inlineText(inline: Inline, color: boolean): string {
  switch (inline.kind) {
    case 'time':
      return utcText(inline.at);
    case 'user':
      return `@${inline.id}`;
    case 'text':
      return inline.style === 'bold' ? strong(inline.text, color) : inline.text;
  }
}

function strong(text: string, color: boolean): string {
  return color && text !== '' ? `${BOLD}${text}${RESET}` : text;
}

function tableLines({ head, rows }: Extract<Part, { kind: 'table' }>, color: boolean): readonly string[] {
  const widths = head.map((name, column) =>
    Math.min(COLUMN_CHARS, Math.max(name.length, ...rows.map((row) => (row[column] ?? '').length))),
  );
  const padded = (row: readonly string[]) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return [`  ${strong(padded(head), color)}`, ...rows.map((row) => `  ${padded(row)}`)];
}
