import { expect, test } from 'vitest';
import { rawOutput } from '../../test/raw-output.ts';
import { windowSecondsOf } from './readings.ts';
import { readOutputs } from './samples.ts';

const VMSTAT = `procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu-----
 r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st
 0  0      0 100000   1000  10000    0    0     1     1   10   20  1  1 98  0  0
 0  0      0 100000   1000  10000    0    0     1     1   10   20  1  1 98  0  0
`;

test.each([
  ['vmstat begins with a row since boot, which takes no time', 'vmstat 1 6', 'ok', 5],
  ['an interval of ten seconds', 'vmstat 10 3', 'ok', 20],
  ['a run that was cut did not last as long as it was to', 'vmstat 1 6', 'timeout', 1],
  ['without an interval nothing tells', 'vmstat', 'ok', undefined],
] as const)('the window by the command line: %s', (_what, command, outcome, seconds) => {
  const { samples } = readOutputs([rawOutput('vmstat', VMSTAT, { command, parser: 'vmstat', outcome })]);
  expect(windowSecondsOf(samples)).toBe(seconds);
});
