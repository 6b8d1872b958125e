import { isAbsolute, normalize } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';

/** Names under which a folder may say which command line printed which of its files. */
export const MAP_NAMES = ['commands.yml', 'case.yml'] as const;

const shape = z.object({ files: z.record(z.string(), z.string()) });

/** One file of a folder and the command line that printed it. */
export interface MappedFile {
  readonly name: string;
  readonly command: string;
}

/**
 * The `files` of such a file, in their order, and nothing else of it: a case's expectations stand beside them.
 * Throws one line that names the file and what was expected.
 */
export function readFileMap(file: string, text: string): readonly MappedFile[] {
  const read = shape.safeParse(parsed(file, text));
  if (!read.success) {
    throw new Error(
      `${file}: expected 'files:' with a line 'NAME: "COMMAND LINE"' for each file, found ${read.error.issues[0]?.message ?? 'none'}`,
    );
  }
  const files = Object.entries(read.data.files).map(([name, command]) => ({ name, command }));
  const outside = files.find(({ name }) => isAbsolute(name) || normalize(name).startsWith('..'));
  if (outside !== undefined) throw new Error(`${file}: files: '${outside.name}' lies outside the folder; expected names within it`);
  return files;
}

function parsed(file: string, text: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    throw new Error(`${file}: not YAML: ${error instanceof Error ? error.message.split('\n', 1)[0] : error}`);
  }
}
