import type { Samples } from './samples.ts';
import type { PerfView } from './views/perf.ts';

/** Which functions the CPUs were in, a profile each run. */
export function perfView(samples: Samples): PerfView | undefined {
  const profiles = samples.perf.map(({ sample }) => ({ symbols: sample.rows, chains: sample.chains }));
  return profiles.length === 0 ? undefined : { profiles };
}
