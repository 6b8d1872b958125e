import { expect, it } from 'vitest';
import { bothReadings, rawOutput } from '../../test/raw-output.ts';
import type { RawOutput } from '../model/output.ts';
import { assemble } from './assemble.ts';
import type { Views } from './views.ts';

function look(...outputs: readonly RawOutput[]): Views {
  return assemble({ host: 'host-1', takenAt: new Date('2026-01-20T00:10:00Z'), outputs, volumes: [], pasted: false }).views;
}
const window = (before: Readonly<Record<string, string>>, after: Readonly<Record<string, string>>) =>
  look(...bothReadings('kernel', { '/proc/uptime': '1000.00 1.00', ...before }, { '/proc/uptime': '1010.00 2.00', ...after }));

it('parts the window by CPU, and counts what was started in it', () => {
  const stat = (first: string, second: string, processes: number) =>
    ['cpu  1 1 1 1 0 0 0 0', `cpu0 ${first}`, `cpu1 ${second}`, `processes ${processes}`].join('\n');
  const { cpu } = window(
    { '/proc/stat': stat('100 0 100 100 0 0 0 0', '100 0 0 100 0 0 0 0', 5000) },
    { '/proc/stat': stat('100 0 100 200 0 0 900 0', '700 400 0 100 0 0 0 0', 9000) },
  );
  expect(cpu?.perCpu).toMatchObject([
    { cpu: '0', softirqPct: 90, idlePct: 10 },
    { cpu: '1', userPct: 100, nicePct: 40, idlePct: 0 },
  ]);
  expect(cpu?.window?.forksPerS).toBe(400);
});

it('tells by run delay how many tasks waited, if every CPU was read at both ends', () => {
  const stat = { '/proc/stat': 'cpu  1 1 1 1 0 0 0 0\n' };
  const schedstat = (...delays: readonly number[]) => ({
    ...stat,
    '/proc/schedstat': ['version 15', ...delays.map((delay, cpu) => `cpu${cpu} 0 0 0 0 0 0 1 ${delay} 1`)].join('\n'),
  });
  expect(window(schedstat(5e9, 1e9), schedstat(20e9, 6e9)).cpu?.window?.waitingTasks).toBe(2);
  expect(window(schedstat(5e9, 1e9), schedstat(20e9)).cpu?.window?.waitingTasks).toBeUndefined();
  expect(window(schedstat(5e9), schedstat(4e9)).cpu?.window?.waitingTasks).toBeUndefined();
});

it('takes no CPU figure of mpstat without an interval: it is a mean since boot', () => {
  const text =
    '10:00:01     CPU    %usr   %nice    %sys %iowait    %irq   %soft  %steal  %guest  %gnice   %idle\n10:00:01       0   91.00 0.00 8.00 0.00 0.00 0.00 0.00 0.00 0.00 1.00\n';
  expect(look(rawOutput('a', text, { command: 'mpstat -P ALL' })).cpu?.perCpu).toBeUndefined();
});

it('keeps threads apart from processes, the busiest first', () => {
  const head = '10:00:01      UID      TGID       TID    %usr %system  %guest   %wait    %CPU   CPU  Command';
  const rows = [
    '10:00:02     1000      4242         -   98.00    2.00    0.00    0.00  140.00     1  java',
    '10:00:02     1000         -      4250   40.00    0.00    0.00    0.00   40.00     0  |__GC',
    '10:00:02     1000         -      4251   98.00    2.00    0.00    0.00  100.00     1  |__worker',
  ];
  const { threads, processes } = look(rawOutput('a', [head, ...rows, ''].join('\n'), { command: 'pidstat -t -u 1 1' }));
  expect(threads?.all).toMatchObject([
    { tid: 4251, pid: 4242, name: 'worker', cpuPct: 100 },
    { tid: 4250, pid: 4242, cpuPct: 40 },
  ]);
  expect(processes?.byPid.get(4242)?.intervals).toMatchObject([{ cpuPct: 140 }]);
});

it('tells which CPU serves a device, whatever was before the window', () => {
  const table = (zero: number, one: number) =>
    `           CPU0       CPU1\n 24:  ${zero}  ${one}  PCI-MSI 0-edge      eth0-rx-0\nLOC: 5 5 Local timer interrupts\nERR: 0\n`;
  const { interrupts } = window({ '/proc/interrupts': table(9_000_000, 100) }, { '/proc/interrupts': table(9_000_010, 50_100) });
  expect(interrupts?.sources[0]).toMatchObject({ name: '24 eth0-rx-0', kind: 'device', perS: 5001, busiestCpu: '1', busiestCpuPerS: 5000 });
});
