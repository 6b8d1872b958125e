import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { explain, outputsOfTexts } from '../../src/app/explain.ts';
import { readGiven } from '../../src/cli/given.ts';
import type { DiagnosisId } from '../../src/model/diagnosis.ts';
import type { OutputId, RawOutput } from '../../src/model/output.ts';
import type { DiagRequest, RequestId } from '../../src/model/request.ts';
import { type Parser, sourceOf } from '../../src/parsers/parser.ts';
import { parsers } from '../../src/parsers/registry.ts';
import { messageProblems } from '../../src/render/limits.ts';
import { answerMessage, threadMessages } from '../../src/render/message.ts';
import { renderText } from '../../src/render/text.ts';

/** One real text, and what must hold for whatever becomes of it: `broken` says what does not, and throws where something throws. */
export interface Subject {
  readonly name: string;
  readonly text: string;
  readonly broken: (mutated: string) => readonly string[];
}

const root = join(import.meta.dirname, '../..');
const takenAt = new Date('2026-01-20T00:10:00Z');
const byName: Readonly<Record<string, Parser<unknown>>> = parsers;

/** Every fixture of the parsers, every file of the cases and every output of the recorded hosts whose name has `only` in it, always in the same order. */
export async function readSubjects(only = ''): Promise<readonly Subject[]> {
  const cases = foldersIn('test/cases').map((name) => `test/cases/${name}`);
  const hosts = foldersIn('test/hosts').map((name) => `test/hosts/${name}`);
  const fixtures = globSync('src/parsers/*/fixtures/*.out', { cwd: root }).sort();
  const subjects = [...fixtures.map(ofFixture), ...(await Promise.all([...cases, ...hosts].map(ofFolder))).flat()];
  return subjects.filter(({ name }) => name.includes(only));
}

function foldersIn(path: string): readonly string[] {
  return readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

/** Through its own parser, then through the chain, with the command that printed it and as a paste that says nothing of itself. */
function ofFixture(path: string): Subject {
  const parser = byName[dirname(dirname(path)).split('/').at(-1) ?? ''];
  const commandFile = join(root, path.replace(/\.out$/, '.command'));
  const command = existsSync(commandFile) ? readFileSync(commandFile, 'utf8').trim() : '';
  return {
    name: path,
    text: readFileSync(join(root, path), 'utf8'),
    broken: (text) => {
      parser?.parse(sourceOf('fuzz' as OutputId, command, text));
      parser?.recognise.looksLike(text.split('\n'));
      const named = command === '' ? [] : problemsOf(outputsOfTexts([{ name: 'file', command, text }], takenAt));
      return [...named, ...problemsOf(outputsOfTexts([{ name: 'paste', text }], takenAt))];
    },
  };
}

/** One output among the others of its moment. */
async function ofFolder(folder: string): Promise<readonly Subject[]> {
  const { outputs } = await readGiven([join(root, folder)], nothing(), takenAt);
  return outputs.map((output, index) => ({
    name: `${folder}, ${output.command}`,
    text: output.stdout,
    broken: (stdout) => problemsOf(outputs.with(index, { ...output, stdout })),
  }));
}
async function* nothing(): AsyncGenerator<Uint8Array> {}

/** What Slack would refuse of the answer and its thread. */
function problemsOf(outputs: readonly RawOutput[]): readonly string[] {
  const diagnosis = explain({ id: 'fuzz' as DiagnosisId, host: 'host', takenAt, outputs });
  renderText(diagnosis);
  return [answerMessage(REQUEST, diagnosis, 'complete'), ...threadMessages(diagnosis)].flatMap(messageProblems);
}

const REQUEST: DiagRequest = {
  id: 'fuzz' as RequestId,
  subcommand: 'io',
  host: 'host',
  windowSeconds: 5,
  origin: { kind: 'slack', team: 'T1', channel: 'C1', user: 'U1' },
  requestedAt: takenAt,
};
