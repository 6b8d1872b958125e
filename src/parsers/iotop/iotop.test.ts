import { expect, it } from 'vitest';
import type { OutputId } from '../../model/output.ts';
import { sourceOf } from '../parser.ts';
import { iotop } from './iotop.ts';

function parse(command: string, ...lines: readonly string[]) {
  return iotop.parse(sourceOf('iotop' as OutputId, command, lines.join('\n')));
}

it('gives sums of -a no rate', () => {
  const sample = parse(
    'iotop -oPa',
    '    PID  PRIO  USER     DISK READ DISK WRITE  SWAPIN      IO    COMMAND',
    '  18822 be/4 root         1.20 G      0.00 B  0.00 % 91.20 % gzip',
  ).sample;
  expect(sample).toMatchObject({ ids: 'pid', accumulated: true });
  expect(sample?.screens[0]?.rows[0]).toMatchObject({ id: 18_822, ioWaitPct: 91.2, command: 'gzip' });
  expect(sample?.screens[0]?.rows[0]).not.toHaveProperty('readBytesPerS');
});

it('leaves out shares that a kernel without delay accounting does not keep', () => {
  const row = parse(
    '',
    '  TID  PRIO  USER     DISK READ  DISK WRITE  SWAPIN     IO>    COMMAND',
    '  77 be/4 root   3.00 M/s    0.00 B/s  ?unavailable?  rsync -a / /mnt',
  ).sample?.screens[0]?.rows[0];
  expect(row).toMatchObject({ readBytesPerS: 3 * 1024 ** 2, command: 'rsync -a / /mnt' });
  expect(row).not.toHaveProperty('ioWaitPct');
});

it('parts screens without header or time where a task comes again', () => {
  const row = '18607 idle root     1582.38 K/s  309.60 K/s  0.00 % 27.63 % updatedb';
  expect(parse('iotop -b -o -qqq', row, row).sample?.screens).toHaveLength(2);
});
