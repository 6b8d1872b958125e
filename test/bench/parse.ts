/** Parse throughput of each parser beside jc, called as a library on the same text in the same run. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { OutputId } from '../../src/model/output.ts';
import { sourceOf } from '../../src/parsers/parser.ts';
import { parsers } from '../../src/parsers/registry.ts';
import { ratio, sh, show, spreadOf } from './measure.ts';

/** jc's name of the format, where jc reads it. */
const inJc: Readonly<Record<string, string>> = {
  iostat: 'iostat',
  vmstat: 'vmstat',
  pidstat: 'pidstat',
  ps: 'ps',
  df: 'df',
  free: 'free',
  top: 'top',
  sysctl: 'sysctl',
  diskstats: 'proc_diskstats',
  'proc-stat': 'proc_stat',
  'proc-vmstat': 'proc_vmstat',
  meminfo: 'proc_meminfo',
  mounts: 'proc_pid_mountinfo',
  swaps: 'proc_swaps',
  loadavg: 'proc_loadavg',
  uptime: 'proc_uptime',
};
const ROUNDS = 5;
const BYTES = 1_000_000;

const folderOf = (parser: string): string => fileURLToPath(new URL(`../../src/parsers/${parser}/fixtures/`, import.meta.url));

/** The longest output of a live host that the parser has (else of a public post), and how often it goes into the bytes to be read. */
function inputOf(parser: string): { readonly name: string; readonly text: string; readonly times: number } | undefined {
  const folder = folderOf(parser);
  if (!existsSync(folder)) return undefined;
  const files = readdirSync(folder).filter((name) => name.endsWith('.out') && !name.startsWith('synthetic'));
  const [longest] = files
    .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))
    .sort((a, b) => b.text.length - a.text.length);
  return longest && { ...longest, times: Math.max(1, Math.round(BYTES / longest.text.length)) };
}

function ours(parser: keyof typeof parsers, text: string, times: number): number[] {
  const rates: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const started = performance.now();
    for (let time = 0; time < times; time += 1) parsers[parser].parse(sourceOf('bench' as OutputId, '', text));
    rates.push((text.length * times) / 1e6 / ((performance.now() - started) / 1000));
  }
  return rates;
}

const JC = `
import sys, time, jc
name, path, times, rounds = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
text = open(path).read()
for _ in range(rounds):
    started = time.perf_counter()
    for _ in range(times):
        jc.parse(name, text, quiet=True)
    print(len(text) * times / 1e6 / (time.perf_counter() - started))
`;

async function jc(parser: string, text: string, times: number, folder: string): Promise<number[] | undefined> {
  const name = inJc[parser];
  if (name === undefined) return undefined;
  const file = join(folder, 'jc-input');
  writeFileSync(file, text);
  try {
    // A fifth of the text: jc is slower, and the rate does not depend on the repetitions.
    const out = await sh('/usr/bin/python3 -c "$1" "$2" "$3" "$4" "$5"', [
      JC,
      name,
      file,
      String(Math.max(1, Math.round(times / 5))),
      String(ROUNDS),
    ]);
    return out.trim().split('\n').map(Number);
  } catch {
    return undefined;
  }
}

export async function benchParsers(folder: string): Promise<void> {
  console.log(`\nParse throughput, each parser on its longest real fixture until ${BYTES / 1e6} MB; jc as a Python library, same text`);
  for (const parser of Object.keys(parsers) as (keyof typeof parsers)[]) {
    const input = inputOf(parser);
    if (input === undefined) continue;
    const mine = spreadOf(ours(parser, input.text, input.times));
    console.log(`  ${parser}: ${show(mine, 'MB/s', 1)}, ${input.name} x ${input.times}`);
    const theirs = await jc(parser, input.text, input.times, folder);
    if (theirs) {
      const spread = spreadOf(theirs);
      console.log(`    jc ${inJc[parser]}: ${show(spread, 'MB/s', 1)}`);
      ratio(`${parser} against jc`, mine.median / spread.median, { atLeast: 5 });
    } else if (inJc[parser]) console.log(`    jc ${inJc[parser]}: fails on this text, or is not installed (Debian package jc)`);
  }
}
