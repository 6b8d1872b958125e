import { describe, expect, it } from 'vitest';
import { cites, process, processes } from '../../../test/given.ts';
import type { OomReport } from '../../model/oom-report.ts';
import type { Cgroup, CgroupsView } from '../../snapshot/views/cgroups.ts';
import type { KernelEvent, KernelLogView } from '../../snapshot/views.ts';
import { oomKilled } from './oom-killed.ts';

const GROUP = '/system.slice/app.service';
const report: OomReport = { cites, victimNamed: true, scope: 'cgroup', usageBytes: 512e6, limitBytes: 512e6, tasks: [] };
const kill = (more: Partial<KernelEvent> = {}): KernelEvent => ({
  cites,
  kind: 'oom-kill',
  functions: [],
  text: 'Memory cgroup out of memory: Killed process 7 (java)',
  process: 'java',
  pid: 7,
  cgroup: GROUP,
  oom: report,
  ...more,
});
const log = (...events: readonly KernelEvent[]): KernelLogView => ({ events, windowSeconds: 5 });
const groups = (...all: readonly Partial<Cgroup>[]): CgroupsView => ({
  all: all.map((group) => ({ cites, name: 'app.service', path: GROUP, ...group })),
  ioCaps: [],
  controllers: [],
  crowds: [],
});
const decide = (given: Parameters<typeof oomKilled.decide>[0]) => oomKilled.decide(given);

describe('by the age of the kernel log’s report', () => {
  it.each([
    [0, 'found', 'critical', 'certain'],
    [5, 'found', 'critical', 'certain'],
    [5.1, 'found', 'warning', 'certain'],
    [65, 'found', 'warning', 'certain'],
    [65.1, 'found', 'notice', 'certain'],
    [3605, 'found', 'notice', 'certain'],
    [3605.1, 'ruled-out', undefined, undefined],
    [undefined, 'found', 'warning', 'likely'],
  ] as const)('%s s: %s %s', (ageSeconds, kind, severity, confidence) => {
    const verdict = decide({ kernelLog: log(kill(ageSeconds === undefined ? {} : { ageSeconds })) });
    expect(verdict).toMatchObject(kind === 'found' ? { kind, severity, confidence } : { kind });
  });

  it('is a notice once the whole branch of the group is gone', () => {
    const kernelLog = log(kill({ ageSeconds: 20 }));
    expect(decide({ kernelLog, cgroups: groups({ path: '/user.slice' }) })).toMatchObject({ severity: 'notice' });
    expect(decide({ kernelLog, cgroups: groups({ path: '/system.slice/other.service' }) })).toMatchObject({ severity: 'warning' });
  });
});

describe('counted in the window', () => {
  it('names the group, its limit and who is in it', () => {
    const cgroups = groups({ path: '/system.slice', oomKills: 2 }, { oomKills: 2, memoryBytes: 64e6 });
    const python = process(9, 'python3', { cgroup: GROUP }, { residentBytes: 60e6 });
    expect(decide({ cgroups, processes: processes(python), kernelLog: log() })).toMatchObject({
      severity: 'critical',
      confidence: 'certain',
      headline: 'The kernel killed 2 processes for want of memory in the window, at the limit of app.service',
      subject: { kind: 'cgroup', name: GROUP },
      culprit: { process: 'python3' },
    });
  });

  it('takes the victim from the last report of the same group', () => {
    const given = { cgroups: groups({ oomKills: 1 }), kernelLog: log(kill({ ageSeconds: 9 })) };
    expect(decide(given)).toMatchObject({ severity: 'critical', culprit: { process: 'java', pid: 7 } });
    const other = { ...given, kernelLog: log(kill({ ageSeconds: 9, cgroup: '/x' })) };
    expect(decide(other)).not.toHaveProperty('culprit');
  });

  it.each([
    [0, 'ruled-out'],
    [1, 'found'],
  ])('%d of the host: %s', (oomKills, kind) => {
    expect(decide({ reclaim: { cites, oomKills } })).toMatchObject({ kind });
  });
});

it('names whoever writes where the memory was page cache that the disk could not take', () => {
  const tasks = [
    { process: 'bash', pid: 1, residentBytes: 3e6, cites },
    { process: 'cp', pid: 2, residentBytes: 2e6, cites },
  ] as const;
  const verdict = decide({ kernelLog: log(kill({ process: 'bash', pid: 1, oom: { ...report, dirtyBytes: 256e6, tasks } })) });
  expect(verdict).toMatchObject({ culprit: { process: 'cp', pid: 2, kind: 'copy' } });
});

it('blames nobody where the report was cut before its victim', () => {
  const verdict = decide({ kernelLog: log(kill({ oom: { ...report, victimNamed: false } })) });
  expect(verdict).toMatchObject({ kind: 'found' });
  expect(verdict).not.toHaveProperty('culprit');
});

it('knows half a path for half a path', () => {
  const verdict = decide({ kernelLog: log(kill({ oom: { ...report, limitCgroup: '/system.sl' } })) });
  expect(verdict).toMatchObject({ subject: { kind: 'cgroup', name: GROUP } });
});

it('is undecided by an excerpt of a log without kills, and by nothing at all', () => {
  expect(decide({ kernelLog: { events: [] } }).kind).toBe('undecided');
  expect(decide({}).kind).toBe('undecided');
  expect(decide({ kernelLog: log() }).kind).toBe('ruled-out');
});
