import { expect, it } from 'vitest';
import type { OutputId } from '../../model/output.ts';
import { sourceOf } from '../parser.ts';
import { zoneinfo } from './zoneinfo.ts';

const read = (text: string) => zoneinfo.parse(sourceOf('zoneinfo' as OutputId, 'cat /proc/zoneinfo', text));

it('reads the marks of a zone, not the lists of its CPUs, which have a high of their own', () => {
  const { sample, problems } = read(
    [
      'Node 0, zone  HighMem',
      '  pages free     2854',
      '        min      128',
      '        low      160',
      '        high     192',
      '        scanned  0 (aa: 0 ia: 0)',
      '        spanned  32768',
      '        present  32512',
      '    nr_free_pages 2854',
      '        protection: (0, 0)',
      '  pagesets',
      '    cpu: 0',
      '              count: 82',
      '              high:  186',
      '              batch: 31',
      '  vm stats threshold: 6',
      '  all_unreclaimable: 0',
      '  start_pfn:         229376',
    ].join('\n'),
  );
  expect(sample?.zones).toMatchObject([
    { node: 0, zone: 'HighMem', freePages: 2854, minPages: 128, lowPages: 160, highPages: 192, presentPages: 32512 },
  ]);
  expect(problems).toEqual([]);
});

it('says what it did not understand, and takes no figure that stands below no zone', () => {
  const { sample, problems } = read('        min      128\nNode 0, zone   Normal\n  pages free     many\n        present  100\n');
  expect(sample?.zones).toMatchObject([{ presentPages: 100 }]);
  expect(problems).toHaveLength(2);
});
