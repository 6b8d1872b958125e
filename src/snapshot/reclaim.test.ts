import { expect, it } from 'vitest';
import type { OutputId } from '../model/output.ts';
import { sourceOf } from '../parsers/parser.ts';
import { procVmstat } from '../parsers/proc-vmstat/proc-vmstat.ts';
import { reclaimView } from './reclaim.ts';
import type { Samples } from './samples.ts';

/** The two readings of /proc/vmstat and nothing else. */
function samples(...texts: readonly string[]): Samples {
  const readings = texts.flatMap((text, index) => {
    const { sample } = procVmstat.parse(sourceOf('vm' as OutputId, '/proc/vmstat', text));
    return sample ? [{ sample, output: { reading: index + 1 } }] : [];
  });
  return { 'proc-vmstat': readings, sar: [] } as unknown as Samples;
}

it('sums what kernels count once a zone, and divides by the seconds that were measured', () => {
  const before = 'allocstall_normal 10\nallocstall_movable 5\nworkingset_refault_file 100\noom_kill 2\npgscan_direct_throttle 7';
  const after = 'allocstall_normal 20\nallocstall_movable 15\nworkingset_refault_file 600\noom_kill 3\npgscan_direct_throttle 99';
  const view = reclaimView(samples(before, after), 5);
  expect(view).toMatchObject({ allocationStallsPerS: 4, fileRefaultsPerS: 100, oomKills: 1, oomKillsTotal: 3 });
  expect(view).not.toHaveProperty('directScannedPagesPerS');
});

it('knows totals alone of one reading, and nothing of none', () => {
  expect(reclaimView(samples('oom_kill 4\nallocstall 9'), undefined)).toMatchObject({ oomKillsTotal: 4 });
  expect(reclaimView(samples('oom_kill 4\nallocstall 9'), undefined)).not.toHaveProperty('oomKills');
  expect(reclaimView(samples(), 5)).toBeUndefined();
});
