/**
 * npm run lab -- [--times N] [--only FAULT]… [--area AREA]…: the acceptance run. Each fault N times, a healthy reading right after
 * each, and 20 healthy readings of a machine on which nothing is wrong; a line a reading, a count at the end.
 */
import { parseArgs } from 'node:util';
import { faultsOf, type Lab, missingForLab, openLab, raise, seconds } from './lab.ts';
import type { Scenario } from './scenario.ts';
import { scenarios } from './scenarios/all.ts';

const { values } = parseArgs({
  options: { times: { type: 'string', default: '1' }, only: { type: 'string', multiple: true }, area: { type: 'string', multiple: true } },
});
const missing = missingForLab();
if (missing.length > 0) {
  console.error(`lab: this machine cannot make the faults, it lacks ${missing.join(', ')}; run it as root on a throwaway Linux machine`);
  process.exit(2);
}

const tally = { right: 0, wrong: 0, healthyRight: 0, healthyWrong: 0 };

async function healthy(lab: Lab, subcommand: string, when: string): Promise<void> {
  const { cause, headline } = await lab.diagnose(subcommand, 5);
  const right = cause === 'none.healthy';
  tally[right ? 'healthyRight' : 'healthyWrong'] += 1;
  console.log(`${right ? 'right' : 'WRONG'}  ${when}: ${cause}${right ? '' : `: ${headline}`}`);
}

async function once(lab: Lab, scenario: Scenario, round: number): Promise<void> {
  const fault = await raise(scenario);
  try {
    await seconds(scenario.settleSeconds);
    const diagnosis = await lab.diagnose(scenario.area, 5);
    const wrong = faultsOf(diagnosis, scenario, fault);
    tally[wrong.length === 0 ? 'right' : 'wrong'] += 1;
    console.log(
      `${wrong.length === 0 ? 'right' : 'WRONG'}  ${scenario.fault} #${round}: ${wrong.join('; ') || `${diagnosis.cause}: ${diagnosis.headline}`}`,
    );
  } finally {
    await fault.down();
  }
  await healthy(lab, scenario.area, `right after ${scenario.fault} #${round}`);
}

const lab = await openLab();
try {
  const chosen = scenarios.filter(({ area, fault }) => (values.only?.includes(fault) ?? true) && (values.area?.includes(area) ?? true));
  for (const scenario of chosen) for (let round = 1; round <= Number(values.times); round += 1) await once(lab, scenario, round);
  if (!values.only && !values.area) for (let round = 1; round <= 20; round += 1) await healthy(lab, 'all', `nothing wrong #${round}`);
} finally {
  lab.close();
}
console.log(`faults: ${tally.right} right, ${tally.wrong} wrong; healthy: ${tally.healthyRight} right, ${tally.healthyWrong} wrong`);
process.exitCode = tally.wrong + tally.healthyWrong > 0 ? 1 : 0;
