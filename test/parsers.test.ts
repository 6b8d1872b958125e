import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cite } from '../src/model/evidence.ts';
import type { OutputId } from '../src/model/output.ts';
import { type Parsed, type Source, sourceOf } from '../src/parsers/parser.ts';
import { type ParserName, parsers } from '../src/parsers/registry.ts';

/**
 * Every parser over every text in its fixtures folder. Beside <stem>.out may lie <stem>.command, the line that printed it;
 * <stem>.json is what the parser must make of it, written by `GOLDEN=write npx vitest run test/parsers.test.ts` and read by a person.
 */
interface Fixture {
  readonly parser: ParserName;
  readonly path: string;
  readonly command: string;
  readonly text: string;
}
const root = new URL('../src/parsers/', import.meta.url).pathname;
const names = Object.keys(parsers) as ParserName[];
const fixtures: readonly Fixture[] = globSync('*/fixtures/*.out', { cwd: root })
  .sort()
  .map((path) => ({
    parser: dirname(dirname(path)) as ParserName,
    path: `${root}${path}`,
    command: beside(`${root}${path}`, '.command').trim(),
    text: readFileSync(`${root}${path}`, 'utf8'),
  }));

function beside(path: string, ending: string): string {
  const other = path.replace(/\.out$/, ending);
  return existsSync(other) ? readFileSync(other, 'utf8') : '';
}

/** `cat PATH` is how a person shows a file: then the parser is told the path, as when the bot read it. */
function sourceFor(fixture: Fixture, text = fixture.text): Source {
  const path = /^cat (\/\S+)$/.exec(fixture.command)?.[1];
  const source = sourceOf('pasted' as OutputId, fixture.command, text);
  return path?.includes('*') === false ? { ...source, path } : source;
}

function parse(fixture: Fixture, text = fixture.text): Parsed<unknown> {
  return parsers[fixture.parser].parse(sourceFor(fixture, text));
}

/** Cites as line numbers and maps as objects: a golden file is for a person's eyes. */
function readable(key: string, value: unknown): unknown {
  if (key === 'cites' && Array.isArray(value)) return value.map((cite) => cite.line).join(' ');
  if (key === 'cite' && value !== null && typeof value === 'object' && 'line' in value) return value.line;
  return value instanceof Map ? Object.fromEntries(value) : value;
}

/** All cites and all numbers of whatever a parser gave. */
function* leaves(value: unknown, key = ''): Generator<{ readonly key: string; readonly value: unknown }> {
  if (value instanceof Map) for (const [name, inner] of value) yield* leaves(inner, String(name));
  else if (key === 'cite') yield { key, value };
  else if (Array.isArray(value)) for (const inner of value) yield* leaves(inner, key === 'cites' ? 'cite' : key);
  else if (value !== null && typeof value === 'object' && !(value instanceof Date)) {
    for (const [name, inner] of Object.entries(value)) yield* leaves(inner, name);
  } else yield { key, value };
}

function verbatim(source: Source, cite: Cite): boolean {
  return source.lines[cite.line - 1]?.cite.text === cite.text;
}

function expectLawful(parsed: Parsed<unknown>, source: Source): void {
  for (const { key, value } of leaves(parsed)) {
    if (key === 'cite') expect(verbatim(source, value as Cite)).toBe(true);
    else if (typeof value === 'number') expect(Number.isFinite(value)).toBe(true);
  }
}

describe.each(names)('%s', (name) => {
  const own = fixtures.filter((fixture) => fixture.parser === name);

  it('has two real texts or more', () => {
    expect(own.length).toBeGreaterThanOrEqual(2);
  });

  it.each(own.map((fixture) => [basename(fixture.path), fixture] as const))('reads %s', (_, fixture) => {
    const parsed = parse(fixture);
    const json = `${JSON.stringify(parsed, readable, 1)}\n`;
    const golden = fixture.path.replace(/\.out$/, '.json');
    if (process.env['GOLDEN'] === 'write') writeFileSync(golden, json);
    expect(parsed.sample).toBeDefined();
    expect(JSON.parse(json)).toEqual(JSON.parse(readFileSync(golden, 'utf8')));
    expectLawful(parsed, sourceFor(fixture));
  });

  it('reads CRLF as LF', () => {
    for (const fixture of own) {
      expect(JSON.stringify(parse(fixture, fixture.text.replaceAll('\n', '\r\n')), readable)).toBe(
        JSON.stringify(parse(fixture), readable),
      );
    }
  });

  it('survives whatever is done to a text', () => {
    if (own.length === 0) return;
    fc.assert(
      fc.property(fc.constantFrom(...own), mutation, (fixture, mutate) => {
        const source = sourceFor(fixture, mutate(fixture.text));
        expectLawful(parsers[name].parse(source), source);
        parsers[name].recognise.looksLike(source.lines.map((line) => line.text));
      }),
      { numRuns: 60 },
    );
  });

  it('takes a text that is none of its own for nothing, or for what it says of itself', () => {
    for (const text of [
      `bash: ${name}: command not found`,
      '',
      '\n\n',
      'x'.repeat(1_000_000),
      '\u0000\u0001\ufffd\n'.repeat(1000),
      '%s %n\n-1 NaN Infinity 1e999',
    ]) {
      const source = sourceOf('pasted' as OutputId, '', text);
      expectLawful(parsers[name].parse(source), source);
      expect(parsers[name].recognise.looksLike(source.lines.map((line) => line.text))).toBe(false);
    }
  });
});

describe('recognition', () => {
  it.each(fixtures.map((fixture) => [`${fixture.parser} ${basename(fixture.path)}`, fixture] as const))(
    '%s is claimed by its own parser at most',
    (_, fixture) => {
      const lines = fixture.text.split('\n');
      const others = names.filter((name) => name !== fixture.parser && parsers[name].recognise.looksLike(lines));
      expect(others).toEqual([]);
    },
  );

  it('gives a path to one parser', () => {
    const paths = new Set(fixtures.flatMap((fixture) => /^cat (\/[^*\s]+)$/.exec(fixture.command)?.[1] ?? []));
    for (const path of paths)
      expect(
        names.filter((name) => parsers[name].recognise.path?.test(path)),
        path,
      ).toHaveLength(1);
  });
});

describe('columns are found by name', () => {
  const shuffled: readonly ParserName[] = ['iostat', 'vmstat', 'pidstat'];
  it.each(shuffled)('%s reads the same whatever their order', (name) => {
    const whole = fixtures.filter((fixture) => fixture.parser === name && hasPlainTable(fixture));
    expect(whole.length).toBeGreaterThanOrEqual(2);
    fc.assert(
      fc.property(fc.constantFrom(...whole), fc.integer(), (fixture, seed) => {
        expect(figures(parse(fixture, withColumnsShuffled(fixture.text, seed)))).toEqual(figures(parse(fixture)));
      }),
      { numRuns: 40 },
    );
  });
});

const mutation: fc.Arbitrary<(text: string) => string> = fc.oneof(
  fc.nat().map((at) => (text: string) => text.slice(0, at % (text.length + 1))),
  fc.nat().map((at) => (text: string) => text.slice(at % (text.length + 1))),
  fc.nat().map((at) => (text: string) => {
    const lines = text.split('\n');
    return lines.toSpliced(at % lines.length, 0, ...lines).join('\n');
  }),
  fc.nat().map((at) => (text: string) => {
    const lines = text.split('\n');
    return lines.toSpliced(at % lines.length, 1).join('\n');
  }),
  fc.integer().map((seed) => (text: string) => shuffle(text.split('\n'), seed).join('\n')),
  fc.tuple(fc.nat(), fc.string({ unit: 'binary', maxLength: 12 })).map(([at, noise]) => (text: string) => {
    const place = at % (text.length + 1);
    return `${text.slice(0, place)}${noise}${text.slice(place)}`;
  }),
  fc.constant((text: string) => text.replaceAll(/(\d)\.(\d)/g, '$1,$2')),
  fc.constantFrom('-1', '99999999999999999999999', '1e308', '', 'NaN', '%').map((word) => (text: string) => text.replaceAll(/\d+/g, word)),
);

/** The same seed always gives the same order. */
function shuffle<T>(items: readonly T[], seed: number): T[] {
  const keyed = items.map((item, at) => [Math.sin(seed + at * 7919), item] as const);
  return keyed.sort(([a], [b]) => a - b).map(([, item]) => item);
}

/** A name that holds blanks, a stamp in two words or several tables cannot be shuffled word by word. */
function hasPlainTable(fixture: Fixture): boolean {
  return /^(?:debian-12--sysstat-12\.6\.1--(?:stamped|basic|german|h-durw|two-blocks)|public--unknown--(?:dm-stuck|nvme|influx-small|cache-fill|hadoop|xen))/.test(
    basename(fixture.path),
  );
}

/** Puts the columns below each header in another order; what stands first (a device's name, a stamp) and last (a command) stays. */
function withColumnsShuffled(text: string, seed: number): string {
  let order: readonly number[] = [];
  let leadOfRows = 0;
  return text
    .split('\n')
    .map((line) => {
      const words = line.trim().split(/\s+/);
      if (!/%util|tps|swpd|PID|%idle/.test(line)) return reordered(words, leadOfRows, order) ?? line;
      const lead = leadOf(line);
      leadOfRows = lead.rows;
      order = shuffle([...Array(words.length - lead.header - (words.at(-1) === 'Command' ? 1 : 0)).keys()], seed);
      return reordered(words, lead.header, order) ?? line;
    })
    .join('\n');
}

function reordered(words: readonly string[], lead: number, order: readonly number[]): string | undefined {
  if (order.length === 0 || words.length < lead + order.length) return undefined;
  return [...words.slice(0, lead), ...order.map((at) => words[lead + at]), ...words.slice(lead + order.length)].join('  ');
}

/** Words before the columns: none in vmstat, 'avg-cpu:' above bare figures, '# Time' above one stamp, else a device or a stamp. */
function leadOf(header: string): { readonly header: number; readonly rows: number } {
  if (header.includes('swpd')) return { header: 0, rows: 0 };
  if (header.includes('%idle')) return { header: 1, rows: 0 };
  return header.startsWith('#') ? { header: 2, rows: 1 } : { header: 1, rows: 1 };
}

/** Without the cites, whose text is another now, and with fields in one order. */
function figures(parsed: Parsed<unknown>): unknown {
  const withoutText = JSON.stringify(parsed, (key, value) =>
    key === 'cites' ? undefined : value instanceof Map ? Object.fromEntries(value) : value,
  );
  return JSON.parse(withoutText);
}
