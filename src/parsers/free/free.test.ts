import { expect, it } from 'vitest';
import type { OutputId } from '../../model/output.ts';
import { sourceOf } from '../parser.ts';
import { free } from './free.ts';

it('reads a header whose buff/cache was taken apart, as by a translator', () => {
  const text = '              total used free shared buff / cache available\nMem: 7.8G 3.1G 985M 108M 3.8G 4.6G\nSwap: 0B 0B 0B';
  const { sample, problems } = free.parse(sourceOf('free' as OutputId, 'free -h', text));
  expect(problems).toEqual([]);
  expect(sample?.reports).toMatchObject([{ memory: { availableBytes: 4.6 * 1024 ** 3 }, swap: { totalBytes: 0 } }]);
});
