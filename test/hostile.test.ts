import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';

/** What is linear in 200 kB takes some milliseconds here, what is quadratic a minute or more: no load makes up for that. */
const HANG_MS = 15_000;
const WHOLE_MS = 300_000;

/** Resolves with 'done', or with what the worker was at when it threw or had said nothing for too long. */
function watch(file: URL): Promise<string> {
  return new Promise((resolve) => {
    const worker = new Worker(file);
    let at = 'the start of the worker';
    const end = (said: string) => {
      clearTimeout(watchdog);
      void worker.terminate();
      resolve(said);
    };
    const bark = () => end(`hangs: ${at}`);
    let watchdog = setTimeout(bark, HANG_MS);
    worker.on('message', (said: string) => {
      at = said;
      clearTimeout(watchdog);
      watchdog = setTimeout(bark, HANG_MS);
      if (said === 'done') end(said);
    });
    worker.on('error', (error) => end(`throws: ${at}: ${String(error)}`));
  });
}

it(
  'no text makes a reader hang or throw',
  async () => {
    expect(await watch(new URL('./hostile-worker.ts', import.meta.url))).toBe('done');
  },
  WHOLE_MS,
);
