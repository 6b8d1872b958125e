import { describe, expect, it } from 'vitest';
import { bothReadings, filesOutput, rawOutput } from '../../test/raw-output.ts';
import type { RawOutput } from '../model/output.ts';
import { assemble } from './assemble.ts';
import type { CgroupsView } from './views/cgroups.ts';

function look(...outputs: readonly RawOutput[]): CgroupsView | undefined {
  return assemble({ host: 'host-1', takenAt: new Date('2026-01-20T00:10:00Z'), outputs, volumes: [], pasted: false }).views.cgroups;
}

const V2 = '/sys/fs/cgroup/system.slice/batch.service';
const V1 = '/sys/fs/cgroup';
const uptimes = [{ '/proc/uptime': '1000.00 1500.00' }, { '/proc/uptime': '1010.00 1502.00' }] as const;
const window = (before: Readonly<Record<string, string>>, after: Readonly<Record<string, string>>) =>
  bothReadings('cgroups', { ...uptimes[0], ...before }, { ...uptimes[1], ...after });

describe('a control group', () => {
  it('is throttled over the window, whatever was before it', () => {
    const stat = (periods: number, throttled: number, usec: number) =>
      `usage_usec ${usec}\nnr_periods ${periods}\nnr_throttled ${throttled}\nthrottled_usec ${usec * 2}`;
    const [group] =
      look(
        ...window({ [`${V2}/cpu.stat`]: stat(1000, 900, 5_000_000) }, { [`${V2}/cpu.stat`]: stat(1100, 925, 7_000_000) }),
        filesOutput('limits', { [`${V2}/cpu.max`]: '50000 100000' }),
      )?.all ?? [];
    expect(group).toMatchObject({
      name: 'batch.service',
      cpuQuotaCpus: 0.5,
      cpuUsedCpus: expect.closeTo(0.2, 6),
      cpuPeriodsPerS: 10,
      cpuThrottledPct: 25,
      cpuThrottledMsPerS: 400,
      cpuThrottledTotalPct: expect.closeTo(84.09, 1),
    });
  });

  it('of v1 is put together from its hierarchies, in the units of theirs', () => {
    const [group] =
      look(
        ...window(
          { [`${V1}/cpu/batch/cpu.stat`]: 'nr_periods 10\nnr_throttled 0\nthrottled_time 0', [`${V1}/memory/batch/memory.failcnt`]: '7' },
          {
            [`${V1}/cpu/batch/cpu.stat`]: 'nr_periods 110\nnr_throttled 100\nthrottled_time 20000000000',
            [`${V1}/memory/batch/memory.failcnt`]: '57',
          },
        ),
        filesOutput('limits', {
          [`${V1}/cpu/batch/cpu.cfs_quota_us`]: '-1',
          [`${V1}/cpu/batch/cpu.cfs_period_us`]: '100000',
          [`${V1}/memory/batch/memory.limit_in_bytes`]: '9223372036854771712',
          [`${V1}/memory/batch/memory.usage_in_bytes`]: '1048576',
        }),
      )?.all ?? [];
    expect(group).toMatchObject({
      path: '/batch',
      cpuThrottledPct: 100,
      cpuThrottledMsPerS: 2000,
      memoryLimitHitsPerS: 5,
      memoryBytes: 1048576,
    });
    expect(group?.cpuQuotaCpus).toBeUndefined();
    expect(group?.memoryLimitBytes).toBeUndefined();
  });

  it('that was made in the window began at 0; one whose first reading did not come whole tells nothing', () => {
    const after = { [`${V2}/memory.events`]: 'max 30\noom_kill 1' };
    expect(look(...window({}, after))?.all[0]).toMatchObject({ memoryLimitHitsPerS: 3, oomKills: 1 });
    const [first, second] = window({}, after);
    const cut = look({ ...first, outcome: 'timeout' }, second)?.all[0];
    expect(cut).toMatchObject({ memoryLimitHitsTotal: 30, oomKillsTotal: 1 });
    expect(cut?.oomKills).toBeUndefined();
  });

  it('that was pasted has totals and no rates, and the files of one folder are one group', () => {
    const group = look(
      rawOutput('a', 'low 0\nmax 13693\noom_kill 0\n', { command: 'cat memory.events' }),
      rawOutput('b', '402653184\n', { command: 'cat memory.max' }),
    )?.all;
    expect(group).toHaveLength(1);
    expect(group?.[0]).toMatchObject({ name: 'the control group', memoryLimitHitsTotal: 13693, memoryLimitBytes: 402653184 });
    expect(group?.[0]?.memoryLimitHitsPerS).toBeUndefined();
  });

  it('waits as its own pressure files say', () => {
    const line = (total: number) => `some avg10=9.00 avg60=0.00 avg300=0.00 total=${total}`;
    const group = look(...window({ [`${V2}/memory.pressure`]: line(0) }, { [`${V2}/memory.pressure`]: line(5_000_000) }))?.all[0];
    expect(group?.memoryStallPct).toBe(50);
  });
});

it('caps on devices stand beside what was moved', () => {
  const number = '8:16';
  const moved = (bytes: number, operations: number) => `${number} rbytes=${bytes} wbytes=0 rios=${operations} wios=0 dbytes=0 dios=0`;
  const caps = look(
    ...window({ [`${V2}/io.stat`]: moved(0, 0) }, { [`${V2}/io.stat`]: moved(20_971_520, 160) }),
    filesOutput('limits', { [`${V2}/io.max`]: `${number} rbps=2097152 wbps=max riops=max wiops=120` }),
  )?.ioCaps;
  expect(caps).toEqual([
    expect.objectContaining({
      name: 'batch.service',
      device: 'sdb',
      readCapBytesPerS: 2097152,
      readBytesPerS: 2097152,
      readOpsPerS: 16,
      writeCapOpsPerS: 120,
    }),
  ]);
  expect(caps?.[0]).not.toHaveProperty('writeCapBytesPerS');
});

it('controllers are counted', () => {
  const controllers = look(rawOutput('c', '#subsys_name\thierarchy\tnum_cgroups\tenabled\nmemory\t4\t64734\t1\n'))?.controllers;
  expect(controllers).toEqual([expect.objectContaining({ controller: 'memory', groups: 64734 })]);
});
