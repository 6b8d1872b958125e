import type { Cite, Cites } from '../model/evidence.ts';
import type { OutputId } from '../model/output.ts';

/** One line of an output: `text` is what the parser reads, `cite` holds the verbatim line (with its path where files were read). */
export interface SourceLine {
  readonly text: string;
  readonly cite: Cite;
}
/** The text of one output, or of one file of an output, and the means to cite its lines. */
export interface Source {
  readonly id: OutputId;
  readonly command: string;
  /** The file the text was read from, where it was one: '/sys/block/sda/queue/scheduler'. */
  readonly path?: string;
  readonly lines: readonly SourceLine[];
}
export interface ParseProblem {
  readonly cite: Cite;
  readonly why: string;
}
/** What could be read, and what could not. No text makes a parser throw. */
export interface Parsed<Sample> {
  readonly sample: Sample | undefined;
  readonly problems: readonly ParseProblem[];
}

/** How a text that says nothing of itself is recognised: by the command line, by the file's path, by what it prints. */
export interface Recognition {
  /** Matches the command line without its directory: /^iostat\b/. */
  readonly command?: RegExp;
  /** Matches the whole path below /proc, /sys or /etc. */
  readonly path?: RegExp;
  /** Is this text such an output? Judged by header and shape; must not claim what another parser reads. */
  readonly looksLike: (lines: readonly string[]) => boolean;
}
export interface Parser<Sample> {
  readonly recognise: Recognition;
  readonly parse: (source: Source) => Parsed<Sample>;
}
export function defineParser<Sample>(parser: Parser<Sample>): Parser<Sample> {
  return parser;
}

export function citesOf(first: Cite, ...rest: readonly Cite[]): Cites {
  return [first, ...rest];
}

/** The lines of one whole output. CR before LF belongs to no line's text; the cite keeps the line without its newline. */
export function sourceOf(id: OutputId, command: string, stdout: string): Source {
  const raws = stdout.split('\n');
  const lines = raws.map((raw, index) => {
    const text = raw.endsWith('\r') ? raw.slice(0, -1) : raw;
    // What was cut between CR and LF has a CR before no LF: nothing to read, and verbatim a part of the last line.
    return { text, cite: { output: id, command, line: index + 1, text: index === raws.length - 1 ? raw : text } };
  });
  return { id, command, lines };
}
