import { expect, test } from 'vitest';
import { process, processes } from '../../../test/given.ts';
import { processSuspicions } from './processes.ts';

const causesOf = (name: string, shares: readonly number[], reports?: number) => {
  const view = processes(process(7, name, {}, ...shares.map((cpuPct) => ({ cpuPct }))));
  return processSuspicions({ processes: { ...view, ...(reports === undefined ? {} : { reports }) } }).map(({ cause }) => cause);
};

test.each([
  ['one thread that fills its CPU all the time', 'python3', [99, 100, 98], 3, ['cpu.single-thread']],
  ['that begins in the second report', 'python3', [3, 100, 99], 3, ['cpu.single-thread']],
  ['a single busy second', 'python3', [100, 2, 1], 3, []],
  ['a single busy report among those that leave it out', 'python3', [100], 3, []],
  ['many threads', 'java', [400, 410, 390], 3, []],
  ['just below', 'python3', [89.9], 1, []],
  ['a kernel worker', 'kswapd0', [20, 21, 22], 3, ['mem.exhausted']],
  ['a kernel worker, just below', 'kswapd0', [19.9], 1, []],
  ['interrupt work', 'ksoftirqd/0', [50], 1, ['cpu.softirq']],
  ['compaction', '[kcompactd0]', [50], 1, ['mem.thp-stall']],
  ['where no report tells how many there are', 'python3', [100], undefined, ['cpu.single-thread']],
] as const)('%s', (_what, name, shares, reports, causes) => {
  expect(causesOf(name, shares, reports)).toEqual(causes);
});
