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
