import { words } from './words.ts';

/** Interval and count of a sampling tool's command line: 'iostat -x 1 5' -> 1 and 5. */
export interface Sampling {
  /** The command line is known. */
  readonly known: boolean;
  /** It asks for more than one report: a number, or a placeholder such as '<interval>' where a person left the number out. */
  readonly repeats: boolean;
  readonly intervalSeconds?: number;
  readonly count?: number;
  /** The letters of all short options in one string: 'xky'. */
  readonly letters: string;
}

/** `valued` are the options whose next word is their value and no interval: ['-p']. */
export function readSampling(command: string, valued: readonly string[] = []): Sampling {
  const args = withoutValues(words(command.split(/\s[|#(]/, 1)[0] ?? '').slice(1), valued);
  const numbers = args.filter((word) => /^\d{1,9}$/.test(word)).map(Number);
  const letters = args.filter((word) => /^-[A-Za-z]/.test(word)).map((word) => word.slice(1));
  const [interval, count] = numbers;
  return {
    known: command.trim() !== '',
    repeats: interval !== undefined || args.some((word) => /^<.*>$/.test(word)),
    ...(interval !== undefined ? { intervalSeconds: interval } : {}),
    ...(count !== undefined ? { count } : {}),
    letters: letters.join(''),
  };
}

function withoutValues(args: readonly string[], valued: readonly string[]): string[] {
  return args.filter((_, index) => index === 0 || !valued.includes(args[index - 1] ?? ''));
}
