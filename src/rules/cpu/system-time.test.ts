import { expect, it } from 'vitest';
import { cites, process, processes } from '../../../test/given.ts';
import { systemTime } from './system-time.ts';

const cpu = (systemPct: number, userPct: number, more: { softirqPct?: number; idlePct?: number } = {}) => ({
  intervals: [{ cites, systemPct, userPct, idlePct: 100 - systemPct - userPct, ...more }] as const,
});
const host = { cites, cpus: 2 };

it.each([
  [30, 29, 'found', 'warning'],
  [29.9, 5, 'ruled-out', undefined],
  [40, 40, 'ruled-out', undefined],
  [60, 35, 'found', 'critical'],
])('system %d %% beside %d %% of programs: %s %s', (system, user, kind, severity) => {
  expect(systemTime.decide({ cpu: cpu(system, user) })).toMatchObject({ kind, ...(severity ? { severity } : {}) });
});

it('names whom the kernel works for, where one has half of it', () => {
  const all = (mine: number) => processes(process(4, 'dd', {}, { cpuPct: 95, systemPct: mine }), process(5, 'bash', {}, { systemPct: 8 }));
  expect(systemTime.decide({ cpu: cpu(60, 30), host, processes: all(60) })).toMatchObject({
    confidence: 'certain',
    culprit: { process: 'dd' },
  });
  const nobody = systemTime.decide({ cpu: cpu(60, 30), host, processes: all(59) });
  expect(nobody).toMatchObject({ confidence: 'likely', headline: expect.stringContaining('no process stands out') });
});

it('counts the runs of one command line as one', () => {
  const dd = (pid: number, parentPid: number, commandLine: string) =>
    process(pid, 'dd', { parentPid, commandLine }, { cpuPct: 95, systemPct: 55 });
  const two = (line: string) => systemTime.decide({ cpu: cpu(60, 30), host, processes: processes(dd(4, 2, 'dd bs=1'), dd(5, 3, line)) });
  expect(two('dd bs=1')).toMatchObject({ culprit: { process: 'dd' }, headline: expect.stringContaining('2 x dd') });
  expect(two('dd bs=2')).toMatchObject({ headline: expect.stringContaining('no process stands out') });
});

it('names the function that a profile shows, and not an idle one', () => {
  const symbols = [
    { cites, symbol: 'native_safe_halt', kernel: true, selfPct: 50 },
    { cites, symbol: 'isolate_freepages_block', kernel: true, selfPct: 31 },
  ];
  expect(systemTime.decide({ cpu: cpu(60, 3), perf: { profiles: [{ symbols, chains: [] }] } })).toMatchObject({
    confidence: 'certain',
    headline: 'The kernel has 60 % of the CPU time, programs 3 %; 31 % of it in isolate_freepages_block',
  });
});

it.each([
  [[60, 39], 'ruled-out'],
  [[60, 40], 'found'],
])('its own threads with %j %%: %s, and none of them is to blame', (pcts, kind) => {
  const all = processes(...pcts.map((cpuPct, at) => process(30 + at, `kworker/${at}:1`, { kernelThread: true, state: 'D' }, { cpuPct })));
  const verdict = systemTime.decide({ cpu: cpu(7, 1), host, processes: all });
  expect(verdict.kind).toBe(kind);
  if (verdict.kind === 'found') expect(verdict.culprit).toBeUndefined();
});

it('is not what interrupts have, nor what was not read', () => {
  expect(systemTime.decide({ cpu: cpu(35, 2, { softirqPct: 60 }) }).kind).toBe('ruled-out');
  expect(systemTime.decide({ cpu: { intervals: [{ cites, userPct: 3 }] } }).kind).toBe('undecided');
});
