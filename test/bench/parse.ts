/**
 * Parse throughput of each parser beside jc, called as a library on the same text in the same run.
 * Counted in CPU time of the own process (all its threads): what else the machine does then counts for neither.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OutputId } from '../../src/model/output.ts';
import { sourceOf } from '../../src/parsers/parser.ts';
import { parsers } from '../../src/parsers/registry.ts';
import { inputOf } from './inputs.ts';
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
  uptime: 'uptime',
};
const ROUNDS = 5;
const BYTES = 4_000_000;

function ours(parser: keyof typeof parsers, text: string, times: number): number[] {
  const rates: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = process.cpuUsage();
    for (let time = 0; time < times; time += 1) parsers[parser].parse(sourceOf('bench' as OutputId, '', text));
    const { user, system } = process.cpuUsage(before);
    rates.push((text.length * times) / (user + system));
  }
  return rates;
}

const JC = `
import sys, time, jc
name, path, times, rounds = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
text = open(path).read()
for _ in range(rounds):
    started = time.process_time()
    for _ in range(times):
        jc.parse(name, text, quiet=True)
    print(len(text) * times / 1e6 / (time.process_time() - started))
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
  console.log(`\nParse throughput, each parser on real output until ${BYTES / 1e6} MB, in CPU time; jc as a Python library, same text`);
  for (const parser of Object.keys(parsers) as (keyof typeof parsers)[]) {
    const input = inputOf(parser);
    if (input === undefined) continue;
    const times = Math.max(1, Math.round(BYTES / input.text.length));
    const mine = spreadOf(ours(parser, input.text, times));
    console.log(`  ${parser}: ${show(mine, 'MB/s', 1)}, ${input.name} x ${times}`);
    const theirs = await jc(parser, input.text, times, folder);
    if (theirs) {
      const spread = spreadOf(theirs);
      console.log(`    jc ${inJc[parser]}: ${show(spread, 'MB/s', 1)}`);
      ratio(`${parser} against jc`, mine.median / spread.median, { atLeast: 5 });
    } else if (inJc[parser]) console.log(`    jc ${inJc[parser]}: fails on this text, or is not installed (Debian package jc)`);
  }
}
