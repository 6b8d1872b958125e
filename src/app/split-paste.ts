import { commandOnLine } from './command-line.ts';
import { isProse } from './prose.ts';

/** One output of those that a person pasted one after another. */
export interface Part {
  /** As typed in the paste; '' where none stands before the text. */
  readonly command: string;
  readonly text: string;
}

/** What the parsers think of a text: its format's name, by the command line that is said to have printed it, else by its look. */
export type Recognise = (command: string, text: string) => string | undefined;

/**
 * Parts a paste into its outputs: at command lines with a prompt or without one, and where a paragraph has the look of
 * another format than the one before. Sentences between outputs are left out: they are no host's output.
 *
 * A paste without any of these is one part.
 */
export function splitPaste(text: string, recognise: Recognise): readonly Part[] {
  const sections = sectionsOf(text.split('\n'));
  const parts = sections.flatMap(({ command, lines }) => partsOf(command, paragraphsOf(lines), recognise));
  const known = parts.filter((part) => recognise(part.command, part.text) !== undefined);
  return known.length === 0 ? [{ command: '', text }] : parts;
}

interface Section {
  readonly command: string;
  readonly lines: readonly string[];
}

/** What stands below each command line, and what stands before the first. */
function sectionsOf(lines: readonly string[]): readonly Section[] {
  const sections: { command: string; lines: string[] }[] = [{ command: '', lines: [] }];
  for (const line of lines) {
    const command = commandOnLine(line);
    if (command === undefined) sections.at(-1)?.lines.push(line);
    else sections.push({ command, lines: [] });
  }
  return sections;
}

/** Pieces between blank lines. */
function paragraphsOf(lines: readonly string[]): readonly (readonly string[])[] {
  const paragraphs: string[][] = [[]];
  for (const line of lines) {
    if (line.trim() === '') paragraphs.push([]);
    else paragraphs.at(-1)?.push(line);
  }
  return paragraphs.filter((paragraph) => paragraph.length > 0);
}

/**
 * The outputs in one section. Its first paragraph is what the command printed, and so are those that look the same:
 * the reports of iostat, the summary and the list of top. One that looks like something else is an output of its own.
 */
function partsOf(command: string, paragraphs: readonly (readonly string[])[], recognise: Recognise): readonly Part[] {
  const parts: { command: string; format: string | undefined; paragraphs: (readonly string[])[] }[] = [];
  for (const paragraph of paragraphs) {
    if (paragraph.every(isProse)) continue;
    const text = paragraph.join('\n');
    const last = parts.at(-1);
    const format = last === undefined ? recognise(command, text) : recognise('', text);
    const goesOn =
      last !== undefined &&
      (format === undefined ? last.format !== undefined && sameShape(last.paragraphs.at(-1), paragraph) : format === last.format);
    if (goesOn) last.paragraphs.push(paragraph);
    else parts.push({ command: last === undefined ? command : '', format, paragraphs: [paragraph] });
  }
  return parts.map((part) => ({ command: part.command, text: part.paragraphs.map((lines) => lines.join('\n')).join('\n\n') }));
}

/** Rows that a blank line parts from their header: as many words, and as many of them figures. */
function sameShape(before: readonly string[] | undefined, after: readonly string[]): boolean {
  const last = figuresOf(before?.at(-1) ?? '');
  const first = figuresOf(after[0] ?? '');
  return last > 1 && last === first;
}

function figuresOf(line: string): number {
  return line.split(/\s+/).filter((word) => /^[\d.,]+%?$/.test(word)).length;
}
