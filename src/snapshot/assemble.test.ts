import { describe, expect, it } from 'vitest';
import { bothReadings, filesOutput, rawOutput } from '../../test/raw-output.ts';
import type { RawOutput } from '../model/output.ts';
import type { VolumeLimit } from '../model/target.ts';
import { assemble } from './assemble.ts';
import type { Snapshot } from './snapshot.ts';

function look(outputs: readonly RawOutput[], volumes: readonly VolumeLimit[] = []): Snapshot {
  return assemble({ host: 'host-1', takenAt: new Date('2026-01-20T00:10:00Z'), outputs, volumes, pasted: false });
}

const DISKSTATS = ['/proc/diskstats', 'kernel'] as const;
function kernel(before: Readonly<Record<string, string>>, after: Readonly<Record<string, string>>): readonly RawOutput[] {
  return bothReadings('kernel', { '/proc/uptime': '1000.00 1500.00', ...before }, { '/proc/uptime': '1005.10 1502.00', ...after });
}
function disks(before: string, after: string): readonly RawOutput[] {
  return kernel({ [DISKSTATS[0]]: before }, { [DISKSTATS[0]]: after });
}

const IDLE = ' 259       1 nvme1n1 1000 0 8000 500 200 0 1600 100 0 400 600 0 0 0 0 0 0';

describe('rates', () => {
  it('are over the seconds that the host measured, not those that were asked for', () => {
    const snapshot = look(disks(IDLE, ' 259       1 nvme1n1 3448 0 634840 113108 200 0 1600 100 3 5500 123516 0 0 0 0 0 0'));
    expect(snapshot.windowSeconds).toBe(5.1);
    const window = snapshot.views.devices?.all[0]?.window;
    expect(window).toMatchObject({ readOpsPerS: 480, writeOpsPerS: 0, readAwaitMs: 46, utilPct: 100, inFlight: 3 });
    expect(window?.readBytesPerS).toBeCloseTo((626_840 * 512) / 5.1, 3);
    expect(window?.queueLength).toBeCloseTo(24.1, 2);
    expect(window?.writeAwaitMs).toBeUndefined();
    expect(window?.cites.map(({ output, line }) => `${output}:${line}`)).toEqual(['kernel.1:2', 'kernel.2:2']);
  });

  it('are absent where a counter went backwards or the device is another', () => {
    const window = look(disks(IDLE, ' 259       1 nvme1n1 10 0 80 5 300 0 2400 200 0 500 700 0 0 0 0 0 0')).views.devices?.all[0]?.window;
    expect(window?.readOpsPerS).toBeUndefined();
    expect(window?.writeOpsPerS).toBeCloseTo(100 / 5.1);
    expect(look(disks(IDLE, IDLE.replace('259       1', '259       4'))).views.devices?.all[0]?.window).toBeUndefined();
  });

  it('show a device that hangs: something in flight, and nothing moves', () => {
    const stuck = IDLE.replace('100 0 400 600', '100 2 400 600');
    const later = IDLE.replace('100 0 400 600', '100 2 5500 10800');
    expect(look(disks(stuck, later)).views.devices?.all[0]?.window).toMatchObject({
      readOpsPerS: 0,
      writeOpsPerS: 0,
      inFlight: 2,
      utilPct: 100,
      queueLength: 2,
    });
  });
});

const IOSTAT = `Linux 6.1.0 (host-1) \t01/20/26 \t_x86_64_\t(4 CPU)

avg-cpu:  %user   %nice %system %iowait  %steal   %idle
           8.00    0.00    5.00   61.00    0.00   26.00

Device            r/s     rkB/s   rrqm/s  %rrqm r_await rareq-sz     w/s     wkB/s   wrqm/s  %wrqm w_await wareq-sz  aqu-sz  %util
nvme1n1        480.00  61440.00     0.00   0.00   46.10   128.00   38.00   1720.00     0.00   0.00   52.40    45.26   24.10 100.00

`;

describe('devices', () => {
  it('are described by iostat, and by the counters where iostat does not list them', () => {
    const hidden = '   8       0 sda 5 0 40 5 5 0 40 5 7 400 2800 0 0 0 0 0 0';
    const { views } = look([
      rawOutput('iostat', IOSTAT, { command: 'iostat -x -k -y -z 5 1', parser: 'iostat' }),
      ...disks(`${IDLE}\n${hidden}`, `${IDLE}\n${hidden}`),
    ]);
    const [nvme, sda] = views.devices?.all ?? [];
    expect(nvme?.intervals).toMatchObject([{ readOpsPerS: 480, readAwaitMs: 46.1, queueLength: 24.1, utilPct: 100 }]);
    expect(nvme?.window?.readOpsPerS).toBe(0);
    expect(sda?.intervals).toMatchObject([{ inFlight: 7, readOpsPerS: 0 }]);
  });

  const layers = [
    filesOutput('block', {
      '/sys/block/sda/queue/scheduler': 'none [mq-deadline] bfq',
      '/sys/block/sda/queue/rotational': '1',
      '/sys/block/sda/dev': '8:0',
      '/sys/block/sda/sda1/dev': '8:1',
      '/sys/block/sda/sda1/partition': '1',
      '/sys/block/dm-0/dev': '254:0',
      '/sys/block/dm-0/dm/name': 'vg-logs',
      '/sys/block/loop0/dev': '7:0',
      '/sys/block/loop0/loop/backing_file': '/var/log/images/a.img',
    }),
    rawOutput('block-layers', 'lrwxrwxrwx 1 root root 0 Jan 20 00:10 /sys/block/dm-0/slaves/sda1 -> ../../sda/sda1\n', {
      parser: 'block-queue',
      command: 'ls -ld /sys/block/*/slaves/*',
    }),
    filesOutput('mounts', {
      '/proc/self/mountinfo':
        '22 1 8:2 / / rw,relatime - ext4 /dev/sda2 rw\n31 22 254:0 / /var/log rw,noatime - ext4 /dev/mapper/vg-logs rw\n40 22 7:0 / /snap/a ro - squashfs /dev/loop0 ro',
      '/proc/swaps': 'Filename\t\t\t\tType\t\tSize\t\tUsed\t\tPriority\n/var/log/swapfile                       file\t\t1048572\t\t0\t\t-2',
    }),
  ];

  it('know what lies on them and below them, their mounts, swap and limit', () => {
    const limit = { device: 'sda', maxOpsPerS: 3_000 };
    const all = new Map(look(layers, [limit]).views.devices?.all.map((device) => [device.name, device]));
    expect(all.get('sda')).toMatchObject({ scheduler: 'mq-deadline', rotational: true, above: ['sda1'], swap: true, limit });
    expect(all.get('sda')?.mounts).toContain('/var/log');
    expect(all.get('sda')?.mounts).toContain('/snap/a');
    expect(all.get('sda1')).toMatchObject({ below: ['sda'], above: ['dm-0'] });
    expect(all.get('dm-0')).toMatchObject({ below: ['sda1'], above: ['loop0'], mounts: ['/var/log', '/snap/a'] });
    expect(all.get('loop0')).toMatchObject({ below: ['dm-0'] });
  });
});

const PS = `    PID    PPID     SID STAT ELAPSED USER                 WCHAN                    UNIT                                     CGROUP                                    COMMAND
      1       0       1 Ss     90000 root                 ep_poll                  init.scope                               0::/init.scope                            /sbin/init
      2       0       0 S      90000 root                 kthreadd                 -                                        0::/                                      [kthreadd]
    300       2       0 D      90000 root                 rq_qos_wait              -                                        0::/                                      [kworker/u8:1+flush-259:1]
  18790       1   18790 Ss        60 root                 do_wait                  logrotate.service                        0::/system.slice/logrotate.service         /usr/sbin/logrotate /etc/logrotate.conf
  18822   18790   18790 D         55 root                 folio_wait_bit_common    logrotate.service                        0::/system.slice/logrotate.service         /bin/gzip
   4242       1    4242 S          1 diag                 do_wait                  session-3.scope                          0::/user.slice/user-1000.slice/session-3.scope sh -s
   4250    4242    4242 R          1 diag                 -                        session-3.scope                          0::/user.slice/user-1000.slice/session-3.scope pidstat -d 1 5
   1311       1    1311 Ssl   80000 mysql                wait_on_page             mysql.service                            0::/system.slice/mysql.service            /usr/sbin/mysqld --password=geheim
`;
const PIDSTAT = `Linux 6.1.0 (host-1) \t01/20/26 \t_x86_64_\t(4 CPU)

00:10:05      UID       PID   kB_rd/s   kB_wr/s kB_ccwr/s iodelay  Command
00:10:10        0     18822  58120.00      0.00      0.00     489  gzip
00:10:10      999      1311   2840.00   1612.00      0.00      91  mysqld
00:10:10     1000      4250    100.00      0.00      0.00       0  pidstat
`;

describe('processes', () => {
  const ps = rawOutput('ps', PS, { parser: 'ps', command: 'ps -ww -eo pid,ppid,sid,stat,etimes,user:20,wchan:24,unit:40,cgroup:100,args' });
  const pidstat = rawOutput('pidstat', PIDSTAT, { parser: 'pidstat', command: 'pidstat -d 5 1' });

  it('are joined by pid, the looking itself left out, secrets masked', () => {
    const processes = look([ps, pidstat, rawOutput('session', '4242\n')]).views.processes;
    expect(processes?.byPid.get(18822)).toMatchObject({
      ...{ name: 'gzip', parentPid: 18790, state: 'D', wchan: 'folio_wait_bit_common', unit: 'logrotate.service', kernelThread: false },
      ...{ cgroup: '/system.slice/logrotate.service', runningForSeconds: 55, intervals: [{ readBytesPerS: 58_120 * 1024 }] },
    });
    expect(processes?.byPid.get(300)).toMatchObject({ kernelThread: true, name: 'kworker/u8:1+flush-259:1' });
    expect(processes?.byPid.get(1311)?.commandLine).toBe('/usr/sbin/mysqld --password=******');
    expect(processes?.byPid.has(4242)).toBe(false);
    expect(processes?.byPid.has(4250)).toBe(false);
    expect(processes?.reports).toBe(1);
  });

  it('are all covered where the account saw those of others', () => {
    expect(look([ps, pidstat, rawOutput('session', '4242\n')]).views.processes?.coverage).toBe('all');
  });

  it('are covered in part where the account saw its own alone, and the answer says so', () => {
    const own = rawOutput(
      'pidstat',
      PIDSTAT.split('\n')
        .filter((line) => !/gzip|mysqld/.test(line))
        .join('\n'),
      { parser: 'pidstat', command: 'pidstat -d 5 1' },
    );
    const snapshot = look([ps, own, rawOutput('session', '4242\n')]);
    expect(snapshot.views.processes?.coverage).toBe('own');
    expect(snapshot.gaps.map(({ why }) => why)).toContain('shows this account its own processes only');
  });

  it('have the devices of their open files, unless a container has mounts of its own', () => {
    const rows = PS.replace('0::/system.slice/mysql.service            ', '0::/system.slice/docker-4f2a.scope ');
    const fds = '/proc/18822/fd/0 -> /var/log/app.log.1\n/proc/1311/fd/9 -> /var/lib/mysql/ibdata1\n';
    const processes = look([
      rawOutput('ps', rows, { parser: 'ps', command: ps.command }),
      rawOutput('fds', fds.replaceAll('/proc', 'lrwx------ 1 root root 64 Jan 20 00:10 /proc'), { parser: 'fd-links' }),
      filesOutput('mounts', { '/proc/self/mountinfo': '22 1 8:2 / / rw,relatime - ext4 /dev/sda2 rw' }),
    ]).views.processes;
    expect(processes?.byPid.get(18822)?.openFiles).toEqual([{ path: '/var/log/app.log.1', device: 'sda2', deleted: false, fd: '0' }]);
    expect(processes?.byPid.get(1311)?.openFiles).toEqual([{ path: '/var/lib/mysql/ibdata1', deleted: false, fd: '9' }]);
  });

  it('have the reports of two runs beside each other laid upon each other', () => {
    const cpu = rawOutput(
      'pidstat-cpu',
      PIDSTAT.replace(/kB_rd.*iodelay/, '%usr %system  %guest   %wait    %CPU   CPU')
        .replace(/58120.*489/, '50.00 2.00 0.00 0.00 52.00 1')
        .replace(/(2840|100\.00).*\n/g, '0 0 0 0 0 1 x\n'),
      {
        parser: 'pidstat',
        command: 'pidstat -u 5 1',
      },
    );
    const processes = look([ps, pidstat, cpu]).views.processes;
    expect(processes?.reports).toBe(1);
    expect(processes?.byPid.get(18822)?.intervals).toMatchObject([{ readBytesPerS: 58_120 * 1024, cpuPct: 52 }]);
  });
});

describe('what people paste', () => {
  const screen = (idle: string) =>
    `top - 00:10:05 up 10 days,  1:00,  2 users,  load average: 24.10, 20.00, 9.00\n%Cpu(s):  8.0 us,  5.0 sy,  0.0 ni, ${idle} id, 61.0 wa,  0.0 hi,  0.0 si,  0.0 st\n\n    PID USER      PR  NI    VIRT    RES    SHR S  %CPU  %MEM     TIME+ COMMAND\n  18822 root      20   0    4000   2000   1500 D  12.5   0.0   0:05.00 gzip\n\n`;

  it('of top in batch mode has a first screen that is no state of now', () => {
    const { views } = look([rawOutput('top', screen('98.0') + screen('26.0'), { command: 'top -b -n 2' })]);
    expect(views.cpu?.intervals).toMatchObject([{ idlePct: 26, iowaitPct: 61 }]);
    expect(views.cpu?.sinceBoot?.idlePct).toBe(98);
    expect(views.processes?.byPid.get(18822)).toMatchObject({ state: 'D', intervals: [{ cpuPct: 12.5 }] });
    expect(views.host?.loadAverage1).toBe(24.1);
  });

  it('of sar names devices by number until something tells their names', () => {
    const sar =
      'Linux 6.1.0 (host-1) \t01/20/26 \t_x86_64_\t(4 CPU)\n\n00:00:01          DEV       tps     rkB/s     wkB/s     dkB/s   areq-sz    aqu-sz     await     %util\n00:10:01       dev259-0    480.00  61440.00   1720.00      0.00    128.00     24.10     46.10    100.00\nAverage:       dev259-0    240.00  30720.00    860.00      0.00    128.00     12.05     46.10     50.00\n';
    const pasted = rawOutput('sar', sar, { command: 'sar -d' });
    expect(look([pasted]).views.devices?.all).toMatchObject([{ name: 'dev259-0', intervals: [{ opsPerS: 480, awaitMs: 46.1 }] }]);
    const named = look([pasted, filesOutput('block', { '/sys/block/nvme0n1/dev': '259:0', '/sys/block/nvme0n1/size': '4096' })]);
    expect(named.views.devices?.all).toMatchObject([{ name: 'nvme0n1', sizeBytes: 2_097_152, intervals: [{ queueLength: 24.1 }] }]);
    const scsi = rawOutput('sar', sar.replaceAll('dev259-0', '  dev8-17'), { command: 'sar -d' });
    expect(look([scsi]).views.devices?.all).toMatchObject([{ name: 'sdb1' }]);
  });

  it('of one format twice is one series, in the order given', () => {
    const report = (util: string) => IOSTAT.replace('100.00\n\n', `${util}\n\n`);
    const given = ['10.00', '90.00'].map((util, index) => rawOutput(`iostat-${index}`, report(util), { command: 'iostat -x -y 5 1' }));
    expect(look(given).views.devices?.all[0]?.intervals.map(({ utilPct }) => utilPct)).toEqual([10, 90]);
  });
});

describe('pressure', () => {
  const psi = (total: number) => `some avg10=33.00 avg60=20.00 avg300=5.00 total=${total}\nfull avg10=1.00 avg60=1.00 avg300=1.00 total=0`;

  it('is the growth of the total over the window; averages then say nothing', () => {
    const { views } = look(kernel({ '/proc/pressure/io': psi(1_000_000) }, { '/proc/pressure/io': psi(4_978_000) }));
    expect(views.pressure?.io?.some).toMatchObject({ windowPct: 78 });
    expect(views.pressure?.io?.some?.avg10Pct).toBeUndefined();
    expect(views.pressure?.io?.full?.windowPct).toBe(0);
  });

  it('is the averages where there is one reading', () => {
    const { views } = look([rawOutput('x', psi(1), { command: 'cat /proc/pressure/io' })]);
    expect(views.pressure?.io?.some).toMatchObject({ avg10Pct: 33 });
    expect(views.pressure?.io?.some?.windowPct).toBeUndefined();
  });
});

describe('the host as a whole', () => {
  it('has its CPU by vmstat, and by the kernel over the window', () => {
    const vmstat =
      'procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu-----\n r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st\n 1  0      0 402112  20412 6120380    0    0    10    20   30   40  1  1 98  0  0\n 1 22      0 402112  20412 6120380    4    0 61240  1802 2210 3104  8  5 26 61  0\n';
    const stat = (user: number, idle: number, iowait: number) =>
      `cpu  ${user} 0 100 ${idle} ${iowait} 0 0 0 0 0\ncpu0 ${user} 0 100 ${idle} ${iowait} 0 0 0 0 0\nctxt ${user * 10}\nprocs_running 2\nprocs_blocked 9`;
    const { views } = look([
      rawOutput('vmstat', vmstat, { command: 'vmstat -w 1 2', parser: 'vmstat' }),
      ...kernel({ '/proc/stat': stat(100, 1000, 500) }, { '/proc/stat': stat(150, 1150, 800) }),
    ]);
    expect(views.cpu?.intervals).toMatchObject([{ iowaitPct: 61, blockedTasks: 22 }]);
    expect(views.cpu?.sinceBoot?.idlePct).toBe(98);
    expect(views.cpu?.window).toMatchObject({ userPct: 10, idlePct: 30, iowaitPct: 60, blockedTasks: 9 });
    expect(views.cpu?.window?.contextSwitchesPerS).toBeCloseTo(500 / 5.1);
    expect(views.paging?.intervals).toMatchObject([{ swapInBytesPerS: 4096, blockInBytesPerS: 61_240 * 1024 }]);
    expect(views.host).toMatchObject({ cpus: 1, uptimeSeconds: 1005.1 });
  });

  it('has its memory field by field, each with its own line', () => {
    const { views } = look([
      ...kernel(
        { '/proc/meminfo': 'MemTotal:  100 kB', '/proc/vmstat': 'nr_dirty 5' },
        {
          '/proc/meminfo': 'MemTotal:        8000 kB\nMemAvailable:    4000 kB\nDirty:            12 kB',
          '/proc/vmstat': 'nr_dirty_threshold 1000\npgmajfault 7',
        },
      ),
      filesOutput('host', { '/proc/sys/vm/dirty_ratio': '20' }),
    ]);
    expect(views.memory).toMatchObject({
      totalBytes: 8_192_000,
      availableBytes: 4_096_000,
      dirtyBytes: 12_288,
      dirtyLimitBytes: 4_096_000,
    });
    expect(views.memory?.fieldCites?.['dirtyLimitBytes']?.map(({ text }) => text)).toEqual(['/proc/vmstat:nr_dirty_threshold 1000']);
    expect(views.memory?.settings.get('vm.dirty_ratio')).toBe(20);
  });

  it('shows a file system whose df did not come back', () => {
    const mountinfo = '22 1 8:2 / / rw,relatime - ext4 /dev/sda2 rw\n31 22 0:50 / /mnt/far rw - fuse.sshfs far:/ rw';
    const row =
      'Filesystem     1024-blocks    Used Available Capacity Mounted on\n/dev/sda2         1000000  990000     10000      99% /\n';
    const { views } = look([
      filesOutput('mounts', { '/proc/self/mountinfo': mountinfo }),
      rawOutput('df.1', row, { command: 'df -lP /', parser: 'df' }),
      rawOutput('df.2', '', { command: 'df -lP /mnt/far', parser: 'df', outcome: 'timeout' }),
    ]);
    expect(views.filesystems?.all).toMatchObject([
      { mount: '/', device: 'sda2', usedPct: 99, hung: false, type: 'ext4' },
      { mount: '/mnt/far', hung: true, type: 'fuse.sshfs' },
    ]);
  });

  it('has no array where it was asked and has none', () => {
    expect(
      look([filesOutput('kernel.1', { '/proc/loadavg': '1 1 1 1/1 1' }, { command: "grep -aH '' /proc/loadavg /proc/mdstat" })]).views.raid,
    ).toEqual({ arrays: [] });
    expect(look([]).views.raid).toBeUndefined();
  });
});

it('has no view that no output fills', () => {
  expect(look([]).views).toEqual({});
  expect(look([rawOutput('iostat', '', { parser: 'iostat' })]).views).toEqual({});
});
