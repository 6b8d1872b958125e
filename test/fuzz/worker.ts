import { parentPort, workerData } from 'node:worker_threads';
import { mutate } from './mutate.ts';
import { readSubjects } from './subjects.ts';

/** What is told before each reading, so that whoever watches knows what hangs; and what came of it where it is bad. */
export type Told =
  | { readonly kind: 'reads'; readonly subject: number; readonly seed: number; readonly done: number; readonly of: number }
  | { readonly kind: 'broken'; readonly why: string }
  | { readonly kind: 'done' };

const { seed: base, times, only } = workerData as { readonly seed: number; readonly times: number; readonly only?: string };
const tell = (told: Told): void => parentPort?.postMessage(told);

const subjects = await readSubjects(only);
const of = subjects.length * times;
let done = 0;
// Round after round over all texts: a run that is stopped early has tried each of them.
for (let round = 0; round < times; round++) {
  for (const [index, { text, broken }] of subjects.entries()) {
    const seed = seedOf(round, index);
    tell({ kind: 'reads', subject: index, seed, done: done++, of });
    const why = whyBroken(broken, mutate(text, seed));
    if (why !== undefined) tell({ kind: 'broken', why });
  }
}
tell({ kind: 'done' });

function seedOf(round: number, index: number): number {
  return (Math.imul(base, 0x9e3779b1) + Math.imul(round, 0x85ebca6b) + index) >>> 0;
}

function whyBroken(broken: (text: string) => readonly string[], text: string): string | undefined {
  try {
    return broken(text)[0];
  } catch (error) {
    return error instanceof Error ? `throws ${error.stack ?? error.message}` : 'throws';
  }
}
