import { expect, it } from 'vitest';
import type { OutputId } from '../../model/output.ts';
import { sourceOf } from '../parser.ts';
import { df } from './df.ts';

function parse(command: string, ...lines: readonly string[]) {
  return df.parse(sourceOf('df' as OutputId, command, lines.join('\n')));
}

it('joins a source that is too long for its line with the figures below it, and cites both', () => {
  const parsed = parse(
    'df',
    'Filesystem 1K-blocks Used Available Use% Mounted on',
    '/dev/mapper/vg0-a_very_long_name',
    '   41284928 20642464 18545312  53% /srv',
    'tmpfs 100 0 100 0% /run',
  );
  expect(parsed.sample?.filesystems[0]).toMatchObject({
    source: '/dev/mapper/vg0-a_very_long_name',
    mount: '/srv',
    sizeBytes: 41_284_928 * 1024,
    usedPct: 53,
  });
  expect(parsed.sample?.filesystems[0]?.cites.map((cite) => cite.line)).toEqual([2, 3]);
  expect(parsed.sample?.filesystems).toHaveLength(2);
});

it('keeps blanks in source and mount point', () => {
  const parsed = parse(
    'df -lP',
    'Filesystem 1024-blocks Used Available Capacity Mounted on',
    '//nas/my share  100 50 50 50% /mnt/my  share',
  );
  expect(parsed.sample?.filesystems[0]).toMatchObject({ source: '//nas/my share', mount: '/mnt/my  share' });
});

it('takes the unit from the header: megabytes, 512-byte blocks, letters', () => {
  const size = (header: string, cell: string) =>
    parse('', `Filesystem ${header} Used Avail Use% Mounted on`, `/dev/sda1 ${cell} 0 0 0% /`).sample?.filesystems[0]?.sizeBytes;
  expect(size('1M-blocks', '10')).toBe(10 * 1024 ** 2);
  expect(size('512-blocks', '10')).toBe(5120);
  expect(size('Size', '1.5T')).toBe(1.5 * 1024 ** 4);
});

it('leaves out what a file system does not tell', () => {
  const [row] = parse('df -i', 'Filesystem Inodes IUsed IFree IUse% Mounted on', '/dev/sdb1 - - - - /data').sample?.filesystems ?? [];
  expect(row).toEqual({ source: '/dev/sdb1', mount: '/data', cites: expect.anything() });
});

it('lists what is no row', () => {
  const parsed = parse('df', 'df: /mnt/nfs: Stale file handle', '/dev/sda1 100 50 50 50% /');
  expect(parsed.problems.map((problem) => problem.cite.line)).toEqual([1]);
  expect(parsed.sample?.filesystems).toHaveLength(1);
});
