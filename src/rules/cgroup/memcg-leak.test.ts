import { describe, expect, it } from 'vitest';
import { cites, process, processes } from '../../../test/given.ts';
import type { Cgroup, CgroupCrowd, CgroupsView } from '../../snapshot/views/cgroups.ts';
import { memcgLeak } from './memcg-leak.ts';

const controllers = (memory: number, pids: number, all: readonly Cgroup[] = [], crowds: readonly CgroupCrowd[] = []): CgroupsView => ({
  all,
  ioCaps: [],
  controllers: [
    { cites, controller: 'memory', groups: memory },
    { cites, controller: 'pids', groups: pids },
  ],
  crowds,
});
const alive = (count: number): readonly Cgroup[] =>
  Array.from({ length: count }, (_, index) => ({ cites, name: `/g${index}`, path: `/g${index}`, memoryBytes: 4096 }));
const stat = (...all: readonly (readonly [string, number, number])[]): CgroupsView => ({
  all: all.map(([path, dyingDescendants, descendants]) => ({ cites, name: path, path, dyingDescendants, descendants })),
  ioCaps: [],
  controllers: [],
  crowds: [],
});

describe('version 1', () => {
  it.each([
    [50_000, 125, 'found'],
    [3_000, 600, 'found'],
    [2_999, 100, 'ruled-out'],
    [3_000, 601, 'ruled-out'],
    [229, 125, 'ruled-out'],
  ])('%d memory groups beside %d of others: %s', (memory, others, kind) => {
    expect(memcgLeak.decide({ cgroups: controllers(memory, others) }).kind).toBe(kind);
  });

  it.each([
    [18_000, 'found'],
    [17_999, 'ruled-out'],
  ])('%d memory groups with nothing beside them: %s', (groups, kind) => {
    const alone = { all: [], ioCaps: [], controllers: [{ cites, controller: 'memory', groups }], crowds: [] };
    expect(memcgLeak.decide({ cgroups: alone })).toMatchObject({ kind, ...(kind === 'found' ? { confidence: 'likely' } : {}) });
  });

  it('groups that are alive get other advice than dying ones', () => {
    const dying = memcgLeak.decide({ cgroups: controllers(5_000, 100, alive(40)), host: { cites, cgroupVersion: 1, kernel: '4.19.112' } });
    const left = memcgLeak.decide({ cgroups: controllers(5_000, 100, alive(2_500)) });
    expect(dying.kind === 'found' && dying.advice.now[0]?.command).toContain('memory.force_empty');
    expect(dying.kind === 'found' && dying.advice.lasting[0]?.does).toContain('5.4 or later');
    expect(left.kind === 'found' && left.advice.summary).toContain('are alive');
    expect(left).toMatchObject({ headline: expect.stringContaining('2,500 of them still have a directory') });
  });
});

describe('a directory with thousands of groups in it, which are counted and not read', () => {
  const crowd = (groups: number, hierarchy?: string): CgroupCrowd => ({
    cites,
    path: '/kubepods/burstable',
    groups,
    ...(hierarchy === undefined ? {} : { hierarchy }),
  });
  const view = (...crowds: readonly CgroupCrowd[]): CgroupsView => ({ all: [], ioCaps: [], controllers: [], crowds });

  it('counts as alive beside the groups that were read', () => {
    const left = memcgLeak.decide({ cgroups: controllers(40_000, 100, alive(300), [crowd(39_000, 'memory'), crowd(39_000, 'pids')]) });
    expect(left).toMatchObject({ kind: 'found', headline: expect.stringContaining('39,300 of them still have a directory') });
    expect(left.kind === 'found' && left.advice.summary).toContain('are alive');
  });

  it.each([
    [3_000, 'found'],
    [2_999, 'undecided'],
  ])('%d of them, where the kernel counts no dying ones: %s', (groups, kind) => {
    expect(memcgLeak.decide({ cgroups: view(crowd(groups)) }).kind).toBe(kind);
  });

  it('is about that directory, and says where to look', () => {
    const verdict = memcgLeak.decide({ cgroups: view(crowd(4_000)), host: { cites, cgroupVersion: 2 } });
    expect(verdict).toMatchObject({ kind: 'found', subject: { kind: 'cgroup', name: '/kubepods/burstable' } });
    expect(verdict.kind === 'found' && verdict.advice.now[1]?.command).toContain('/sys/fs/cgroup/kubepods/burstable');
  });

  it.each([
    [2_000, 'undecided'],
    [1_999, 'found'],
  ])('with tasks in %d of 4,000 groups: %s', (busy, kind) => {
    const all = Array.from({ length: busy }, (_, index) => process(index + 10, 'job', { cgroup: `/kubepods/burstable/job-${index}` }));
    expect(memcgLeak.decide({ cgroups: view(crowd(4_000)), processes: processes(...all) }).kind).toBe(kind);
  });

  it('of another controller says nothing of memory', () => {
    expect(memcgLeak.decide({ cgroups: view(crowd(4_000, 'pids')) }).kind).toBe('undecided');
  });
});

describe('version 2', () => {
  it.each([
    [3_000, 600, 'found'],
    [2_999, 10, 'ruled-out'],
    [3_000, 601, 'ruled-out'],
  ])('%d dying beside %d live: %s', (dying, live, kind) => {
    expect(memcgLeak.decide({ cgroups: stat(['/', dying, live]) }).kind).toBe(kind);
  });

  it('is about the deepest group that has nearly all of them', () => {
    const verdict = memcgLeak.decide({
      cgroups: stat(['/', 9_000, 90], ['/kubepods.slice', 8_900, 60], ['/system.slice', 100, 20]),
      host: { cites, cgroupVersion: 2 },
    });
    expect(verdict).toMatchObject({ subject: { kind: 'cgroup', name: '/kubepods.slice' } });
    expect(verdict.kind === 'found' && verdict.advice.now[0]?.command).toContain('/sys/fs/cgroup/kubepods.slice/memory.reclaim');
  });
});

it('without a count nothing is said', () => {
  expect(memcgLeak.decide({ cgroups: { all: [], ioCaps: [], controllers: [], crowds: [] } }).kind).toBe('undecided');
});

it.each([
  [20, 'found'],
  [19.9, 'undecided'],
])('a profile of which %d %% walk memory groups: %s', (selfPct, kind) => {
  const symbols = [{ cites, symbol: 'memcg_sum_events.isra.22', kernel: true, selfPct }];
  const verdict = memcgLeak.decide({ perf: { profiles: [{ symbols, chains: [] }] } });
  expect(verdict).toMatchObject({ kind, ...(kind === 'found' ? { confidence: 'possible' } : {}) });
});
