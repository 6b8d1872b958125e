import { expect, it } from 'vitest';
import type { OutputId } from '../../model/output.ts';
import { sourceOf } from '../parser.ts';
import { classify } from './classify.ts';
import { kernelLog } from './kernel-log.ts';

it.each([
  ['blk_update_request: I/O error, dev sda, sector 582845656', 'io-error', 'sda'],
  ['I/O error, dev nvme0n1, sector 1048576 op 0x1:(WRITE) flags 0x800 phys_seg 3 prio class 0', 'io-error', 'nvme0n1'],
  ['Buffer I/O error on dev dm-3, logical block 2, lost async page write', 'io-error', 'dm-3'],
  ['critical medium error, dev sdb, sector 2048 op 0x0:(READ) flags 0x0 phys_seg 1 prio class 2', 'medium-error', 'sdb'],
  ['nvme nvme0: I/O 384 QID 3 timeout, aborting', 'request-timeout', 'nvme0'],
  ['nvme nvme0: I/O tag 384 (0180) opcode 0x2 (I/O Cmd) QID 3 timeout, reset controller', 'request-timeout', 'nvme0'],
  ['nvme nvme1: controller is down; will reset: CSTS=0xffffffff, PCI_STATUS=0x10', 'link-reset', 'nvme1'],
  ['ata3: hard resetting link', 'link-reset', 'ata3'],
  ['ata3: SATA link down (SStatus 0 SControl 300)', 'link-reset', 'ata3'],
  ['ata3.00: exception Emask 0x0 SAct 0x7fc00000 SErr 0x0 action 0x6 frozen', 'request-timeout', 'ata3.00'],
  ['EXT4-fs error (device sda1): ext4_find_entry:1455: inode #2: comm ls: reading directory lblock 0', 'fs-error', 'sda1'],
  ['EXT4-fs (sda1): Remounting filesystem read-only', 'fs-remount-ro', 'sda1'],
  ['Aborting journal on device sda1-8.', 'fs-error', 'sda1'],
  ['XFS (dm-0): metadata I/O error in "xfs_trans_read_buf_map" at daddr 0x1 len 8 error 5', 'fs-error', 'dm-0'],
  ['XFS (dm-0): Filesystem has been shut down due to log error (0x2).', 'fs-remount-ro', 'dm-0'],
  ['nfs: server filer-1 not responding, still trying', 'nfs-not-responding', undefined],
  ['hv_storvsc vmbus_0_1: cmd 0x2a scsi status 0x2 srb status 0x4', 'storage-driver-error', 'vmbus_0_1'],
  ['md/raid1:md0: Disk failure on sdb1, disabling device.', 'storage-driver-error', 'sdb1'],
  ['nf_conntrack: nf_conntrack: table full, dropping packet', 'conntrack-full', undefined],
  ['watchdog: BUG: soft lockup - CPU#0 stuck for 22s! [kworker/0:1:12]', 'other', undefined],
] as const)('%s', (text, kind, device) => {
  expect(classify(text)).toEqual({ kind, ...(device === undefined ? {} : { device }) });
});

it.each([
  'nfs: server filer-1 OK',
  'EXT4-fs (loop1): mounted filesystem 25664a57 r/w with ordered data mode. Quota mode: none.',
  'ata1: EH complete',
  'ata1.00: configured for UDMA/133',
])('%s tells of no trouble', (text) => {
  expect(classify(text)).toBeUndefined();
});

it.each([
  ['[ 1186.232273] ', { uptimeSeconds: 1186.232273 }],
  ['host login: [ 1186.232273] ', { uptimeSeconds: 1186.232273 }],
  ['[ 1186.232273][   T12] ', { uptimeSeconds: 1186.232273 }],
  ['<4>[ 1186.232273] ', { uptimeSeconds: 1186.232273 }],
  ['kern  :warn  : [ 1186.232273] ', { uptimeSeconds: 1186.232273 }],
  ['[Sat Mar  2 18:07:17 2024] ', { at: new Date('2024-03-02T18:07:17Z') }],
  ['2024-03-02T18:07:17+01:00 db1 kernel: ', { at: new Date('2024-03-02T17:07:17Z') }],
  ['2024-03-02T18:07:17,123456+01:00 ', { at: new Date('2024-03-02T17:07:17.123Z') }],
  ['Mar  2 18:07:17 db1 kernel: ', {}],
])('a line led by %j gives its stamp and its message', (prefix, stamp) => {
  const { sample, problems } = kernelLog.parse(sourceOf('log' as OutputId, 'dmesg', `${prefix}ata3: hard resetting link`));
  expect(problems).toEqual([]);
  expect(sample?.events).toMatchObject([{ kind: 'link-reset', device: 'ata3', text: 'ata3: hard resetting link', ...stamp }]);
});
