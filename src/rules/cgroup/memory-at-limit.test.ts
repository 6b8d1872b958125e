import { describe, expect, it } from 'vitest';
import { cites, process, processes } from '../../../test/given.ts';
import type { Cgroup, CgroupsView } from '../../snapshot/views/cgroups.ts';
import { memoryAtLimit } from './memory-at-limit.ts';

const PATH = '/system.slice/web.service';
const MIB = 1024 ** 2;
function groups(...all: readonly Partial<Cgroup>[]): CgroupsView {
  return { all: all.map((group) => ({ cites, name: 'web.service', path: PATH, ...group })), ioCaps: [], controllers: [], crowds: [] };
}
const decide = (cgroups: CgroupsView, more: Omit<Parameters<typeof memoryAtLimit.decide>[0], 'cgroups'> = {}) =>
  memoryAtLimit.decide({ cgroups, ...more });
const full = { memoryBytes: 510 * MIB, memoryLimitBytes: 512 * MIB };

describe('in the window', () => {
  it.each([
    [{ memoryLimitHitsPerS: 1 }, 'found'],
    [{ memoryLimitHitsPerS: 0.9 }, 'ruled-out'],
    [{ memoryLimitHitsPerS: 0 }, 'ruled-out'],
    [{ memoryHighHitsPerS: 3, memoryHighBytes: 400 * MIB }, 'found'],
    [{ memoryLimitHitsPerS: 0.1, oomKills: 1 }, 'found'],
  ] as const)('%j is %s', (figures, kind) => {
    expect(decide(groups({ ...full, ...figures })).kind).toBe(kind);
  });

  it('is certain where its tasks wait, and grave where they are killed', () => {
    expect(decide(groups({ ...full, memoryLimitHitsPerS: 50, memoryStallPct: 10 }))).toMatchObject({
      confidence: 'certain',
      severity: 'warning',
    });
    expect(decide(groups({ ...full, memoryLimitHitsPerS: 50, memoryStallPct: 9.9 }))).toMatchObject({
      confidence: 'likely',
      severity: 'warning',
    });
    expect(decide(groups({ ...full, memoryLimitHitsPerS: 50, memoryFullStallPct: 30 }))).toMatchObject({ severity: 'critical' });
    expect(decide(groups({ ...full, memoryLimitHitsPerS: 0.2, oomKills: 2 }))).toMatchObject({
      confidence: 'certain',
      severity: 'critical',
    });
  });

  it('names the reader where the group is full of page cache, else who holds the memory', () => {
    const reader = process(5, 'cat', { cgroup: PATH }, { readBytesPerS: 50e6, residentBytes: MIB });
    const holder = process(6, 'java', { cgroup: PATH }, { readBytesPerS: 0, residentBytes: 400 * MIB });
    const more = { processes: processes(reader, holder) };
    const hits = { ...full, memoryLimitHitsPerS: 900 };
    expect(decide(groups({ ...hits, memoryAnonBytes: 20 * MIB }), more)).toMatchObject({ culprit: { process: 'cat' } });
    expect(decide(groups({ ...hits, memoryAnonBytes: 480 * MIB }), more)).toMatchObject({ culprit: { process: 'java' } });
    expect(decide(groups({ ...hits, memoryAnonBytes: 480 * MIB }), more)).toMatchObject({
      headline: 'web.service is at its memory limit: 510 MiB of 512 MiB, 900 /s hits',
    });
  });

  it('of two groups names the one with the most hits, never the root', () => {
    const verdict = decide(
      groups(
        { path: '/', memoryLimitHitsPerS: 9000 },
        { path: '/a', name: '/a', memoryLimitHitsPerS: 3 },
        { path: '/b', name: '/b', memoryLimitHitsPerS: 30 },
      ),
    );
    expect(verdict).toMatchObject({ subject: { kind: 'cgroup', name: '/b' } });
  });
});

describe('of one reading', () => {
  const once = { ...full, memoryLimitHitsTotal: 13_693 };
  it.each([
    [once, 'found'],
    [{ ...once, memoryBytes: 460.7 * MIB }, 'ruled-out'],
    [{ ...once, memoryLimitHitsTotal: 0 }, 'undecided'],
    // A group full of page cache has hit its limit many times, and all is well.
    [{ ...once, memoryFileBytes: 400 * MIB }, 'undecided'],
    [{ memoryLimitHitsTotal: 13_693 }, 'undecided'],
  ] as const)('%j is %s', (figures, kind) => {
    const verdict = decide(groups(figures));
    expect(verdict.kind).toBe(kind);
    if (verdict.kind === 'found') expect(verdict.confidence).toBe('possible');
  });

  it('tasks asleep in the throttle of memory.high tell it without any counter', () => {
    const stacks = { all: [{ cites, functions: ['mem_cgroup_handle_over_high', 'exit_to_user_mode'] }] };
    expect(decide(groups({ memoryStallPct: 78 }), { stacks })).toMatchObject({ kind: 'found', confidence: 'likely' });
    expect(decide(groups({ memoryStallPct: 78 })).kind).toBe('undecided');
    expect(decide(groups({ memoryStallPct: 5 }), { stacks }).kind).toBe('undecided');
  });
});

it.each([
  [10, 'found'],
  [9.9, 'undecided'],
])('a profile of which %d %% are reclaim inside a group: %s', (pct, kind) => {
  const chains = [{ cites, pct, functions: ['try_charge', 'try_to_free_mem_cgroup_pages', 'shrink_node'] }];
  expect(memoryAtLimit.decide({ perf: { profiles: [{ symbols: [], chains }] } })).toMatchObject({ kind });
});
