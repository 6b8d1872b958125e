import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bothReadings, filesOutput, rawOutput } from '../../test/raw-output.ts';
import type { Cite } from '../model/evidence.ts';
import type { RawOutput } from '../model/output.ts';
import { assemble } from './assemble.ts';
import type { Views } from './views.ts';

const OUTPUTS: readonly RawOutput[] = [
  ...bothReadings(
    'kernel',
    {
      '/proc/uptime': '1000.00 1500.00',
      '/proc/diskstats': '   8       0 sda 1000 0 8000 500 200 0 1600 100 0 400 600 0 0 0 0 9 9',
      '/proc/pressure/io': 'some avg10=33.00 avg60=20.00 avg300=5.00 total=100\nfull avg10=1.00 avg60=1.00 avg300=1.00 total=0',
      '/proc/stat': 'cpu  100 0 100 1000 500 0 0 0 0 0\nctxt 700',
      '/proc/vmstat': 'pswpin 5\npgpgin 700\nnr_dirty_threshold 1000',
    },
    {
      '/proc/uptime': '1005.00 1502.00',
      '/proc/diskstats': '   8       0 sda 1900 0 98000 9500 200 0 1600 100 3 4400 9600 0 0 0 0 9 9',
      '/proc/pressure/io': 'some avg10=33.00 avg60=20.00 avg300=5.00 total=4000000\nfull avg10=1.00 avg60=1.00 avg300=1.00 total=70',
      '/proc/stat': 'cpu  150 0 100 1150 800 0 0 0 0 0\nctxt 1900\nprocs_blocked 4',
      '/proc/vmstat': 'pswpin 90\npgpgin 9700\nnr_dirty_threshold 1000',
      '/proc/meminfo': 'MemTotal:        8000 kB\nMemAvailable:    4000 kB',
    },
  ),
  ...bothReadings(
    'cgroup-io',
    {
      '/proc/uptime': '1000.10 1500.00',
      '/sys/fs/cgroup/system.slice/a.service/io.stat': '8:0 rbytes=4096 wbytes=0 rios=1 wios=0 dbytes=0 dios=0',
    },
    {
      '/proc/uptime': '1005.10 1502.00',
      '/sys/fs/cgroup/system.slice/a.service/io.stat': '8:0 rbytes=50004096 wbytes=0 rios=900 wios=0 dbytes=0 dios=0',
    },
  ),
  rawOutput(
    'vmstat',
    ' r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st\n 1 0 0 402112 20412 6120380 0 0 1 2 3 4 1 1 98 0 0\n 1 22 0 402112 20412 6120380 0 0 61240 1802 2210 3104 8 5 26 61 0\n',
    { command: 'vmstat -w 1 2', parser: 'vmstat' },
  ),
  rawOutput(
    'iostat',
    '\nDevice            r/s     rkB/s   rrqm/s  %rrqm r_await rareq-sz     w/s     wkB/s   wrqm/s  %wrqm w_await wareq-sz  aqu-sz  %util\nsda        480.00  61440.00     0.00   0.00   46.10   128.00   38.00   1720.00     0.00   0.00   52.40    45.26   24.10 100.00\n',
    { command: 'iostat -x -k -y -t 5 1', parser: 'iostat' },
  ),
  rawOutput(
    'pidstat',
    '# Time        UID       PID   kB_rd/s   kB_wr/s kB_ccwr/s iodelay  Command\n1768867810        0     18822  58120.00      0.00      0.00     489  gzip\n',
    { command: 'pidstat -h -d 5 1', parser: 'pidstat' },
  ),
  rawOutput(
    'ps',
    '    PID    PPID STAT USER     WCHAN  COMMAND\n  18790       1 Ss   root     do_wait /usr/sbin/logrotate /etc/logrotate.conf\n  18822   18790 D    root     folio_wait_bit /bin/gzip\n',
    { command: 'ps -eo pid,ppid,stat,user,wchan,args', parser: 'ps' },
  ),
  rawOutput('fds', 'lr-x------ 1 root root 64 Jan 20 00:10 /proc/18822/fd/0 -> /var/log/app.log.1\n', {
    command: 'ls -ld /proc/[0-9]*/fd/*',
    parser: 'fd-links',
  }),
  filesOutput('block', { '/sys/block/sda/queue/scheduler': '[none]', '/sys/block/sda/dev': '8:0' }),
  filesOutput('mounts', { '/proc/self/mountinfo': '22 1 8:0 / / rw,relatime - ext4 /dev/sda rw' }),
  rawOutput(
    'df.1',
    'Filesystem     1024-blocks    Used Available Capacity Mounted on\n/dev/sda         1000000  990000     10000      99% /\n',
    { command: 'df -lP /', parser: 'df' },
  ),
  rawOutput(
    'kernel-log',
    '[ 1004.25] blk_update_request: I/O error, dev sda, sector 12345 op 0x0:(READ) flags 0x0 phys_seg 1 prio class 0\n',
    { command: 'dmesg', parser: 'kernel-log' },
  ),
];

function viewsOf(outputs: readonly RawOutput[]): Views {
  return assemble({ host: 'host-1', takenAt: new Date(0), outputs, volumes: [], pasted: false }).views;
}

/** Every citation and every number, however deep. */
function walk(value: unknown, found: { readonly cites: Cite[]; readonly numbers: number[] }): typeof found {
  if (typeof value === 'number') found.numbers.push(value);
  if (typeof value !== 'object' || value === null) return found;
  if ('output' in value && 'line' in value) found.cites.push(value as Cite);
  else for (const part of value instanceof Map ? value.values() : Object.values(value)) walk(part, found);
  return found;
}

function checkEvidence(outputs: readonly RawOutput[]): void {
  const lines = new Map<string, readonly string[]>(outputs.map(({ id, stdout }) => [id, stdout.split(/\r?\n/)]));
  const { cites, numbers } = walk(viewsOf(outputs), { cites: [], numbers: [] });
  for (const { output, line, text } of cites) expect(lines.get(output)?.[line - 1]).toBe(text);
  expect(numbers.filter((value) => !Number.isFinite(value))).toEqual([]);
}

describe('laws of the views', () => {
  it('each citation is a line of an output, verbatim, and there are many', () => {
    checkEvidence(OUTPUTS);
    expect(Object.keys(viewsOf(OUTPUTS)).toSorted()).toEqual([
      'cpu',
      'devices',
      'filesystems',
      'host',
      'kernelLog',
      'memory',
      'paging',
      'pressure',
      'processes',
    ]);
  });

  it('figures of one thing from several tools stand beside each other', () => {
    const { devices, processes } = viewsOf(OUTPUTS);
    expect(devices?.all).toMatchObject([
      { name: 'sda', scheduler: 'none', mounts: ['/'], intervals: [{ readAwaitMs: 46.1 }], window: { readAwaitMs: 10, inFlight: 3 } },
    ]);
    expect(processes?.byPid.get(18822)).toMatchObject({
      parentPid: 18790,
      openFiles: [{ path: '/var/log/app.log.1', device: 'sda', deleted: false, fd: '0' }],
    });
    expect(processes?.cgroupIo).toMatchObject([
      { cgroup: '/system.slice/a.service', device: 'sda', readBytesPerS: 1e7, writeBytesPerS: 0 },
    ]);
  });

  it.each(OUTPUTS.map((output) => [output.id, output] as const))('without %s nothing is said that the others did not say', (_id, taken) => {
    const left = OUTPUTS.filter((output) => output !== taken);
    checkEvidence(left);
    const all = new Set(Object.keys(viewsOf(OUTPUTS)));
    expect(Object.keys(viewsOf(left)).filter((name) => !all.has(name))).toEqual([]);
  });

  it('no mangled text makes it throw, or a figure that is none', () => {
    const mangled = fc.record({
      which: fc.nat(OUTPUTS.length - 1),
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      how: fc.constantFrom('cut', 'repeat', 'drop', 'crlf', 'digits', 'swap'),
    });
    fc.assert(
      fc.property(fc.array(mangled, { minLength: 1, maxLength: 4 }), (changes) => {
        checkEvidence(
          changes.reduce<readonly RawOutput[]>(
            (outputs, change) => outputs.map((output, index) => (index === change.which ? mangle(output, change) : output)),
            OUTPUTS,
          ),
        );
      }),
      { numRuns: 200 },
    );
  });
});

function mangle(output: RawOutput, { at, how }: { readonly at: number; readonly how: string }): RawOutput {
  const { stdout } = output;
  const place = Math.floor(at * stdout.length);
  const lines = stdout.split('\n');
  const line = Math.floor(at * lines.length);
  const texts: Readonly<Record<string, () => string>> = {
    cut: () => stdout.slice(0, place),
    repeat: () => stdout + stdout.slice(place),
    drop: () => lines.toSpliced(line, 1).join('\n'),
    crlf: () => stdout.replaceAll('\n', '\r\n'),
    digits: () => stdout.slice(0, place) + stdout.slice(place).replace(/\d+/, '99999999999999999999999'),
    swap: () => lines.toSpliced(line, 2, ...lines.slice(line, line + 2).toReversed()).join('\n'),
  };
  return { ...output, stdout: texts[how]?.() ?? stdout };
}
