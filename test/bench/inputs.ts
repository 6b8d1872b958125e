/** What the parsers are timed on: real output, in the size that it has on a large host. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface BenchInput {
  /** The fixture's file name, and how it was grown. */
  readonly name: string;
  readonly text: string;
}

interface Choice {
  /** Where the longest fixture is one that jc does not read, another that it does. */
  readonly fixture?: string;
  readonly grown?: string;
  readonly grow?: (text: string) => string;
}
/** A parser that is not named here reads its longest fixture as it is. */
const CHOICES: Readonly<Record<string, Choice>> = {
  ps: { fixture: 'debian-12--procps-4.0.2--catalogue', grown: '400 processes', grow: (text) => withRows(text, /PID/, 400) },
  top: { fixture: 'debian-12--procps-4.0.2--two-screens', grown: '200 tasks a screen', grow: (text) => withRows(text, /PID/, 200) },
  pidstat: {
    fixture: 'debian-12--sysstat-12.6.1--h-durw',
    grown: '6 intervals of 150 rows',
    grow: (text) => repeatedFrom(withRows(text, /PID/, 150), /PID/, 3),
  },
  iostat: {
    fixture: 'debian-12--sysstat-12.6.1--stamped',
    grown: '60 intervals',
    grow: (text) => repeatedFrom(text, /^\d{4}-/, 30),
  },
  vmstat: { fixture: 'public--unknown--cache-fill-pageout', grown: '60 intervals', grow: (text) => repeatedFrom(text, /^ *\d/, 2) },
  df: { fixture: 'public--unknown--inodes-full-nfs-pvc', grown: '40 mounts', grow: (text) => withRows(text, /Mounted on/, 40) },
  diskstats: { fixture: 'debian-12--linux-6.18--under-write', grown: '30 devices', grow: (text) => repeatedFrom(text, /^/, 3) },
  free: { fixture: 'debian-12--procps-4.0.2--bytes-low-total' },
  uptime: { fixture: 'debian-12--procps-4.0.2--command' },
};

/** The parser's text; undefined where it has no fixture of real output. */
export function inputOf(parser: string): BenchInput | undefined {
  const folder = fileURLToPath(new URL(`../../src/parsers/${parser}/fixtures/`, import.meta.url));
  const { fixture, grown, grow } = CHOICES[parser] ?? {};
  const name = fixture === undefined ? longestIn(folder) : `${fixture}.out`;
  if (name === undefined) return undefined;
  const text = readFileSync(join(folder, name), 'utf8');
  return grow ? { name: `${name}, its rows repeated: ${grown}`, text: grow(text) } : { name, text };
}

function longestIn(folder: string): string | undefined {
  if (!existsSync(folder)) return undefined;
  return readdirSync(folder)
    .filter((name) => name.endsWith('.out') && !name.startsWith('synthetic'))
    .map((name) => ({ name, length: readFileSync(join(folder, name)).length }))
    .sort((a, b) => b.length - a.length)[0]?.name;
}

/** Below each header the rows up to the next blank line, again and again until there are `count` of them. */
function withRows(text: string, header: RegExp, count: number): string {
  const lines = linesOf(text);
  const grown: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    grown.push(lines[at] ?? '');
    if (!header.test(lines[at] ?? '')) continue;
    const blank = lines.indexOf('', at);
    const rows = lines.slice(at + 1, blank < 0 ? lines.length : blank);
    grown.push(...Array.from({ length: count }, (_, row) => rows[row % rows.length] ?? ''));
    at += rows.length;
  }
  return `${grown.join('\n')}\n`;
}

/** All from the first line that matches, `times` over. */
function repeatedFrom(text: string, first: RegExp, times: number): string {
  const lines = linesOf(text);
  const from = lines.findIndex((line) => first.test(line));
  return `${[...lines.slice(0, from), ...Array.from({ length: times }, () => lines.slice(from)).flat()].join('\n')}\n`;
}

function linesOf(text: string): string[] {
  return text.replace(/\n$/, '').split('\n');
}
