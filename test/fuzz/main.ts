/**
 * npm run fuzz -- [--times 2000] [--seed N] [--only NAME]: random mutations of every real text through its parser and the whole
 * chain, or of those with NAME in their name. Nothing may throw, hang or exceed a message limit. A failure names its seed and
 * keeps its text in a file; exit status 1.
 */
import { parseArgs } from 'node:util';
import { fuzz } from './run.ts';

const { values } = parseArgs({
  options: { times: { type: 'string', default: '2000' }, seed: { type: 'string' }, only: { type: 'string' } },
});
const times = Number(values.times);
const seed = Number(values.seed ?? Date.now() % 2 ** 31);
if (!Number.isInteger(times) || times < 1 || !Number.isInteger(seed)) {
  console.error(
    `fuzz: --times ${values.times} --seed ${values.seed ?? ''}: expected whole numbers, as in npm run fuzz -- --times 2000 --seed 7`,
  );
  process.exit(2);
}

console.log(`seed ${seed}, ${times} mutations of every text${values.only === undefined ? '' : ` with ${values.only} in its name`}`);
const EVERY_MS = 10_000;
let toldAt = Date.now();
const { read, failures } = await fuzz({ seed, times, only: values.only }, (done, of) => {
  if (Date.now() - toldAt < EVERY_MS) return;
  toldAt = Date.now();
  console.log(`${done} of ${of} read`);
});
for (const failure of failures) console.log(failure);
console.log(`${read} mutations read, ${failures.length} failed, seed ${seed}`);
process.exitCode = failures.length > 0 ? 1 : 0;
