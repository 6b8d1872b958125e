import { expect, it } from 'vitest';
import type { OutputId } from '../../model/output.ts';
import { sourceOf } from '../parser.ts';
import { diskstats } from './diskstats.ts';

const old = '   8       0 sda 100 5 2048 300 200 6 4096 400 3 500 900';

it('reads kernels before discards and flushes were counted, and leaves those out', () => {
  const [disk] = diskstats.parse(sourceOf('d' as OutputId, '', old)).sample?.devices ?? [];
  expect(disk).toMatchObject({
    device: 'sda',
    reads: 100,
    readBytes: 2048 * 512,
    writtenBytes: 4096 * 512,
    inFlight: 3,
    busyMs: 500,
    queueMs: 900,
  });
  expect(disk).not.toHaveProperty('flushes');
});

it('refuses a line with a counter that is none, and reads the rest', () => {
  const parsed = diskstats.parse(sourceOf('d' as OutputId, '', `${old.replace('300', '-300')}\n${old}`));
  expect(parsed.sample?.devices).toHaveLength(1);
  expect(parsed.problems.map((problem) => problem.cite.line)).toEqual([1]);
});
