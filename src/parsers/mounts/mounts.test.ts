import { expect, it } from 'vitest';
import type { OutputId } from '../../model/output.ts';
import { sourceOf } from '../parser.ts';
import { mounts } from './mounts.ts';

const parse = (line: string) => mounts.parse(sourceOf('m' as OutputId, '', line)).sample?.mounts[0];

it('reads mountinfo with optional words, escapes and a root that is no whole file system', () => {
  expect(parse('36 35 98:0 /mnt1 /mnt/my\\040disk rw,noatime master:1 shared:2 - ext3 /dev/root rw,errors=continue')).toMatchObject({
    mount: '/mnt/my disk',
    deviceNumber: '98:0',
    root: '/mnt1',
    type: 'ext3',
    source: '/dev/root',
    readOnly: false,
  });
});

it('is read-only where the mount or its file system is', () => {
  expect(parse('36 35 8:1 / /data rw,relatime - ext4 /dev/sda1 ro')?.readOnly).toBe(true);
  expect(parse('/dev/sda1 on /data type ext4 (ro,relatime)')?.readOnly).toBe(true);
  expect(parse('/dev/sda1 /data ext4 rw,errors=remount-ro 0 0')?.readOnly).toBe(false);
});

it('reads names with blanks from the command mount', () => {
  expect(parse('//nas/my share on /mnt/type x type cifs (rw,vers=3.0)')).toMatchObject({
    source: '//nas/my share',
    mount: '/mnt/type x',
    type: 'cifs',
  });
});
