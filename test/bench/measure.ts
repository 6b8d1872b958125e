import { execFile } from 'node:child_process';

/** Median and spread of one figure over the rounds of one run. */
export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
  readonly rounds: number;
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const at = (index: number): number => sorted[index] ?? Number.NaN;
  return {
    median: sorted.length % 2 === 1 ? at(middle) : (at(middle - 1) + at(middle)) / 2,
    min: at(0),
    max: at(sorted.length - 1),
    rounds: sorted.length,
  };
}

export function show({ median, min, max, rounds }: Spread, unit: string, digits = 0): string {
  return `${median.toFixed(digits)} ${unit} (${min.toFixed(digits)} to ${max.toFixed(digits)}, ${rounds} rounds)`;
}

/** A line of result: what was measured, the goal where there is one, and whether it was met. */
export function ratio(what: string, value: number, goal?: { readonly atMost: number } | { readonly atLeast: number }): void {
  const verdict =
    goal === undefined
      ? ''
      : 'atMost' in goal
        ? `  goal: at most ${goal.atMost}: ${value <= goal.atMost ? 'met' : 'NOT MET'}`
        : `  goal: at least ${goal.atLeast}: ${value >= goal.atLeast ? 'met' : 'NOT MET'}`;
  console.log(`  RATIO ${what}: ${value.toFixed(2)}${verdict}`);
}

/** Wall milliseconds of one asynchronous piece of work. */
export async function wallMs(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Runs two ways in turn, A B A B …, so that a drift of the machine meets both. */
export async function inTurn(rounds: number, ways: Readonly<Record<string, () => Promise<number>>>): Promise<Record<string, Spread>> {
  const values: Record<string, number[]> = {};
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, way] of Object.entries(ways)) {
      values[name] ??= [];
      values[name].push(await way());
    }
  }
  return Object.fromEntries(Object.entries(values).map(([name, list]) => [name, spreadOf(list)]));
}

export function sh(script: string, args: readonly string[] = []): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile('bash', ['-c', script, 'bench', ...args], { maxBuffer: 256 * 1024 * 1024 }, (error, stdout, stderr) => {
      if (error) reject(new Error(`${script.slice(0, 80)}: ${stderr.slice(0, 500)}`));
      else resolve(stdout);
    });
  });
}
