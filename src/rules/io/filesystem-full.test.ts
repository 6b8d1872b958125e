import { expect, test } from 'vitest';
import { cites, process, processes } from '../../../test/given.ts';
import type { Filesystem } from '../../snapshot/views.ts';
import { filesystemFull } from './filesystem-full.ts';

const disk = (more: Partial<Filesystem>): Filesystem => ({
  cites,
  source: '/dev/sdb',
  mount: '/srv',
  type: 'ext4',
  device: 'sdb',
  hung: false,
  availableBytes: 1e6,
  ...more,
});
const verdictOf = (more: Partial<Filesystem>) => filesystemFull.decide({ filesystems: { all: [disk(more)] } });

test.each([
  [94, 'ruled-out', undefined],
  [95, 'found', 'notice'],
  [97, 'found', 'notice'],
  [98, 'found', 'warning'],
  [100, 'found', 'warning'],
] as const)('%d %% used', (usedPct, kind, severity) => {
  const verdict = verdictOf({ usedPct });
  expect(verdict.kind).toBe(kind);
  expect(verdict.kind === 'found' ? verdict.severity : undefined).toBe(severity);
});

test('inodes count, / without room is critical, room that is large in itself is not short', () => {
  expect(verdictOf({ usedPct: 30, inodesUsedPct: 100 })).toMatchObject({ kind: 'found', severity: 'warning' });
  expect(verdictOf({ usedPct: 100, availableBytes: 0, mount: '/' })).toMatchObject({ severity: 'critical' });
  expect(verdictOf({ usedPct: 99, availableBytes: 400e9 }).kind).toBe('ruled-out');
});

test('images and read-only mounts are full by nature', () => {
  expect(verdictOf({ usedPct: 100, type: 'squashfs', mount: '/snap/core/1' }).kind).toBe('undecided');
  expect(
    filesystemFull.decide({ filesystems: { all: [{ cites, source: '/dev/sr0', mount: '/media/cdrom', hung: false, usedPct: 100 }] } }).kind,
  ).toBe('undecided');
  expect(verdictOf({ usedPct: 100, readOnly: true }).kind).toBe('undecided');
  expect(verdictOf({ usedPct: 100, hung: true }).kind).toBe('undecided');
});

test('who holds a deleted file of it is named', () => {
  const holder = process(7, 'bash', { openFiles: [{ path: '/srv/app.log', device: 'sdb', deleted: true, fd: '3' }] });
  const elsewhere = process(8, 'java', { openFiles: [{ path: '/memfd:x', deleted: true, fd: '4' }] });
  const verdict = filesystemFull.decide({ filesystems: { all: [disk({ usedPct: 100 })] }, processes: processes(elsewhere, holder) });
  expect(verdict).toMatchObject({ culprit: { process: 'bash', pid: 7 } });
  expect(JSON.stringify(verdict)).toContain('/proc/7/fd/3');
});
