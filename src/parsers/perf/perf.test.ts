import { expect, it } from 'vitest';
import type { OutputId } from '../../model/output.ts';
import { sourceOf } from '../parser.ts';
import { perf } from './perf.ts';

it('takes a bare number before the symbol for the samples where the header was cut, and for no program', () => {
  const { sample } = perf.parse(
    sourceOf('perf' as OutputId, 'perf report', '     9.91%     0.60%            57  [k] split_map_pages      -      -'),
  );
  expect(sample?.rows).toMatchObject([{ symbol: 'split_map_pages', withCalleesPct: 9.91, selfPct: 0.6 }]);
  expect(sample?.rows[0]).not.toHaveProperty('object');
});
