import { diagnose } from '../diagnose/diagnose.ts';
import type { CauseId } from '../model/cause.ts';
import type { Diagnosis, DiagnosisId } from '../model/diagnosis.ts';
import type { OutputId, RawOutput } from '../model/output.ts';
import type { VolumeLimit } from '../model/target.ts';
import { type ParseProblem, type Parser, sourceOf } from '../parsers/parser.ts';
import { type ParserName, parsers } from '../parsers/registry.ts';
import { assemble } from '../snapshot/assemble.ts';
import { parsersFor } from '../snapshot/choose-parser.ts';
import { maskSecrets } from '../snapshot/mask.ts';
import type { Reader } from './paste.ts';
import { splitPaste } from './split-paste.ts';
import { unwrapped } from './wrapping.ts';

/** One file, or what was pasted: one output where its command line is known, else perhaps several. */
export interface GivenText {
  /** Told in messages, never judged. */
  readonly name: string;
  readonly command?: string;
  readonly text: string;
}

export interface ExplainInput {
  readonly id: DiagnosisId;
  readonly host: string;
  readonly takenAt: Date;
  readonly outputs: readonly RawOutput[];
  readonly volumes?: readonly VolumeLimit[];
  readonly runbooks?: Readonly<Partial<Record<CauseId, string>>>;
}

/** Outputs that somebody else collected, judged by the same rules as a host of ours. */
export function explain({ id, host, takenAt, outputs, volumes = [], runbooks = {} }: ExplainInput): Diagnosis {
  const snapshot = assemble({ host, takenAt, outputs, volumes, pasted: true });
  return diagnose(snapshot, { id, subcommand: 'explain', runbooks });
}

/** Texts as outputs, in their order, secrets masked. The same command line again is a second reading. */
export function outputsOfTexts(texts: readonly GivenText[], takenAt: Date): readonly RawOutput[] {
  const parts = texts.flatMap(({ command, text }) => {
    // Unwrapped first: a colour or a quote mark in the middle would hide a secret.
    const masked = maskSecrets(unwrapped(text));
    return command === undefined ? splitPaste(masked, READER) : [{ command: withoutRemark(command), text: masked }];
  });
  const seen = new Set<string>();
  return parts.map(({ command, text }, at) => {
    const reading = command !== '' && seen.has(command) ? 2 : 1;
    seen.add(command);
    return outputOf(`given-${at + 1}`, command, text, reading, takenAt);
  });
}

/** 'vmstat 1   # first row is the average since boot' -> 'vmstat 1': the remark is a person's, not the host's. */
function withoutRemark(command: string): string {
  const at = command.search(/\s#/);
  return (at < 0 ? command : command.slice(0, at)).trim();
}

/** Does a parser know its command line or its look? */
export function isRecognised({ command, stdout }: RawOutput): boolean {
  return recognise(command, stdout) !== undefined;
}

const READER: Reader = {
  recognise,
  unread,
  reads: (format, text) => isParserName(format) && problemsOf(format, '', text).length === 0,
};

function recognise(command: string, text: string): ParserName | undefined {
  const output = outputOf('', command, text, 1, new Date(0));
  return parsersFor(output, sourceOf(output.id, command, text))[0];
}

function unread(command: string, text: string): readonly number[] {
  const name = recognise(command, text);
  return name === undefined ? [] : problemsOf(name, command, text).map(({ cite }) => cite.line - 1);
}

function problemsOf(name: ParserName, command: string, text: string): readonly ParseProblem[] {
  const parser: Parser<unknown> = parsers[name];
  return parser.parse(sourceOf('' as OutputId, command, text)).problems;
}

function isParserName(name: string): name is ParserName {
  return Object.hasOwn(parsers, name);
}

function outputOf(id: string, command: string, stdout: string, reading: 1 | 2, startedAt: Date): RawOutput {
  return {
    id: id as OutputId,
    commandId: id,
    reading,
    command,
    pathPrefixed: false,
    outcome: 'ok',
    exitCode: undefined,
    stdout,
    stderr: '',
    startedAt,
    durationMs: 0,
  };
}
