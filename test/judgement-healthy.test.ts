import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { explain } from '../src/app/explain.ts';
import { readGiven } from '../src/cli/given.ts';
import type { DiagnosisId } from '../src/model/diagnosis.ts';

/** Hosts that are healthy or merely busy, and look sick. The outputs are made up, in the form of the tools. */
const root = join(import.meta.dirname, 'judgement');
const now = new Date('2026-12-01T00:00:00Z');

const LOAD = ['io.device-saturated', 'io.bulk-reader', 'io.bulk-writer', 'io.slow-device', 'io.flush-bound', 'io.swap-in'];
const VOLUME = ['io.volume-iops-limit', 'io.volume-throughput-limit', 'io.burst-credits-exhausted'];
const STUCK = ['io.device-hung', 'io.filesystem-frozen', 'io.remote-storage-hung', 'io.slow-device', 'io.writeback-stall'];
const FULL = ['io.filesystem-full'];

const table: readonly (readonly [name: string, mustNot: readonly string[], why: string])[] = [
  ['nvme-util-100', LOAD, 'Parallel devices are always busy; a queue of 30 at 0.2 ms is the depth that the program asked for.'],
  ['rsync-two-fast-disks', LOAD, 'A copy at 300 MB/s between disks that answer within half a millisecond harms nobody.'],
  ['postgres-checkpoint', LOAD, 'A checkpoint writes a lot; requests and flushes still answer within a millisecond.'],
  ['md-check-idle-limit', ['io.raid-resync', ...LOAD], 'A check held to sync_speed_min by other work costs the members a few per cent.'],
  [
    'gp3-below-limits',
    [...VOLUME, ...LOAD],
    '1,200 requests/s and 38 MB/s are well below 3,000 and 125 MB/s, and latency is that of the volume at rest.',
  ],
  ['since-boot-scary', LOAD, 'The first report is the mean since boot, of a restore perhaps; the four that follow are at rest.'],
  ['old-dmesg-errors', ['io.slow-device'], 'Errors of 28 days ago by the day at the head of iostat, and a disk that answers in time now.'],
  ['old-dmesg-seconds', ['io.slow-device'], 'The same by the seconds since boot, which /proc/uptime tells the age of.'],
  ['snap-loops', FULL, 'Snap images and optical discs are full by nature, and df without -T does not tell their type.'],
  ['docker-overlay', FULL, 'Seven lines of one file system at 61 %: the layers of containers are no further use.'],
  ['tmpfs-used', FULL, 'Shared memory at 90 % is what a database set aside; no disk is full.'],
  ['zram-full-idle', ['io.swap-in'], 'Swap in memory is filled once with what nobody needs; nothing goes in or out.'],
  ['dstate-kthreads', STUCK, 'Threads of ZFS and of the journal that sleep in D raise the load average; PSI is still.'],
  ['clamscan-idle', LOAD, 'A nightly scan reads 33 MB/s; 2 ms a request at half use leaves room for all others.'],
  ['luks-lvm-nvme', LOAD, 'One stream of requests shows on three devices that lie on each other; it is one load at 0.35 ms.'],
  ['high-wa-one-cpu', LOAD, 'On one CPU one waiting task makes 85 % iowait; the disk is used to a tenth.'],
  ['swap-used-still', ['io.swap-in'], 'Swap that was filled long ago and is not touched costs nothing.'],
  ['boot-3-min-ago', LOAD, 'The only report is since boot, three minutes ago: the reads of the boot itself.'],
  ['multipath-counted-once', LOAD, 'Two paths and the map over them show one load of 77 MB/s at 1 ms.'],
  ['apt-emmc-short', LOAD, 'A package is unpacked in one second of five; flash that is at rest before and after is no incident.'],
  ['container-no-devices', [...LOAD, ...FULL], 'No device is seen from inside; what is seen is at rest.'],
];

async function* nothing(): AsyncGenerator<Uint8Array> {}

it('every folder stands in the table', () => {
  const folders = readdirSync(root).filter((name) => name !== 'faults');
  expect(folders.toSorted()).toEqual(table.map(([name]) => name).toSorted());
});

it.each(table)('%s: no alarm', async (name, mustNot) => {
  const { outputs, complaints } = await readGiven([join(root, name)], nothing(), now);
  expect(complaints).toEqual([]);
  const { cause, findings } = explain({ id: 'case' as DiagnosisId, host: 'pasted output', takenAt: now, outputs });
  expect(cause).toBe('none.healthy');
  const alarms = findings.filter(({ severity }) => severity !== 'notice').map((finding) => finding.cause);
  expect(alarms.filter((id) => mustNot.includes(id))).toEqual([]);
});
