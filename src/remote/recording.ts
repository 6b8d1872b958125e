import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { z } from 'zod';
import type { OutputId, RawOutput } from '../model/output.ts';

/** One host at one moment, as a folder: recording.yml and, for each output, ID.out and ID.err. */
export interface Recording {
  readonly host: string;
  /** The /diag subcommand that it answers. */
  readonly subcommand: string;
  readonly takenAt: Date;
  readonly windowSeconds: number;
  /** Which machine, kernel and tools, how the load was made, what was redacted. */
  readonly about: string;
  readonly outputs: readonly RawOutput[];
}

const outcomes = ['ok', 'exit-nonzero', 'not-installed', 'denied', 'timeout', 'too-large', 'cut', 'not-run', 'unreachable'] as const;

const shape = z.object({
  host: z.string(),
  subcommand: z.string(),
  takenAt: z.coerce.date(),
  windowSeconds: z.number(),
  about: z.string(),
  outputs: z.array(
    z.strictObject({
      // Part of a file's name, so nothing that leaves the folder.
      id: z.string().regex(/^[a-z0-9][a-z0-9.-]*$/),
      commandId: z.string(),
      command: z.string(),
      reading: z.union([z.literal(1), z.literal(2)]),
      parser: z.string().optional(),
      pathPrefixed: z.boolean(),
      outcome: z.enum(outcomes),
      exitCode: z.number().optional(),
      durationMs: z.number(),
    }),
  ),
});

/** Throws one line that names the file and what was expected. */
export function readRecording(folder: string): Recording {
  const file = join(folder, 'recording.yml');
  const read = shape.safeParse(parse(readFileSync(file, 'utf8')));
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new Error(`${file}: ${issue?.path.join('.')}: expected ${issue?.message}`);
  }
  const { outputs, ...rest } = read.data;
  return {
    ...rest,
    outputs: outputs.map(({ id, parser, exitCode, ...output }) => ({
      ...output,
      id: id as OutputId,
      ...(parser === undefined ? {} : { parser }),
      exitCode,
      stdout: readFileSync(join(folder, `${id}.out`), 'utf8'),
      stderr: textOrNothing(join(folder, `${id}.err`)),
      startedAt: rest.takenAt,
    })),
  };
}

/** Writes a recording; a file for standard error only where there was some. */
export function writeRecording(folder: string, recording: Recording): void {
  mkdirSync(folder, { recursive: true });
  const outputs = recording.outputs.map(({ stdout, stderr, startedAt: _startedAt, ...output }) => {
    writeFileSync(join(folder, `${output.id}.out`), stdout);
    if (stderr !== '') writeFileSync(join(folder, `${output.id}.err`), stderr);
    return output;
  });
  writeFileSync(join(folder, 'recording.yml'), stringify({ ...recording, outputs }, { lineWidth: 0 }));
}

function textOrNothing(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
