import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultsOf, type Lab, missingForLab, openLab, raise, seconds } from './lab.ts';
import { scenarios } from './scenarios/all.ts';

const missing = missingForLab();
if (missing.length > 0) console.warn(`LEFT OUT: the real faults of test/lab; this machine lacks ${missing.join(', ')}`);

/** Each fault once, over real SSH to this machine. `npm run lab -- --times 5` repeats them. */
describe.skipIf(missing.length > 0)('real faults over real SSH', () => {
  let lab: Lab;
  beforeAll(async () => {
    lab = await openLab();
  });
  afterAll(() => lab.close());

  it('calls a machine healthy on which nothing is wrong', async () => {
    const diagnosis = await lab.diagnose('all', 5);
    expect(diagnosis.cause, diagnosis.headline).toBe('none.healthy');
  });

  it.each(scenarios)('$area: $fault', async (scenario) => {
    const fault = await raise(scenario);
    try {
      await seconds(scenario.settleSeconds);
      const diagnosis = await lab.diagnose(scenario.area, 5);
      expect(faultsOf(diagnosis, scenario, fault)).toEqual([]);
    } finally {
      await fault.down();
    }
    // What was healthy with it is healthy without it.
    if (scenario.accepted.includes('none.healthy')) return;
    const after = await lab.diagnose(scenario.area, 2);
    expect(after.cause, `right after ${scenario.fault}: ${after.headline}`).toBe('none.healthy');
  });
});
