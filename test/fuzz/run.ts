import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { mutate } from './mutate.ts';
import { readSubjects } from './subjects.ts';
import type { Told } from './worker.ts';

export interface FuzzChoice {
  readonly seed: number;
  readonly times: number;
  /** Of the texts those whose name has this in it. */
  readonly only?: string | undefined;
}
export interface FuzzResult {
  readonly read: number;
  /** One line a failure: the text's name, what was wrong, the seed and the file that holds the text. */
  readonly failures: readonly string[];
}

/** One reading takes some milliseconds: what takes this long will not end. */
const HANG_MS = 20_000;
const FAILURES_MAX = 20;

/** Reads `times` mutations of every chosen text in a thread that can be ended when it hangs. */
export async function fuzz(
  { seed, times, only }: FuzzChoice,
  onProgress: (done: number, of: number) => void = () => {},
): Promise<FuzzResult> {
  const subjects = await readSubjects(only);
  const failures: string[] = [];
  let at: Extract<Told, { kind: 'reads' }> | undefined;

  function fail(why: string): void {
    const subject = at === undefined ? undefined : subjects[at.subject];
    if (at === undefined || subject === undefined) failures.push(why);
    else failures.push(`${subject.name}: ${why} (seed ${at.seed}; the text: ${kept(mutate(subject.text, at.seed))})`);
  }

  return new Promise((resolve) => {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: { seed, times, only } });
    const end = (): void => {
      clearTimeout(watchdog);
      void worker.terminate();
      resolve({ read: at === undefined ? 0 : at.done + 1, failures });
    };
    const bark = (): void => {
      fail(`hangs for ${HANG_MS / 1000} s`);
      end();
    };
    let watchdog = setTimeout(bark, HANG_MS);
    worker.on('message', (told: Told) => {
      clearTimeout(watchdog);
      watchdog = setTimeout(bark, HANG_MS);
      if (told.kind === 'reads') {
        at = told;
        onProgress(told.done, told.of);
      } else if (told.kind === 'broken') fail(told.why);
      if (told.kind === 'done' || failures.length >= FAILURES_MAX) end();
    });
    worker.on('error', (error) => {
      fail(`the thread ends: ${String(error)}`);
      end();
    });
  });
}

function kept(text: string): string {
  const file = join(mkdtempSync(join(tmpdir(), 'diagbot-fuzz-')), 'text');
  writeFileSync(file, text);
  return file;
}
