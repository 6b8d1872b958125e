import { expect, it } from 'vitest';
import { fuzz } from './fuzz/run.ts';

const SEED = 20_261_201;
const TIMES = 3;

/** A few of each; `npm run fuzz` tries thousands. */
it('nothing throws, hangs or exceeds a message limit, whatever becomes of a text', async () => {
  const { read, failures } = await fuzz({ seed: SEED, times: TIMES });
  expect(failures).toEqual([]);
  expect(read).toBeGreaterThan(600);
}, 180_000);
