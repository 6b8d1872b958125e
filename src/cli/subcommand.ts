import { closestName } from '../model/closest.ts';

/** The world as a subcommand sees it: tests hand in an object. */
export interface Terminal {
  /** Standard output: the answer and nothing else. */
  readonly print: (text: string) => void;
  /** Standard error: one line of what went wrong, or how far it is. */
  readonly complain: (line: string) => void;
  readonly stdin: AsyncIterable<Uint8Array>;
  /** True where standard output is a terminal that shows colours. */
  readonly color: boolean;
  readonly now: () => Date;
}

/** 0 for any answer, 2 for a usage mistake, 3 when the host could not be reached. */
export type ExitCode = 0 | 2 | 3;
export const ANSWERED: ExitCode = 0;
export const USAGE_MISTAKE: ExitCode = 2;
export const UNREACHABLE: ExitCode = 3;

/** One word after `diagbot`. */
export interface Subcommand {
  readonly usage: string;
  readonly does: string;
  /** Rejects for our own bugs only. */
  readonly run: (args: readonly string[], terminal: Terminal) => Promise<ExitCode>;
}

/** What is said of a word that stands where one of `names` may. */
export function unknownWord(word: string, names: readonly string[]): string {
  const meant = closestName(word, names);
  return `unknown subcommand '${word}'${meant === undefined ? '' : `, did you mean ${meant}?`}`;
}
