import { parentPort } from 'node:worker_threads';
import { hostileReaders } from './hostile-readers.ts';
import { hostileTexts } from './hostile-texts.ts';

/** Reads every hostile text by every reader, and says before each what comes: whoever watches knows where it hangs. */
const CHARS = 200_000;
for (const [what, text] of hostileTexts(CHARS)) {
  for (const { name, read } of hostileReaders) {
    parentPort?.postMessage(`${name}, fed with ${what}`);
    read(text);
  }
}
parentPort?.postMessage('done');
