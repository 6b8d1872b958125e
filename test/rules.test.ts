import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { diagnose } from '../src/diagnose/diagnose.ts';
import { judge } from '../src/diagnose/judge.ts';
import type { DiagnosisId } from '../src/model/diagnosis.ts';
import type { Verdict } from '../src/model/finding.ts';
import { rules } from '../src/rules/registry.ts';
import type { Rule } from '../src/rules/rule.ts';
import type { Snapshot } from '../src/snapshot/snapshot.ts';
import type { DeviceInterval, ViewName, Views } from '../src/snapshot/views.ts';
import { atRest, cites, device, devices, given, process, processes, psi, saturatedByReads } from './given.ts';

const inD = process(9, 'bash', { state: 'D', wchan: 'io_schedule' });
const gzip = process(
  18822,
  'gzip',
  { parentPid: 18790, unit: 'logrotate.service', state: 'R' },
  { readBytesPerS: 58e6, writeBytesPerS: 0 },
);
const logrotate = process(18790, 'logrotate', { parentPid: 1 });
const memory = {
  cites,
  settings: new Map<string, number>(),
  totalBytes: 8e9,
  availableBytes: 5e9,
  dirtyBytes: 1e6,
  writebackBytes: 0,
  dirtyLimitBytes: 1e9,
};
const paging = { intervals: [{ cites, swapInBytesPerS: 0, swapOutBytesPerS: 0, blockInBytesPerS: 61e6, blockOutBytesPerS: 1e6 }] };
const root = { cites, source: '/dev/sda1', mount: '/', type: 'ext4', hung: false, usedPct: 41, availableBytes: 50e9 };

/** Whole hosts, each with nearly every view. */
const hosts: Readonly<Record<string, Views>> = {
  'log rotation': given({
    cpu: { intervals: [{ cites, idlePct: 26, iowaitPct: 61, blockedTasks: 23, runnableTasks: 1 }] },
    devices: devices(device('nvme1n1', saturatedByReads, { mounts: ['/var/log'] }), device('nvme0n1', atRest)),
    processes: processes(gzip, logrotate, inD),
    pressure: psi(78, 55),
    memory,
    paging,
    filesystems: { all: [root] },
  }),
  healthy: given({
    cpu: { intervals: [{ cites, idlePct: 95, iowaitPct: 0, blockedTasks: 0, runnableTasks: 1 }] },
    devices: devices(device('sda', atRest)),
    processes: processes(process(1, 'systemd', { state: 'S', wchan: 'do_epoll_wait' })),
    pressure: psi(0.4),
    memory,
    paging: { intervals: [{ cites, swapInBytesPerS: 0, swapOutBytesPerS: 0 }] },
    raid: { arrays: [] },
    filesystems: { all: [root] },
  }),
  'stalled writer': given({
    devices: devices(
      device('loop1', { ...atRest, writeOpsPerS: 7, writeBytesPerS: 8e6, writeAwaitMs: 9900, queueLength: 69, utilPct: 99.7 }),
    ),
    processes: processes(process(4, 'dd', { state: 'D', wchan: 'balance_dirty_pages' }, { writeBytesPerS: 8e6 })),
    pressure: psi(60),
    memory,
    paging,
  }),
};

function without(views: Views, names: readonly ViewName[]): Views {
  return Object.fromEntries(Object.entries(views).filter(([name]) => !names.includes(name as ViewName)));
}

function snapshotOf(views: Views, pasted = false): Snapshot {
  return { host: 'host-1', takenAt: new Date(0), windowSeconds: 5, views, gaps: [], unread: [], pasted };
}

function answer(views: Views, pasted = false) {
  return diagnose(snapshotOf(views, pasted), { id: 'd' as DiagnosisId, subcommand: 'io' });
}

describe.each(Object.entries(hosts))('%s', (_name, views) => {
  test('losing a view never turns undecided into found', () => {
    const names = Object.keys(views) as ViewName[];
    const before = new Map(rules.map((rule) => [rule.cause, judge(rule, views).kind]));
    fc.assert(
      fc.property(fc.subarray(names), (lost) => {
        for (const rule of rules) {
          const after = judge(rule, without(views, lost)).kind;
          if (before.get(rule.cause) === 'undecided') expect(after).not.toBe('found');
        }
      }),
      { numRuns: 300 },
    );
  });

  test('evidence satisfies its limits, headlines are one sentence with figures', () => {
    for (const rule of rules) {
      const verdict: Verdict = judge(rule, views);
      if (verdict.kind !== 'found') continue;
      expect(verdict.headline).toMatch(/\d/);
      expect(verdict.headline).not.toMatch(/[.!]$|\n/);
      for (const item of verdict.evidence) {
        if (item.kind !== 'figure' || !item.limit) continue;
        expect(
          item.limit.op === '>=' ? item.value >= item.limit.value : item.value <= item.limit.value,
          `${rule.cause} ${item.label}`,
        ).toBe(true);
      }
      for (const fix of [...verdict.advice.now, ...verdict.advice.lasting]) expect(fix.does).not.toBe('');
    }
  });

  test('renaming devices changes no verdict', () => {
    const renamed = views.devices && {
      ...views.devices,
      all: views.devices.all.map((each) => ({ ...each, name: each.name.startsWith('loop') ? 'loop7' : `vd${each.name.at(-3)}` })),
    };
    for (const rule of rules) expect(judge(rule, renamed ? { ...views, devices: renamed } : views).kind).toBe(judge(rule, views).kind);
  });
});

test.each(['utilPct', 'queueLength', 'readAwaitMs'] as const)('saturation is monotone in %s', (field) => {
  const saturated = rules.find((rule) => rule.cause === 'io.device-saturated') as Rule;
  const kindAt = (value: number) => {
    const load: Omit<DeviceInterval, 'cites'> = { ...saturatedByReads, writeAwaitMs: 1, [field]: value };
    return judge(saturated, { devices: devices(device('sda', load)) }).kind;
  };
  fc.assert(
    fc.property(fc.double({ min: 0, max: 200, noNaN: true }), fc.double({ min: 0, max: 200, noNaN: true }), (one, other) => {
      const [low, high] = one <= other ? [one, other] : [other, one];
      if (kindAt(low) === 'found') expect(kindAt(high)).toBe('found');
    }),
  );
});

describe('the answer', () => {
  test('who does it stands before what it looks like', () => {
    const diagnosis = answer(hosts['log rotation'] ?? {});
    expect(diagnosis.findings.map(({ cause }) => cause)).toEqual(['io.bulk-reader', 'io.device-saturated']);
    expect(diagnosis.ruledOut.map(({ cause }) => cause)).toEqual(expect.arrayContaining(['cpu.saturated', 'mem.exhausted', 'io.swap-in']));
  });

  test('tasks that wait for I/O while no device is busy are not called healthy; beside a device that serves them they are', () => {
    const waitsBeside = (utilPct: number) =>
      answer({ ...hosts['healthy'], devices: devices(device('sda', { ...atRest, utilPct })), pressure: psi(52) });
    expect(waitsBeside(1)).toMatchObject({ cause: 'none.insufficient-data', headline: expect.stringContaining('no device is busy') });
    expect(waitsBeside(60).cause).toBe('none.healthy');
  });

  test('what the kernel logged last week leaves today healthy', () => {
    const killed = { cites, kind: 'oom-kill', functions: [], text: 'Out of memory: Killed process 1' } as const;
    const explained = (ageSeconds: number) =>
      diagnose(snapshotOf({ ...hosts['healthy'], kernelLog: { events: [{ ...killed, ageSeconds }] } }), {
        id: 'd' as DiagnosisId,
        subcommand: 'explain',
      });
    expect(explained(60).cause).toBe('mem.oom-killed');
    expect(explained(600_000).cause).toBe('none.healthy');
  });

  test('healthy says so, and only where a device could be judged', () => {
    expect(answer(hosts['healthy'] ?? {}).cause).toBe('none.healthy');
    expect(answer(without(hosts['healthy'] ?? {}, ['devices', 'cpu', 'pressure'])).cause).toBe('none.insufficient-data');
    expect(answer({}).cause).toBe('none.insufficient-data');
  });

  test('a figure that looks off outside the area asked for is told beside healthy disks', () => {
    const views = {
      ...hosts['healthy'],
      cpu: { intervals: [{ cites, idlePct: 5, stealPct: 90, iowaitPct: 0, blockedTasks: 0 }] },
    } as const;
    const explained = diagnose(snapshotOf(views, true), { id: 'd' as DiagnosisId, subcommand: 'explain' });
    expect(explained.cause).toBe('cpu.steal');
    const disks = answer(views);
    expect(disks.cause).toBe('none.healthy');
    expect(disks.headline).toMatch(/No disk.* ruled out.*; but the hypervisor takes CPU time away: 90 %/);
    expect(disks.figures).toContainEqual(expect.objectContaining({ label: 'steal', value: 90 }));
  });

  test.each([
    [6, 4, '; but the CPUs are 90 % busy (see top -b -n 1)'],
    [6, 5, undefined],
    [90, 0, undefined],
  ])('CPUs idle %i %% and waiting %i %% are told beside healthy disks where they are nearly all busy', (idlePct, iowaitPct, told) => {
    const { cause, headline, figures } = answer({
      ...hosts['healthy'],
      cpu: { intervals: [{ cites, userPct: 70, systemPct: 20, idlePct, iowaitPct, runnableTasks: 9 }] },
    });
    expect(cause).toBe('none.healthy');
    expect(headline.includes('; but ')).toBe(told !== undefined);
    expect(headline).toContain(told ?? 'ruled out');
    expect(figures.filter((item) => item.kind === 'figure' && item.label === 'idle')).toHaveLength(1);
  });

  test('memory is not called available beside a finding that is a want of it', () => {
    const views = given({
      cpu: { intervals: [{ cites, idlePct: 7, iowaitPct: 89 }] },
      memory: { cites, settings: new Map(), totalBytes: 1e9, availableBytes: 2e8, swapTotalBytes: 2e9, swapFreeBytes: 1e9 },
      processes: processes(process(40, 'kswapd0', { kernelThread: true, state: 'D' }, { cpuPct: 9 })),
    });
    const { findings, ruledOut } = answer(views, true);
    expect(findings.map(({ cause }) => cause)).toContain('io.swap-in');
    expect(ruledOut.map(({ cause }) => cause)).not.toContain('mem.exhausted');
  });

  test('a rule that throws is told and harms no other', () => {
    const broken: Rule = {
      cause: 'io.raid-resync',
      needs: [],
      uses: [],
      explains: [],
      decide: () => {
        throw new Error('oops');
      },
    };
    const diagnosis = diagnose(snapshotOf(hosts['healthy'] ?? {}), { id: 'd' as DiagnosisId, subcommand: 'io' }, [
      broken,
      ...rules.filter(({ cause }) => cause !== broken.cause),
    ]);
    expect(diagnosis.cause).toBe('none.healthy');
    expect(diagnosis.undecided).toContainEqual(
      expect.objectContaining({ cause: 'io.raid-resync', because: expect.stringContaining('oops') }),
    );
  });

  test('a runbook is added, a report since boot is told as misleading', () => {
    const diagnosis = diagnose(snapshotOf(hosts['log rotation'] ?? {}), {
      id: 'd' as DiagnosisId,
      subcommand: 'io',
      runbooks: { 'io.bulk-reader': 'https://wiki.example/io' },
    });
    expect(diagnosis.findings[0]?.runbook).toBe('https://wiki.example/io');
    const boot = device('sda', atRest, { intervals: [], sinceBoot: { cites, ...atRest } });
    expect(answer({ devices: devices(boot) }, true)).toMatchObject({
      cause: 'none.insufficient-data',
      misleading: [{ figure: 'the only report of block devices' }],
    });
  });
});
