import { commandOnLine } from './command-line.ts';
import type { Part, Reader } from './paste.ts';
import { isProse } from './prose.ts';
import { withoutStrays } from './strays.ts';

/**
 * Parts a paste into its outputs: at command lines with a prompt or without one, and where a paragraph has the look of
 * another format than the one before. Sentences between outputs are left out: they are no host's output.
 *
 * A paste without any of these is one part.
 */
export function splitPaste(text: string, reader: Reader): readonly Part[] {
  const sections = sectionsOf(text.split('\n'));
  const parts = sections
    .flatMap(({ command, lines }) => partsOf(command, paragraphsOf(lines, reader), reader))
    .flatMap((part) => oneEach(part, reader))
    .flatMap((part) => withoutStrays(part, reader));
  const known = parts.filter((part) => reader.recognise(part.command, part.text) !== undefined);
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

/** Pieces between blank lines, and before a header of another format that follows without one. */
function paragraphsOf(lines: readonly string[], { recognise }: Reader): readonly (readonly string[])[] {
  const paragraphs: string[][] = [[]];
  let format: string | undefined;
  for (const [at, line] of lines.entries()) {
    if (line.trim() === '') {
      paragraphs.push([]);
      continue;
    }
    const begins = MAY_BE_HEADER.test(line) ? recognise('', `${line}\n${lines[at + 1] ?? ''}`) : undefined;
    const last = paragraphs.at(-1) ?? [];
    if (last.length > 0 && begins !== undefined && begins !== format) paragraphs.push([line]);
    else last.push(line);
    format = begins ?? (last.length === 1 ? undefined : format);
  }
  return paragraphs.filter((paragraph) => paragraph.length > 0);
}
/** Lines of words alone, and the first lines of formats that have figures in theirs: asking every row would take too long. */
const MAY_BE_HEADER =
  /^[^\d]*$|^top - \d|^[A-Z][A-Za-z]+:\s+\d+ kB\s*$|^Linux \S+ \(|^(?:# ?)?some avg10=|^Total DISK|^md\d+ : |^vm\.\w+ = |^\s*\d+ \w+-CPU|^\d\d:\d\d:\d\d.*(?:CPU|DEV|PID|IFACE|\/s)\b/;

/**
 * The outputs in one section. Its first paragraph is what the command printed, and so are those that look the same:
 * the reports of iostat, the summary and the list of top. One that looks like something else is an output of its own.
 */
function partsOf(command: string, paragraphs: readonly (readonly string[])[], { recognise, reads }: Reader): readonly Part[] {
  const parts: { command: string; format: string | undefined; paragraphs: (readonly string[])[] }[] = [];
  for (const paragraph of paragraphs) {
    if (paragraph.every(isProse)) continue;
    const text = paragraph.join('\n');
    const last = parts.at(-1);
    const format = last === undefined ? recognise(command, text) : recognise('', text);
    const belongs = last?.format !== undefined && (sameShape(last.paragraphs.at(-1), paragraph) || reads(last.format, text));
    const goesOn = last !== undefined && (format === undefined ? belongs : format === last.format);
    if (goesOn) last.paragraphs.push(paragraph);
    else parts.push({ command: last === undefined ? command : '', format, paragraphs: [paragraph] });
  }
  return parts.map((part) => ({ command: part.command, text: part.paragraphs.map((lines) => lines.join('\n')).join('\n\n') }));
}

/**
 * 'ps -o pid,ppid,cmd -p 18822; ps -o pid,cmd -p 18790' prints two tables: the lines at the end that are none of the
 * first one's are the second one's, whose columns its own command line tells.
 */
function oneEach(part: Part, { recognise, unread }: Reader): readonly Part[] {
  const [first, second, ...more] = part.command.split(/;\s+/);
  if (first === undefined || second === undefined || more.length > 0 || recognise(first, '') !== recognise(second, '')) return [part];
  const lines = part.text.split('\n');
  const left = unread(first, part.text);
  const from = lines.length - left.length;
  if (left.length === 0 || from === 0 || left.some((line, at) => line !== from + at)) return [part];
  return [
    { command: first, text: lines.slice(0, from).join('\n') },
    { command: second, text: lines.slice(from).join('\n') },
  ];
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
