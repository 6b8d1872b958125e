import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Document, isNode, LineCounter, parseDocument } from 'yaml';
import type { CatalogueCommand, CatalogueEntry, CommandAction } from '../model/command.ts';
import { parsers } from '../parsers/registry.ts';
import { type Proof, readOnlyArgv, readOnlyFiles, readOnlyLinks } from './read-only.ts';
import { type CommandLine, catalogueFile } from './schema.ts';

/** Loads every *.yml of a folder. Throws one line with file, line and what was expected: nothing starts half-sound. */
export function loadCatalogue(dir: string): readonly CatalogueEntry[] {
  const files = readdirSync(dir)
    .filter((name) => name.endsWith('.yml'))
    .sort();
  if (files.length === 0) throw new Error(`${dir}: no *.yml file found; each /diag subcommand is one, such as io.yml`);
  return files.map((name) => parseEntry(join(dir, name), readFileSync(join(dir, name), 'utf8')));
}

/** One file's text to its entry; `file` is named in errors. */
export function parseEntry(file: string, text: string): CatalogueEntry {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const fail = (path: readonly PropertyKey[], why: string): never => {
    throw new Error(`${file}:${lineOf(document, lines, path)}: ${why}`);
  };
  const [broken] = document.errors;
  if (broken) throw new Error(`${file}:${lines.linePos(broken.pos[0]).line}: not YAML: ${broken.message}`);
  const read = catalogueFile.safeParse(document.toJS());
  if (!read.success) {
    const [issue] = read.error.issues;
    return fail(issue?.path ?? [], `${issue?.path.join('.') || 'the file'}: expected ${issue?.message ?? 'another shape'}`);
  }
  const { name, title, wallSeconds, commands } = read.data;
  if (name !== basename(file, '.yml')) fail(['name'], `name: expected '${basename(file, '.yml')}', the file's stem, found '${name}'`);
  const seen = new Set<string>();
  const built = commands.map((command, index) => {
    const at = (key: string, why: string): never => fail(['commands', index, key], `commands.${index}.${key}: ${why}`);
    if (seen.has(command.id)) at('id', `expected an id used once, found '${command.id}' again`);
    seen.add(command.id);
    return commandOf(command, at);
  });
  return { name, title, wallSeconds, commands: built };
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
    ...(line.lastLines === undefined ? {} : { lastLines: line.lastLines }),
    ...(line.debianPackage === undefined ? {} : { debianPackage: line.debianPackage }),
    ...(line.lost === undefined ? {} : { lost: line.lost }),
  };
}

function actionOf(line: CommandLine, fail: (key: string, why: string) => never): CommandAction {
  const proved = <T>(key: string, proof: Proof<T>): T => (proof.ok ? proof.value : fail(key, proof.why));
  if (line.files) return { kind: 'files', globs: proved('files', readOnlyFiles(line.files)) };
  if (line.links) return { kind: 'links', globs: proved('links', readOnlyLinks(line.links)) };
  if (line.mounts) return { kind: 'mounts', argv: proved('mounts', readOnlyArgv(line.mounts)) };
  const argv = proved('run', readOnlyArgv(line.run ?? ''));
  if (line.instead === undefined) return { kind: 'run', argv };
  return { kind: 'run', argv, instead: proved('instead', readOnlyArgv(line.instead)) };
}

/** The line of the deepest node on the way to `path` that exists. */
function lineOf(document: Document, lines: LineCounter, path: readonly PropertyKey[]): number {
  for (let length = path.length; length > 0; length--) {
    const node = document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
  }
  return 1;
}
