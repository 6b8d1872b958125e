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
  ['ata3: SATA link down (SStatus 1 SControl 300)', 'link-reset', 'ata3'],
  ['ata3.00: disable device', 'link-reset', 'ata3.00'],
  ['ata3.00: exception Emask 0x0 SAct 0x7fc00000 SErr 0x0 action 0x6 frozen', 'request-timeout', 'ata3.00'],
  ['EXT4-fs error (device sda1): ext4_find_entry:1455: inode #2: comm ls: reading directory lblock 0', 'fs-error', 'sda1'],
  ['EXT4-fs (sda1): Remounting filesystem read-only', 'fs-remount-ro', 'sda1'],
  ['Aborting journal on device sda1-8.', 'fs-error', 'sda1'],
  ['XFS (dm-0): metadata I/O error in "xfs_trans_read_buf_map" at daddr 0x1 len 8 error 5', 'fs-error', 'dm-0'],
  ['XFS (dm-0): Filesystem has been shut down due to log error (0x2).', 'fs-remount-ro', 'dm-0'],
  ['nfs: server filer-1 not responding, still trying', 'nfs-not-responding', undefined],
  ['hv_storvsc vmbus_0_1: cmd 0x2a scsi status 0x2 srb status 0x4', 'storage-driver-error', 'vmbus_0_1'],
  ['md/raid1:md0: Disk failure on sdb1, disabling device.', 'storage-driver-error', 'sdb1'],
  ['hv_storvsc f8b3781b: tag#10 cmd 0x2a status: scsi 0x0 srb 0x4 hv 0xc0000001', 'storage-driver-error', 'f8b3781b'],
  ['megaraid_sas 0000:02:00.0: pending commands remain after waiting, will reset adapter scsi0', 'storage-driver-error', undefined],
  ['mpt3sas_cm0: fault_state(0x2622)!', 'storage-driver-error', undefined],
  ['aacraid: Host adapter abort request.', 'storage-driver-error', undefined],
  ['vmw_pvscsi: task timed out', 'storage-driver-error', undefined],
  ['EXT4-fs (sda1): error count since last fsck: 4', 'fs-error', 'sda1'],
  ['md/raid:md5: read error not correctable (sector 2048 on sdb1).', 'storage-driver-error', undefined],
  ['device-mapper: multipath: 253:2: Failing path 8:16.', 'storage-driver-error', undefined],
  ['nf_conntrack: nf_conntrack: table full, dropping packet', 'conntrack-full', undefined],
  ['nf_conntrack: table full, dropping packet.', 'conntrack-full', undefined],
  ['nf_conntrack: nf_conntrack: table full in netns 4026532177, dropping packet', 'conntrack-full', undefined],
  ['ip_conntrack: table full, dropping packet.', 'conntrack-full', undefined],
  ['ip_conntrack: maximum limit of 65536 entries exceeded', 'conntrack-full', undefined],
  ['TCP: request_sock_TCP: Possible SYN flooding on port 8080. Sending cookies.  Check SNMP counters.', 'syn-flood', undefined],
  ['TCP: request_sock_TCP: Possible SYN flooding on port 0.0.0.0:8080. Dropping request.', 'syn-flood', undefined],
  ['possible SYN flooding on port 80. Sending cookies.', 'syn-flood', undefined],
  ['NETDEV WATCHDOG: eth0 (ftgmac100): transmit queue 0 timed out', 'transmit-timeout', 'eth0'],
  ['r8125 0000:22:04.0 eth4: NETDEV WATCHDOG: CPU: 3: transmit queue 0 timed out 5010 ms', 'transmit-timeout', 'eth4'],
  ['NETDEV WATCHDOG: eth0: transmit timed out', 'transmit-timeout', 'eth0'],
  ['e1000e 0000:00:19.0 eno1: Detected Hardware Unit Hang:', 'transmit-timeout', 'eno1'],
  ['igb 0000:01:00.0 enp1s0f0: igb: enp1s0f0 NIC Link is Down', 'link-down', 'enp1s0f0'],
  ['tg3 0000:02:00.0 eth0: Link is down', 'link-down', 'eth0'],
  ['mlx5_core 0000:03:00.0 eth2: Link down', 'link-down', 'eth2'],
  ['watchdog: BUG: soft lockup - CPU#0 stuck for 22s! [kworker/0:1:12]', 'other', undefined],
] as const)('%s', (text, kind, device) => {
  expect(classify(text)).toEqual({ kind, ...(device === undefined ? {} : { device }) });
});

it.each([
  'nfs: server filer-1 OK',
  'igb 0000:01:00.0 enp1s0f0: igb: enp1s0f0 NIC Link is Up 1000 Mbps Full Duplex, Flow Control: RX',
  'IPv6: ADDRCONF(NETDEV_UP): eth0: link is not ready',
  'ata3: SATA link down (SStatus 0 SControl 300)',
  'pcieport 0000:00:1c.0: pciehp: Slot(0): Link Down',
  'EXT4-fs (loop1): mounted filesystem 25664a57 r/w with ordered data mode. Quota mode: none.',
  'EXT4-fs (sda1): re-mounted. Opts: errors=remount-ro',
  'EXT4-fs (sda1): mounted filesystem with ordered data mode. Opts: errors=remount-ro. Quota mode: none.',
  'EXT4-fs (vda1): INFO: recovery required on readonly filesystem',
  'XFS (dm-0): Ending clean mount',
  'virtio_blk virtio1: 1/0/0 default/read/poll queues',
  'virtio_blk virtio1: [vda] 536870912 512-byte logical blocks (275 GB/256 GiB)',
  'nvme nvme0: Shutdown timeout set to 10 seconds',
  'nvme nvme0: 2/0/0 default/read/poll queues',
  'megaraid_sas 0000:02:00.0: Online Controller Reset(OCR) : Enabled',
  'megaraid_sas 0000:02:00.0: FW provided TM TaskAbort/Reset timeout : 6 secs/60 secs',
  'mpt3sas_cm0: sending message unit reset !!',
  'mpt3sas_cm0: message unit reset: SUCCESS',
  'hpsa 0000:03:00.0: Logical aborts not supported',
  'blkfront: xvda: barrier or flush: disabled; persistent grants: enabled; indirect descriptors: enabled;',
  'hv_storvsc f8b3781b: tag#10 cmd 0x85 status: scsi 0x2 srb 0x6 hv 0xc0000001',
  'blk_update_request: I/O error, dev fd0, sector 0',
  'Buffer I/O error on dev sr0, logical block 0, async page read',
  'ata2: SATA link down (SStatus 0 SControl 300)',
  'md/raid1:md0: active with 2 out of 2 mirrors',
  'md/raid1:md0: not clean -- starting background reconstruction',
  'device-mapper: ioctl: 4.45.0-ioctl (2021-03-22) initialised: dm-devel@redhat.com',
  'perl[12855]: segfault at 80 ip 0000000000000080 sp 00007ffc319930b0 error 14 likely on CPU 0',
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
  ['Mar  2 18:07:17.050705 db1 kernel: ', {}],
])('a line led by %j gives its stamp and its message', (prefix, stamp) => {
  const { sample, problems } = kernelLog.parse(sourceOf('log' as OutputId, 'dmesg', `${prefix}ata3: hard resetting link`));
  expect(problems).toEqual([]);
  expect(sample?.events).toMatchObject([{ kind: 'link-reset', device: 'ata3', text: 'ata3: hard resetting link', ...stamp }]);
});

it.each([
  ['swapper: page allocation failure. order:1, mode:0x20', { process: 'swapper', order: 1, gfp: '0x20' }],
  [
    'kworker/u8:1: page allocation failure: order:3, mode:0x40cc0(GFP_KERNEL|__GFP_COMP), nodemask=(null)',
    { process: 'kworker/u8:1', order: 3, gfp: '0x40cc0(GFP_KERNEL|__GFP_COMP)' },
  ],
  ['java: page allocation stalls for 10004ms, order:4, mode:0x14040c0(GFP_KERNEL|__GFP_COMP)', { process: 'java', order: 4 }],
  ['XFS: kworker/1:2(4711) possible memory allocation deadlock size 65584 in kmem_alloc (mode:0x2400240)', { pid: 4711, order: 5 }],
] as const)('%s is an allocation that failed', (text, fields) => {
  const lines = ['[ 10.000001] '.concat(text), '[ 10.000002] Mem-Info:', '[ 10.000003]  free:1000 free_pcp:0 free_cma:0'];
  const { sample } = kernelLog.parse(sourceOf('log' as OutputId, 'dmesg', lines.join('\n')));
  expect(sample?.events).toMatchObject([{ kind: 'allocation-failure', ...fields, freeBytes: 4_096_000 }]);
});
