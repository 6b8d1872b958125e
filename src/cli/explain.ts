import { randomUUID } from 'node:crypto';
import { explain, isRecognised } from '../app/explain.ts';
import type { DiagnosisId } from '../model/diagnosis.ts';
import { renderText } from '../render/text.ts';
import { readGiven } from './given.ts';
import { ANSWERED, type ExitCode, type Subcommand, type Terminal, USAGE_MISTAKE } from './subcommand.ts';

export const explainCommand: Subcommand = {
  usage: 'explain [--json] FILE… | DIR | -',
  does: 'diagnoses outputs that were saved or pasted; a DIR may say in commands.yml (files: NAME: "COMMAND LINE") what printed them',
  run,
};

const NOTHING_KNOWN =
  'no output of a known command was recognised; give the text that vmstat 1 5, iostat -x 1 5 or ps printed, with its header';

async function run(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const json = args.includes('--json');
  const unknown = args.find((arg) => /^-./.test(arg) && arg !== '--json');
  const names = args.filter((arg) => arg !== '--json');
  if (unknown !== undefined) return mistake(terminal, `unknown option '${unknown}'`);
  if (names.length === 0) return mistake(terminal, 'nothing to read');
  const { complaints, ...given } = await readGiven(names, terminal.stdin, terminal.now());
  for (const line of complaints) terminal.complain(`diagbot: ${line}`);
  if (given.outputs.length === 0) return mistake(terminal, 'none of it could be read');
  if (!given.outputs.some(isRecognised)) terminal.complain(`diagbot: ${NOTHING_KNOWN}`);
  const diagnosis = explain({ ...given, id: randomUUID() as DiagnosisId });
  terminal.print(json ? `${JSON.stringify(diagnosis, null, 2)}\n` : renderText(diagnosis, { color: terminal.color }));
  return ANSWERED;
}

function mistake(terminal: Terminal, found: string): ExitCode {
  terminal.complain(`diagbot explain: ${found}; expected: diagbot ${explainCommand.usage}`);
  return USAGE_MISTAKE;
}
