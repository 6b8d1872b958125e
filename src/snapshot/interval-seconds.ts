import type { Samples } from './samples.ts';

/** How long a report of iostat is, by the first run that has any but the one since boot. */
export function iostatSeconds(samples: Samples): number | undefined {
  return samples.iostat.find(({ sample }) => sample.reports.some((report) => !report.sinceBoot))?.sample.intervalSeconds;
}

/** How far the rows of a table of sar lie apart. */
export function sarSeconds(rows: readonly { readonly intervalSeconds?: number }[]): number | undefined {
  return rows.find((row) => row.intervalSeconds !== undefined)?.intervalSeconds;
}
