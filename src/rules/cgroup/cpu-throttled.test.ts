import { describe, expect, it } from 'vitest';
import { cites, process, processes } from '../../../test/given.ts';
import type { Cgroup, CgroupsView } from '../../snapshot/views/cgroups.ts';
import { cpuThrottled } from './cpu-throttled.ts';

const PATH = '/system.slice/batch.service';
function groups(...all: readonly Omit<Cgroup, 'cites' | 'name'>[]): CgroupsView {
  return { all: all.map((group) => ({ cites, name: 'batch.service', path: PATH, ...group })), ioCaps: [], controllers: [], crowds: [] };
}
const decide = (cgroups: CgroupsView, more: Omit<Parameters<typeof cpuThrottled.decide>[0], 'cgroups'> = {}) =>
  cpuThrottled.decide({ cgroups, ...more });
const throttled = (pct: number): CgroupsView =>
  groups({ cpuThrottledPct: pct, cpuPeriodsPerS: 10, cpuQuotaCpus: 0.5, cpuThrottledMsPerS: 400 });

describe('over the window', () => {
  it.each([
    [100, 'found', 'critical'],
    [75, 'found', 'critical'],
    [74.9, 'found', 'warning'],
    [25, 'found', 'warning'],
    [24.9, 'found', 'notice'],
    [5, 'found', 'notice'],
    [4.9, 'ruled-out', undefined],
    [0, 'ruled-out', undefined],
  ])('%d %% of the periods: %s %s', (pct, kind, severity) => {
    const verdict = decide(throttled(pct));
    expect(verdict.kind).toBe(kind);
    if (verdict.kind === 'found') expect(verdict.severity).toBe(severity);
  });

  it('names the quota, the time and the process that wants the CPU', () => {
    const busy = process(7, 'api-worker', { cgroup: '/user.slice', cgroups: [`${PATH}/child`] }, { cpuPct: 50 });
    const idle = process(8, 'api-master', { cgroup: PATH }, { cpuPct: 1 });
    const elsewhere = process(9, 'fio', { cgroup: '/system.slice/batch.service.d' }, { cpuPct: 99 });
    const verdict = decide(throttled(80), { processes: processes(idle, busy, elsewhere), host: { cites, cgroupVersion: 2 } });
    expect(verdict).toMatchObject({
      confidence: 'certain',
      headline: 'batch.service uses up its quota of 0.5 CPUs: throttled in 80 % of its periods, 400 ms held back in each second',
      subject: { kind: 'cgroup', name: PATH },
      culprit: { process: 'api-worker', pid: 7, cgroup: PATH },
    });
    if (verdict.kind === 'found') {
      expect(verdict.advice.now[0]?.command).toBe('systemctl set-property --runtime batch.service CPUQuota=100%');
      expect(verdict.advice.now[0]?.undo).toContain('CPUQuota=50%');
    }
  });

  it('is likely without the quota', () => {
    expect(decide(groups({ cpuThrottledPct: 60 }))).toMatchObject({ kind: 'found', confidence: 'likely' });
  });
});

describe('of one reading', () => {
  const total = (pct: number, periods = 1000): CgroupsView => groups({ cpuThrottledTotalPct: pct, cpuPeriodsTotal: periods });

  it.each([
    [55, 'found'],
    [24, 'undecided'],
    [1, 'ruled-out'],
  ])('%d %% since it was made: %s', (pct, kind) => {
    expect(decide(total(pct))).toMatchObject({ kind, ...(kind === 'found' ? { confidence: 'possible', severity: 'warning' } : {}) });
  });
  it('of few periods decides nothing, nor does a group without figures', () => {
    expect(decide(total(90, 9)).kind).toBe('undecided');
    expect(decide(groups({ memoryBytes: 1 })).kind).toBe('undecided');
  });
  it('is past where the group did not run in the window', () => {
    expect(decide(groups({ cpuThrottledTotalPct: 90, cpuPeriodsTotal: 1000, cpuPeriodsPerS: 0 })).kind).toBe('ruled-out');
  });
});

it.each([
  ['/docker/3f2a9c1b2d3e4f5061728394a5b6c7d8e9f00112233445566778899aabbccdde', 2, 'docker update --cpus 1 3f2a9c1b2d3e'],
  ['/kubepods/burstable/pod1b2c3d4e-1/x', 2, 'kubectl set resources deployment NAME --limits=cpu=VALUE'],
  ['/batch', 1, 'echo 100000 > /sys/fs/cgroup/cpu/batch/cpu.cfs_quota_us'],
  ['/batch', 2, "echo '100000 100000' > /sys/fs/cgroup/batch/cpu.max"],
] as const)('advice for %s on version %d', (path, cgroupVersion, command) => {
  const verdict = decide(groups({ path, cpuThrottledPct: 60, cpuQuotaCpus: 0.5 }), { host: { cites, cgroupVersion } });
  expect(verdict.kind === 'found' && verdict.advice.now[0]?.command).toBe(command);
});

it('on a machine with no quota nothing is throttled', () => {
  expect(decide(groups({ path: '/', cpuUsedCpus: 1 })).kind).toBe('ruled-out');
});
