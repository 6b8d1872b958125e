import { expect, it } from 'vitest';
import type { OutputId } from '../../model/output.ts';
import { sourceOf } from '../parser.ts';
import { schedstat } from './schedstat.ts';

const read = (text: string) => schedstat.parse(sourceOf('schedstat' as OutputId, 'cat /proc/schedstat', text));

it('reads the lines of CPUs and passes over those of domains, of version 17 too', () => {
  const { sample, problems } = read('version 17\ntimestamp 4295001234\ncpu0 0 0 0 0 0 0 900 300 7\ndomain0 MC 00000003 0 0 0\n');
  expect(sample?.cpus).toMatchObject([{ cpu: '0', ranNs: 900, runDelayNs: 300, timeslices: 7 }]);
  expect(problems).toEqual([]);
});

it('takes nothing from versions whose counters stand elsewhere, nor from a line that was cut', () => {
  expect(read('version 14\ntimestamp 1\ncpu0 0 0 0 0 0 0 0 0 0 900 300 7\n').sample).toBeUndefined();
  expect(read('version 18\ntimestamp 1\ncpu0 0 0 0 0 0 0 900 300 7\n').sample).toBeUndefined();
  expect(read('version 15\ntimestamp 1\ncpu0 0 0 0 0 0 0 900 300 7\ncpu1 0 0 0 0 0 0 900 3').problems).toHaveLength(1);
});
