import { describe, expect, it } from 'vitest';
import type { OutputId } from '../../model/output.ts';
import { sourceOf } from '../parser.ts';
import { vmstat } from './vmstat.ts';

function parse(command: string, ...lines: readonly string[]) {
  return vmstat.parse(sourceOf('vmstat' as OutputId, command, lines.join('\n')));
}
const groups = 'procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu-----';
const names = ' r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st';
const row = (running: number) => ` ${running}  0      0 123456   1000  20000    0    0     3     4   50   60  5  1 93  1  0`;
const sinceBoot = (parsed: ReturnType<typeof parse>) => parsed.sample?.rows.map((each) => each.sinceBoot);

describe('which row is since boot', () => {
  it('the first of a run only, although names come again each screenful', () => {
    expect(sinceBoot(parse('vmstat 1', groups, names, row(1), row(2), groups, names, row(3)))).toEqual([true, false, false]);
  });
  it('the first of each run, where runs of COUNT rows stand one below the other', () => {
    expect(sinceBoot(parse('vmstat 5 2', groups, names, row(1), row(2), groups, names, row(3), row(4)))).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });
  it('the first below other names: one look with -a and one without', () => {
    const others = ' r  b   swpd   free  inact active   si   so    bi    bo   in   cs us sy id wa st';
    expect(sinceBoot(parse('vmstat -a; vmstat', groups, others, row(1), groups, names, row(2)))).toEqual([true, true]);
  });
  it('none with -y, and none of an excerpt without names', () => {
    expect(sinceBoot(parse('vmstat -y 1 2', groups, names, row(1), row(2)))).toEqual([false, false]);
    expect(sinceBoot(parse('vmstat 1', row(1), row(2)))).toEqual([false, false]);
  });
  it('the only row of a command without an interval', () => {
    expect(sinceBoot(parse('vmstat', groups, names, row(1)))).toEqual([true]);
  });
});

describe('columns', () => {
  it('reads rows whose numbers outgrew their columns', () => {
    const parsed = parse('vmstat 1', groups, names, '12 34 1048576 1410012345 1000 20000 0 0 1048576 150156 130000 250000 5 1 80 14 0');
    expect(parsed.sample?.rows[0]).toMatchObject({
      blockedTasks: 34,
      freeBytes: 1410012345 * 1024,
      contextSwitchesPerS: 250_000,
      iowaitPct: 14,
    });
  });
  it('takes the unit of -S for memory and swap, never for blocks', () => {
    expect(parse('vmstat -S M 1', groups, names, row(1)).sample?.rows[0]).toMatchObject({
      freeBytes: 123_456 * 1024 ** 2,
      blockInBytesPerS: 3 * 1024,
    });
  });
  it('keeps the time that stands before or behind a row', () => {
    expect(parse('', names, `21:21:49 ${row(1)}`).sample?.rows[0]?.at).toBe('21:21:49');
    expect(parse('vmstat -t 1', `${names}                 UTC`, `${row(1)} 2026-01-20 00:12:00`).sample?.rows[0]?.at).toBe(
      '2026-01-20 00:12:00',
    );
  });
  it('lists a row that is cut', () => {
    const parsed = parse('vmstat 1', groups, names, row(1), ' 1  0      0 1234');
    expect(parsed.sample?.rows).toHaveLength(1);
    expect(parsed.problems.map((problem) => problem.cite.line)).toEqual([4]);
  });
});
