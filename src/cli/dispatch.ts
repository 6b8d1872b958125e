import { explainCommand } from './explain.ts';
import { programCommand } from './program.ts';
import { runCommand } from './run.ts';
import { scoreCommand } from './score.ts';
import { ANSWERED, type ExitCode, type Subcommand, type Terminal, USAGE_MISTAKE, unknownWord } from './subcommand.ts';

/** Every word after `diagbot`, in the order in which help shows them: two lines each. */
const subcommands: Readonly<Record<string, Subcommand>> = {
  run: runCommand,
  program: programCommand,
  explain: explainCommand,
  score: scoreCommand,
};

/** One command line to its exit code. */
export async function dispatch([word, ...args]: readonly string[], terminal: Terminal): Promise<ExitCode> {
  if (word === 'help' || word === '--help' || word === '-h') {
    terminal.print(help());
    return ANSWERED;
  }
  const subcommand = word !== undefined && Object.hasOwn(subcommands, word) ? subcommands[word] : undefined;
  if (subcommand !== undefined) return subcommand.run(args, terminal);
  const names = Object.keys(subcommands);
  terminal.complain(
    `diagbot: ${word === undefined ? 'no subcommand given' : unknownWord(word, names)}; expected one of ${names.join(', ')}`,
  );
  terminal.complain(help().trimEnd());
  return USAGE_MISTAKE;
}

function help(): string {
  const rows = Object.values(subcommands).map(({ usage, does }) => `  diagbot ${usage}\n      ${does}\n`);
  return `Usage:\n${rows.join('')}\nExit codes: 0 for any answer, 2 for a usage mistake, 3 when the host could not be reached.\n`;
}
