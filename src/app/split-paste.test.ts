import { describe, expect, it } from 'vitest';
import { outputsOfTexts } from './explain.ts';

const VMSTAT = ` r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st
 1 22      0 402112  20412 6120380   0    0 61240  1802 2210 3104  8  5 26 61  0`;
const PRESSURE = 'some avg10=78.21 avg60=74.90 avg300=40.12 total=1\nfull avg10=55.30 avg60=52.07 avg300=27.88 total=1';
const TOP = `top - 06:32:32 up 11 days, 11:51,  1 user,  load average: 679.23, 680.52, 674.97
%Cpu(s):  6.4 us, 25.7 sy,  0.0 ni, 60.0 id,  7.9 wa,  0.0 hi,  0.0 si,  0.0 st

  PID USER      PR  NI    VIRT    RES    SHR S  %CPU %MEM     TIME+ COMMAND
   62 root      39  19       0      0      0 R 100.0  0.0 930:01.74 khugepaged`;

function partsOf(text: string): readonly (readonly [string, string])[] {
  return outputsOfTexts([{ name: 'paste', text }], new Date(0)).map(({ command, stdout }) => [command, stdout] as const);
}

describe('a paste', () => {
  it.each(['$ ', 'root@db1:~# ', '[me@db1 ~]$ ', '# ', ''])('is parted at command lines behind the prompt %j', (prompt) => {
    expect(partsOf(`${prompt}vmstat 1 5\n${VMSTAT}\n${prompt}cat /proc/pressure/io\n${PRESSURE}`)).toEqual([
      ['vmstat 1 5', VMSTAT],
      ['cat /proc/pressure/io', PRESSURE],
    ]);
  });

  it('is parted at another format where no command line stands', () => {
    expect(partsOf(`${VMSTAT}\n\n${PRESSURE}\n\n${TOP}`)).toEqual([
      ['', VMSTAT],
      ['', PRESSURE],
      ['', TOP],
    ]);
  });

  it('is parted at the lines of /proc/meminfo that a person kept', () => {
    const free =
      '             total       used       free     shared    buffers     cached\nMem:     132178760  105858612   26320148   11323556     720948   35920948';
    const kept = 'Cached:         34183672 kB\nSwapCached:           24 kB\nSlab:           67326708 kB\nSReclaimable:    1737252 kB';
    expect(partsOf(`$ free && grep 'Slab\\|Cache' /proc/meminfo\n${free}\n${kept}`).map(([, text]) => text)).toEqual([free, kept]);
  });

  it('loses the sentences between outputs and no line of an output', () => {
    const told = `We looked at it at night.\n\nvmstat 1 5\n\n${VMSTAT}\n\nTwenty-plus processes blocked (b), heavy reads and few runnable tasks.\n\niostat during rotation showed less.`;
    expect(partsOf(told)).toEqual([['vmstat 1 5', VMSTAT]]);
  });

  it('keeps what it does not know, as one part', () => {
    expect(partsOf('foo 1 2\nbar 3 4')).toEqual([['', 'foo 1 2\nbar 3 4']]);
  });

  it('gives each of two commands on one line its own table', () => {
    const first = '  PID  PPID CMD\n18822 18790 /bin/gzip';
    const second = '18790 /usr/sbin/logrotate /etc/logrotate.conf';
    const line = 'ps -o pid,ppid,cmd -p 18822; ps -o pid,cmd -p 18790';
    expect(partsOf(`$ ${line}\n${first}\n${second}`)).toEqual([
      ['ps -o pid,ppid,cmd -p 18822', first],
      ['ps -o pid,cmd -p 18790', second],
    ]);
  });

  const IOSTAT =
    'Device   r/s     rkB/s   r_await  w/s    wkB/s  w_await  aqu-sz  %util\nnvme1n1  480.0   61440.0   46.10  38.0  1720.0    52.40   24.10  100.00';
  const COMMENTED = '# some avg10=78.21 avg60=74.90 avg300=40.12\n# full avg10=55.30 avg60=52.07 avg300=27.88';
  const MOUNT = '/dev/nvme1n1 on /var/lib/mysql type ext4 (rw,relatime)';

  it.each([
    ['tables', [VMSTAT, IOSTAT, PRESSURE]],
    ['figures behind a mark', [VMSTAT, IOSTAT, COMMENTED]],
    ['lines with figures before a table', [VMSTAT, COMMENTED, MOUNT, IOSTAT]],
    ['the list of top and what follows', [TOP, VMSTAT, MOUNT]],
  ])('is parted where nothing stands between: %s', (_, outputs) => {
    const parts = partsOf(outputs.join('\n')).map(([, text]) => text);
    expect(parts.toSorted()).toEqual(outputs.toSorted());
  });

  it('keeps a line that nobody understands where it stands', () => {
    expect(partsOf(`${VMSTAT}\n??? 12\n${VMSTAT}`)).toEqual([['', `${VMSTAT}\n??? 12\n${VMSTAT}`]]);
  });

  const lineEach = (change: (line: string) => string) => (text: string) => text.split('\n').map(change).join('\n');
  it.each<[string, (text: string) => string]>([
    ['Windows line ends', lineEach((line) => `${line}\r`)],
    ['colours', lineEach((line) => line.replace(/\d+/g, '\u001b[01;34m$&\u001b[0m'))],
    ['quote marks of a mail', lineEach((line) => `> ${line}`)],
    ['quote marks of an answered mail', lineEach((line) => `> > ${line}`)],
    ['a Markdown fence', (text) => `\`\`\`text\n${text}\n\`\`\``],
    ['a byte order mark', (text) => `\ufeff${text}`],
  ])('is read through %s', (_, wrap) => {
    expect(
      partsOf(wrap(`$ vmstat 1 5\n${VMSTAT}\n$ cat /proc/pressure/io\n${PRESSURE}`)).map(([command, text]) => [command, text.trim()]),
    ).toEqual([
      ['vmstat 1 5', VMSTAT.trim()],
      ['cat /proc/pressure/io', PRESSURE],
    ]);
  });

  it('loses nothing else where its first or last line is cut', () => {
    const parts = partsOf(`cs -----memory----\n${VMSTAT}\n${PRESSURE.slice(0, -12)}`).map(([, text]) => text);
    expect(parts.join('\n')).toContain(VMSTAT);
    expect(parts.join('\n')).toContain('some avg10=78.21');
  });

  it('hides no secret behind colours', () => {
    const ps = '  PID COMMAND\n    1 mysql \u001b[1m--password=\u001b[0msesame';
    expect(
      partsOf(ps)
        .map(([, text]) => text)
        .join(''),
    ).not.toContain('sesame');
  });

  it('is masked before it is read', () => {
    expect(partsOf('$ ps -eo pid,args\n  PID COMMAND\n    7 mysql --password=hunter2')[0]?.[1]).not.toContain('hunter2');
  });
});

it('the same command line again is a second reading, whatever was remarked behind it', () => {
  const given = ['cat /proc/meminfo   # before', 'cat /proc/meminfo   # after'].map((command) => ({
    name: 'x',
    command,
    text: 'MemTotal: 1 kB',
  }));
  expect(outputsOfTexts(given, new Date(0)).map(({ command, reading }) => [command, reading])).toEqual([
    ['cat /proc/meminfo', 1],
    ['cat /proc/meminfo', 2],
  ]);
});
