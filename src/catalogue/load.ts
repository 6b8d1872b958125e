import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { z } from 'zod';
import type { CatalogueCommand, CatalogueEntry, CommandAction } from '../model/command.ts';
import { parsers } from '../parsers/registry.ts';
import { readYaml } from '../yaml-file/read-yaml.ts';
import { type Proof, readOnlyArgv, readOnlyFiles, readOnlyLinks } from './read-only.ts';
import { type CommandLine, catalogueFile, partFile } from './schema.ts';

/** One file as it stands: `parts` are not resolved yet. */
export interface CatalogueFile extends CatalogueEntry {
  readonly file: string;
  readonly parts: readonly string[];
}

/**
 * Loads every *.yml of a folder as a subcommand, with what it takes over from `parts/` and from its fellows.
 * Throws a line for each mistake of a file, with line and what was expected: nothing starts half-sound.
 */
export function loadCatalogue(dir: string): readonly CatalogueEntry[] {
  const entries = filesIn(dir).map((file) => parseEntry(file, readFileSync(file, 'utf8')));
  if (entries.length === 0) throw new Error(`${dir}: no *.yml file found; each /diag subcommand is one, such as io.yml`);
  const shared = filesIn(join(dir, 'parts')).map((file) => parsePart(file, readFileSync(file, 'utf8')));
  const double = shared.find(({ name }) => entries.some((entry) => entry.name === name));
  if (double) throw new Error(`${double.file}: '${double.name}' is the name of a subcommand too: rename the part`);
  const byName = new Map([...entries, ...shared].map((each) => [each.name, each]));
  return entries.map(({ name, title, wallSeconds, file }) => ({ name, title, wallSeconds, commands: allOf(name, byName, file) }));
}

function filesIn(dir: string): readonly string[] {
  if (!existsSync(dir)) return [];
  const names = readdirSync(dir).filter((name) => name.endsWith('.yml'));
  return names.sort().map((name) => join(dir, name));
}

/** What its parts run, then what it runs itself, each once. `from` is the file that asks for it. */
function allOf(name: string, byName: ReadonlyMap<string, CatalogueFile>, from: string, above: readonly string[] = []): CatalogueCommand[] {
  const one = byName.get(name);
  if (one === undefined) throw new Error(`${from}: parts: expected one of ${[...byName.keys()].join(', ')}, found '${name}'`);
  if (above.includes(name)) throw new Error(`${from}: parts: '${name}' takes itself over by way of ${above.join(', ')}`);
  const commands = new Map<string, CatalogueCommand>();
  const all = [...one.parts.flatMap((part) => allOf(part, byName, one.file, [...above, name])), ...one.commands];
  for (const command of all) {
    const before = commands.get(command.id);
    if (before !== undefined && before !== command) throw new Error(`${one.file}: two commands have the id '${command.id}': rename one`);
    commands.set(command.id, command);
  }
  return [...commands.values()];
}

/** One subcommand's file; `file` is named in errors. */
export function parseEntry(file: string, text: string): CatalogueFile {
  const { data, fail } = readFile(file, text, catalogueFile);
  if (data.parts.length + data.commands.length === 0) fail([], 'expected parts or commands, found neither');
  return { file, ...data, commands: commandsOf(file, data, fail) };
}

function parsePart(file: string, text: string): CatalogueFile {
  const { data, fail } = readFile(file, text, partFile);
  return { file, wallSeconds: 0, parts: [], ...data, commands: commandsOf(file, data, fail) };
}

type Fail = (path: readonly PropertyKey[], why: string) => never;

function readFile<T>(file: string, text: string, schema: z.ZodType<T>): { readonly data: T; readonly fail: Fail } {
  const { data, mistakes, mistakeAt } = readYaml(file, text, schema);
  if (data === undefined) throw new Error(mistakes.join('\n'));
  const fail: Fail = (path, why) => {
    throw new Error(mistakeAt(path, why));
  };
  return { data, fail };
}

function commandsOf(
  file: string,
  { name, commands }: { readonly name: string; readonly commands: readonly CommandLine[] },
  fail: Fail,
): CatalogueCommand[] {
  if (name !== basename(file, '.yml')) fail(['name'], `expected '${basename(file, '.yml')}', the file's stem, found '${name}'`);
  const seen = new Set<string>();
  return commands.map((command, index) => {
    const at = (key: string, why: string): never => fail(['commands', index, key], why);
    if (seen.has(command.id)) at('id', `expected an id used once, found '${command.id}' again`);
    seen.add(command.id);
    return commandOf(command, at);
  });
}

function commandOf(line: CommandLine, fail: (key: string, why: string) => never): CatalogueCommand {
  if (line.parser !== undefined && !Object.hasOwn(parsers, line.parser)) {
    fail('parser', `expected one of ${Object.keys(parsers).join(', ')}, found '${line.parser}'`);
  }
  const { id, why, readings, root, timeoutSeconds, maxBytes } = line;
  return {
    id,
    action: actionOf(line, fail),
    why,
    readings,
    root,
    timeoutSeconds,
    maxBytes,
    ...(line.parser === undefined ? {} : { parser: line.parser }),
    ...(line.quiet === undefined ? {} : { quiet: line.quiet }),
    ...(line.lastLines === undefined ? {} : { lastLines: line.lastLines }),
    ...(line.debianPackage === undefined ? {} : { debianPackage: line.debianPackage }),
    ...(line.lost === undefined ? {} : { lost: line.lost }),
  };
}

function actionOf(line: CommandLine, fail: (key: string, why: string) => never): CommandAction {
  const proved = <T>(key: string, proof: Proof<T>): T => (proof.ok ? proof.value : fail(key, proof.why));
  if (line.files) {
    const globs = proved('files', readOnlyFiles(line.files));
    return { kind: 'files', globs, ...(line.matching === undefined ? {} : { matching: line.matching }) };
  }
  if (line.links) return { kind: 'links', globs: proved('links', readOnlyLinks(line.links)) };
  if (line.mounts) return { kind: 'mounts', argv: proved('mounts', readOnlyArgv(line.mounts)) };
  const argv = proved('run', readOnlyArgv(line.run ?? ''));
  if (line.instead === undefined) return { kind: 'run', argv };
  return { kind: 'run', argv, instead: proved('instead', readOnlyArgv(line.instead)) };
}
