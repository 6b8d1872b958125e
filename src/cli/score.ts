import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { explain } from '../app/explain.ts';
import type { Diagnosis, DiagnosisId } from '../model/diagnosis.ts';
import { type Expectation, type Mark, markOf, readExpectation } from './expectation.ts';
import { readGiven } from './given.ts';
import { ANSWERED, type ExitCode, type Subcommand, type Terminal, USAGE_MISTAKE } from './subcommand.ts';

export const scoreCommand: Subcommand = {
  usage: 'score DIR',
  does: 'diagnoses every case of a folder of cases (a folder each, with case.yml) and compares with what is expected',
  run,
};

const CASE = 'case.yml';

async function run([dir, ...rest]: readonly string[], terminal: Terminal): Promise<ExitCode> {
  if (dir === undefined || rest.length > 0)
    return mistake(terminal, dir === undefined ? 'no folder given' : `'${rest[0]}' is one too many`);
  const cases = await casesOf(dir);
  if (cases.length === 0) return mistake(terminal, `${dir}: no folder with a ${CASE} in it`);
  const marks: Mark[] = [];
  for (const name of cases) {
    const diagnosis = await diagnosisOf(join(dir, name), terminal);
    // The expectation is read only now: nothing of it can have reached the diagnosis.
    const expectation = readExpectation(join(dir, name, CASE), await readFile(join(dir, name, CASE), 'utf8'));
    const mark = markOf(diagnosis, expectation);
    marks.push(mark);
    terminal.print(`${lineOf(name, diagnosis, expectation, mark)}\n`);
  }
  const right = marks.filter((mark) => mark.right).length;
  const violated = marks.filter((mark) => mark.violated.length > 0).length;
  terminal.print(`top-1 ${right}/${marks.length}, must_not violated ${violated}\n`);
  return ANSWERED;
}

async function diagnosisOf(folder: string, terminal: Terminal): Promise<Diagnosis> {
  const { complaints, ...given } = await readGiven([folder], terminal.stdin, terminal.now());
  for (const line of complaints) terminal.complain(`diagbot: ${line}`);
  return explain({ ...given, id: 'score' as DiagnosisId });
}

function lineOf(name: string, { cause }: Diagnosis, { top, also }: Expectation, { right, violated }: Mark): string {
  const expected = also.length > 0 ? `${top} (or ${also.join(', ')})` : top;
  const not = violated.length > 0 ? `, must not: ${violated.join(', ')}` : '';
  return `${right ? 'right' : 'WRONG'}  ${name}: expected ${expected}, given ${cause}${not}`;
}

async function casesOf(dir: string): Promise<readonly string[]> {
  try {
    const folders = (await readdir(dir, { withFileTypes: true })).filter((entry) => entry.isDirectory());
    const names = await Promise.all(folders.map(async ({ name }) => ((await readdir(join(dir, name))).includes(CASE) ? [name] : [])));
    return names.flat().toSorted();
  } catch {
    return [];
  }
}

function mistake(terminal: Terminal, found: string): ExitCode {
  terminal.complain(`diagbot score: ${found}; expected: diagbot ${scoreCommand.usage}`);
  return USAGE_MISTAKE;
}
