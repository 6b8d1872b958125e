import type { OutputId, RawOutput } from '../src/model/output.ts';

/** An output as a command that went well gives it; a test says only what is special about its own. */
export function rawOutput(id: string, stdout: string, special: Partial<Omit<RawOutput, 'id' | 'stdout'>> = {}): RawOutput {
  return {
    id: id as OutputId,
    commandId: id.replace(/\.\d+$/, ''),
    reading: 1,
    command: '',
    pathPrefixed: false,
    outcome: 'ok',
    exitCode: 0,
    stdout,
    stderr: '',
    startedAt: new Date('2026-01-20T00:10:00Z'),
    durationMs: 5_000,
    ...special,
  };
}

/** Files as the program reads them: every line led by its file's path. */
export function filesOutput(
  id: string,
  files: Readonly<Record<string, string>>,
  special: Partial<Omit<RawOutput, 'id' | 'stdout'>> = {},
): RawOutput {
  const lines = Object.entries(files).flatMap(([path, text]) => text.split('\n').map((line) => `${path}:${line}`));
  return rawOutput(id, `${lines.join('\n')}\n`, { pathPrefixed: true, ...special });
}

/** The two readings of one command, at the two ends of the window. */
export function bothReadings(
  id: string,
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): readonly [RawOutput, RawOutput] {
  return [filesOutput(`${id}.1`, before), filesOutput(`${id}.2`, after, { reading: 2 })];
}
