import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadCatalogue } from '../src/catalogue/load.ts';
import { areas, type CauseId, causeIds } from '../src/model/cause.ts';
import { parsers } from '../src/parsers/registry.ts';
import { rules } from '../src/rules/registry.ts';

const root = join(import.meta.dirname, '..');
const parserParts = ['Reads', 'Columns', 'Not', 'Caution', 'Source'];
const ruleParts = ['Found', 'Ruled out', 'Why', 'Certain', 'Misses', 'Reference'];

/** Looked up, never read through: one type after another, and a rule's author wants them on one page. */
const mayBeLong = ['src/snapshot/views.ts'];

/** Causes that no rule answers yet, and since when; a rule that arrives is taken off the list. */
const withoutRule: readonly { readonly since: string; readonly causes: readonly CauseId[] }[] = [];

function foldersOf(path: string): readonly string[] {
  return readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
}
function textOf(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}
function camelCase(name: string): string {
  return name.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
/** The parts that no docstring of the file leads a line with, in one line. */
function missingParts(path: string, parts: readonly string[]): readonly string[] {
  const docstrings = existsSync(join(root, path)) ? (textOf(path).match(/\/\*\*[\s\S]*?\*\//g) ?? []).join('\n') : '';
  const missing = parts.filter((part) => !new RegExp(`^ \\* ${part}(?: |$)`, 'm').test(docstrings));
  return missing.length > 0 ? [`${path}: its docstring lacks the part ${missing.join(', ')}`] : [];
}

describe('parsers', () => {
  const folders = foldersOf('src/parsers').filter((name) => name !== 'text');

  test('every folder is registered, and every name has its folder', () => {
    const unregistered = folders
      .filter((name) => !Object.hasOwn(parsers, name))
      .map((name) => `src/parsers/registry.ts lacks: import { ${camelCase(name)} } from './${name}/${name}.ts'; and in parsers: ${name}`);
    const homeless = Object.keys(parsers)
      .filter((name) => !existsSync(join(root, 'src/parsers', name, `${name}.ts`)))
      .map((name) => `src/parsers/${name}/${name}.ts is not there, but registry.ts names it`);
    expect([...unregistered, ...homeless]).toEqual([]);
  });
  test('every docstring has its parts', () => {
    expect(folders.flatMap((name) => missingParts(`src/parsers/${name}/${name}.ts`, parserParts))).toEqual([]);
  });
});

describe('rules', () => {
  const fileOf = (cause: CauseId): string => `src/rules/${cause.replace('.', '/')}.ts`;
  const answered = new Set(rules.map(({ cause }) => cause));

  test('every rule lies where its cause says, with its test beside it', () => {
    const missing = [...answered]
      .flatMap((cause) => [fileOf(cause), fileOf(cause).replace(/\.ts$/, '.test.ts')])
      .filter((path) => !existsSync(join(root, path)));
    expect(missing.map((path) => `${path} is not there, but src/rules/registry.ts has its rule`)).toEqual([]);
  });
  test('every file named like a cause is registered', () => {
    const unregistered = causeIds.filter((cause) => existsSync(join(root, fileOf(cause))) && !answered.has(cause));
    expect(unregistered.map((cause) => `src/rules/registry.ts lacks the rule of ${fileOf(cause)}`)).toEqual([]);
  });
  test('a file of an area that defines a rule is named like a cause', () => {
    const files = areas.flatMap((area) => globSync(`src/rules/${area}/*.ts`, { cwd: root }).map((path) => ({ area, path })));
    const strays = files
      .filter(({ path }) => !path.endsWith('.test.ts') && textOf(path).includes('defineRule('))
      .filter(({ area, path }) => !(causeIds as readonly string[]).includes(`${area}.${basename(path, '.ts')}`));
    expect(strays.map(({ path }) => `${path} defines a rule, but no cause of src/model/cause.ts has its name`)).toEqual([]);
  });
  test('no cause is answered twice', () => {
    expect(rules.map(({ cause }) => cause).filter((cause, index, all) => all.indexOf(cause) !== index)).toEqual([]);
  });
  test('every cause has a rule or stands on the dated list, never both', () => {
    const listed = new Set(withoutRule.flatMap(({ causes }) => causes));
    const silent = causeIds.filter((cause) => !answered.has(cause) && !listed.has(cause));
    const both = causeIds.filter((cause) => answered.has(cause) && listed.has(cause));
    expect([
      ...silent.map((cause) => `${cause} has no rule: write ${fileOf(cause)}, or list it in test/architecture.test.ts with a date`),
      ...both.map((cause) => `${cause} has a rule now: take it off the list in test/architecture.test.ts`),
    ]).toEqual([]);
  });
  test('every docstring opens with its cause and has its parts', () => {
    const files = [...answered].map((cause) => ({ cause, path: fileOf(cause) })).filter(({ path }) => existsSync(join(root, path)));
    const unnamed = files
      .filter(({ cause, path }) => !textOf(path).includes(` * ${cause}: `))
      .map(({ cause, path }) => `${path}: its docstring lacks ' * ${cause}: …'`);
    expect([...unnamed, ...files.flatMap(({ path }) => missingParts(path, ruleParts))]).toEqual([]);
  });
});

describe('commands', () => {
  // Loading proves each line read-only, or throws with file and line.
  const commands = loadCatalogue(join(root, 'commands')).flatMap((entry) =>
    entry.commands.map((command) => ({ entry: entry.name, ...command })),
  );

  test('every program names its parser', () => {
    const nameless = commands.filter(({ action, parser }) => action.kind !== 'files' && parser === undefined);
    expect(nameless.map(({ entry, id }) => `commands/${entry}.yml: ${id} lacks 'parser:'; registry.ts has the names`)).toEqual([]);
  });
  test('every file read is known to a parser by its path', () => {
    const paths = Object.values(parsers).flatMap(({ recognise }) => recognise.path ?? []);
    const unread = commands
      .flatMap(({ entry, id, action, parser }) =>
        action.kind === 'files' && parser === undefined ? action.globs.map((glob) => ({ entry, id, glob })) : [],
      )
      .filter(({ glob }) => !paths.some((path) => path.test(samplePath(glob))));
    expect(
      unread.map(({ entry, id, glob }) => `commands/${entry}.yml: ${id} reads ${glob}, which no parser's recognise.path matches`),
    ).toEqual([]);
  });
  test('every line says why', () => {
    expect(
      commands.filter(({ why }) => why.length < 10).map(({ entry, id }) => `commands/${entry}.yml: ${id} lacks a 'why:' worth reading`),
    ).toEqual([]);
  });
});

/** A path that the glob may stand for; /proc/pressure/* is io there, a process is 1, a device sda. */
function samplePath(glob: string): string {
  return glob.replace('/pressure/*', '/pressure/io').replace('/block/*', '/block/sda').replace('[0-9]*', '1').replaceAll('*', 'x');
}

test('migrations are numbered without a gap', () => {
  const names = readdirSync(join(root, 'src/store/migrations')).sort();
  const misnumbered = names.filter(
    (name, index) => !new RegExp(`^${String(index + 1).padStart(4, '0')}-[a-z][a-z0-9-]*\\.sql$`).test(name),
  );
  expect(
    misnumbered.map((name) => `src/store/migrations/${name}: expected the next number of four digits, a hyphen and what it does`),
  ).toEqual([]);
});

describe('the whole', () => {
  test('import rules hold, and were checked over all modules', () => {
    const words = ['--config', '.dependency-cruiser.mjs', '--output-type', 'json', 'src'];
    const report = execFileSync(join(root, 'node_modules/.bin/depcruise'), words, { cwd: root, encoding: 'utf8', maxBuffer: 100_000_000 });
    const { summary } = JSON.parse(report) as {
      summary: { totalCruised: number; violations: { rule: { name: string }; from: string; to: string }[] };
    };
    // dependency-cruiser has reported success over no module at all when it did not know the TypeScript it was given.
    expect(summary.totalCruised).toBeGreaterThanOrEqual(100);
    expect(summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`)).toEqual([]);
  }, 120_000);

  const sources = globSync(['src/**/*.{ts,mjs,sql,md}', 'test/**/*.{ts,md}', 'commands/**/*.{yml,md}', '*.md', '*.yml'], {
    cwd: root,
  }).filter((path) => !path.includes('/fixtures/'));

  test('no file is named for nothing in particular', () => {
    const vague = /^(utils?|helpers?|common|types|misc|shared|manager|service|index)\.ts$/;
    expect(sources.filter((path) => vague.test(basename(path))).map((path) => `${path}: name it for the thing it holds`)).toEqual([]);
  });
  test('nothing is left to do in comments', () => {
    const leftover = new RegExp(`\\b(${['TO' + 'DO', 'FIX' + 'ME', 'X'.repeat(3), 'HA' + 'CK'].join('|')})\\b`);
    const found = sources.flatMap((path) =>
      textOf(path)
        .split('\n')
        .flatMap((line, index) => (leftover.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [])),
    );
    expect(found).toEqual([]);
  });
  test('no file of the product is longer than a reader bears', () => {
    const long = sources
      .filter((path) => /^src\/.*(?<!\.test)\.ts$/.test(path) && !mayBeLong.includes(path))
      .map((path) => ({ path, lines: textOf(path).split('\n').length }));
    expect(
      long
        .filter(({ lines }) => lines > 300)
        .map(({ path, lines }) => `${path} has ${lines} lines, 300 is the limit: divide it by concern`),
    ).toEqual([]);
  });
});

test('the README shows the answer that the recorded incident has, and all of its first part', () => {
  const sample = /<!-- sample: (\S+) -->\n```text\n([\s\S]*?)```\n<!-- \/sample -->/.exec(textOf('README.md'));
  const [, path = '', shown = ''] = sample ?? [];
  expect(path, 'README.md lost its sample').not.toBe('');
  const [firstPart] = textOf(path).split('\nRULED OUT\n');
  expect(shown, `README.md: copy the beginning of ${path} between the marks`).toBe(firstPart);
});
