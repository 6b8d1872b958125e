import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type GivenText, outputsOfTexts } from '../app/explain.ts';
import type { RawOutput } from '../model/output.ts';
import { readRecording } from '../remote/recording.ts';
import { type BoundedText, readStream, readTextFile } from './bounded-text.ts';
import { MAP_NAMES, type MappedFile, readFileMap } from './file-map.ts';

/** What the arguments of a command line hold: outputs to judge, and a line for each thing that could not be read. */
export interface Given {
  readonly host: string;
  readonly takenAt: Date;
  readonly outputs: readonly RawOutput[];
  readonly complaints: readonly string[];
}
const NO_HOST = 'pasted output';
const RECORDING = 'recording.yml';

/** Files in the order given, one folder, or '-' for standard input. */
export async function readGiven(args: readonly string[], stdin: AsyncIterable<Uint8Array>, now: Date): Promise<Given> {
  const [only] = args;
  const complaints: string[] = [];
  const names = only !== undefined && args.length === 1 && (await isFolder(only)) ? await filesIn(only, complaints) : undefined;
  if (only !== undefined && names?.includes(RECORDING)) return recordingOf(only, now);
  const texts: GivenText[] = [];
  const take = ({ name, command }: Partial<MappedFile> & { readonly name: string }, read: BoundedText): void => {
    if (read.kind === 'unreadable') complaints.push(`${name}: ${read.why}`);
    else if (read.text.trim() === '') complaints.push(`${name}: is empty`);
    else texts.push({ name, text: read.text, ...(command === undefined ? {} : { command }) });
    if (read.kind === 'text' && read.remark !== undefined) complaints.push(`${name}: ${read.remark}`);
  };
  if (only !== undefined && names !== undefined) {
    if (names.length === 0 && complaints.length === 0)
      complaints.push(`${only}: holds no file; give one that holds outputs, or the outputs themselves`);
    for (const file of await filesOf(only, names, complaints)) take(file, await readTextFile(join(only, file.name)));
  } else {
    for (const name of args)
      take({ name: name === '-' ? 'standard input' : name }, name === '-' ? await readStream(stdin) : await readTextFile(name));
  }
  return { host: NO_HOST, takenAt: now, outputs: outputsOfTexts(texts, now), complaints };
}

/** Regular files, and links to such, by name: to open a pipe that nobody writes to would wait for ever. */
async function filesIn(folder: string, complaints: string[]): Promise<readonly string[]> {
  const names: string[] = [];
  for (const name of (await readdir(folder)).filter((each) => !each.startsWith('.')).toSorted()) {
    const kind = await stat(join(folder, name)).catch(() => undefined);
    if (kind?.isFile()) names.push(name);
    else complaints.push(`${name}: left out, it is ${kind?.isDirectory() ? 'a folder' : 'no regular file'}`);
  }
  return names;
}

/** The files that a folder's map names, or all of them by name where it has none. */
async function filesOf(
  folder: string,
  names: readonly string[],
  complaints: string[],
): Promise<readonly (Partial<MappedFile> & { readonly name: string })[]> {
  const map = MAP_NAMES.find((name) => names.includes(name));
  if (map === undefined) return names.map((name) => ({ name }));
  const read = await readTextFile(join(folder, map));
  if (read.kind === 'unreadable') {
    complaints.push(`${join(folder, map)}: ${read.why}`);
    return [];
  }
  try {
    return readFileMap(join(folder, map), read.text);
  } catch (error) {
    complaints.push(error instanceof Error ? error.message : String(error));
    return [];
  }
}

/** A recording knows its host, its time and each output's command line. */
function recordingOf(folder: string, now: Date): Given {
  try {
    return { ...readRecording(folder), complaints: [] };
  } catch (error) {
    return { host: NO_HOST, takenAt: now, outputs: [], complaints: [error instanceof Error ? error.message : String(error)] };
  }
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
}
