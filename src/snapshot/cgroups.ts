import type { NumericKey } from '../model/evidence.ts';
import { type CgroupCounters, type Counted, cgroupCounters } from './cgroup-counters.ts';
import { ioCapsOf } from './cgroup-io-caps.ts';
import { cgroupName } from './cgroup-path.ts';
import type { DeviceNames } from './device-names.ts';
import { growth, percent } from './rates.ts';
import { latest } from './readings.ts';
import { citesOfAll, mergeAll } from './rows.ts';
import type { Samples } from './samples.ts';
import type { Cgroup, CgroupsView } from './views/cgroups.ts';

export interface CgroupsContext {
  readonly names: DeviceNames;
  readonly windowSeconds: number | undefined;
}

type Field = NumericKey<Cgroup>;
type FieldRow = Pick<Cgroup, 'cites'> & { readonly [K in Field]?: number };
const NS_PER_S = 1e9;
const US_PER_S = 1e6;

/** Every control group of which a file was read, its caps on devices, and how many groups each controller keeps. */
export function cgroupsView(samples: Samples, { names, windowSeconds }: CgroupsContext): CgroupsView | undefined {
  const counters = cgroupCounters(samples, windowSeconds);
  const pressure = pressureByGroup(samples, windowSeconds);
  const known = new Set(counters.map(({ path }) => path));
  const all = [
    ...counters.map((group) => cgroupOf(group, pressure.get(group.path) ?? [])),
    ...[...pressure].filter(([path]) => !known.has(path)).map(([path, rows]) => described(path, rows)),
  ];
  const controllers = (latest(samples['proc-cgroups'])?.controllers ?? []).map(({ name, groups, cites }) => ({
    controller: name,
    groups,
    cites,
  }));
  const ioCaps = counters.flatMap((group) => ioCapsOf(group, samples, names, windowSeconds));
  const groups = all.filter((group) => group !== undefined);
  const crowds = latest(samples['cgroup-crowds'])?.crowds ?? [];
  const rows = groups.length + controllers.length + ioCaps.length + crowds.length;
  return rows === 0 ? undefined : { all: groups, ioCaps, controllers, crowds };
}

function cgroupOf(group: CgroupCounters, pressure: readonly FieldRow[]): Cgroup | undefined {
  return described(group.path, [
    ...cpuRows(group),
    ...memoryRows(group),
    ...eventRows(group),
    ...pidsRows(group),
    ...treeRows(group),
    ...pressure,
  ]);
}

function described(path: string | undefined, rows: readonly FieldRow[]): Cgroup | undefined {
  const figures = mergeAll(rows);
  return figures && { ...(path === undefined ? {} : { path }), name: cgroupName(path), ...figures };
}

function row(field: Field, counted: Counted | undefined, factor = 1): readonly FieldRow[] {
  return counted === undefined ? [] : [{ [field]: counted.value * factor, cites: counted.cites }];
}

function share(field: Field, part: Counted | undefined, whole: Counted | undefined): readonly FieldRow[] {
  const value = percent(part?.value, whole?.value);
  return value === undefined || !part || !whole ? [] : [{ [field]: value, cites: citesOfAll(part, whole) }];
}

function cpuRows({ now, grown, perS }: CgroupCounters): readonly FieldRow[] {
  const quota = now('cpu.max', 'quota') ?? now('cpu.cfs_quota_us');
  const period = now('cpu.max', 'period') ?? now('cpu.cfs_period_us');
  const quotaCpus =
    quota && period && period.value > 0 ? { value: quota.value / period.value, cites: citesOfAll(quota, period) } : undefined;
  return [
    ...row('cpuQuotaCpus', quotaCpus),
    ...row('cpuUsedCpus', perS('cpu.stat', 'usage_usec'), 1 / US_PER_S),
    ...row('cpuUsedCpus', perS('cpuacct.usage'), 1 / NS_PER_S),
    ...row('cpuPeriodsPerS', perS('cpu.stat', 'nr_periods')),
    ...share('cpuThrottledPct', grown('cpu.stat', 'nr_throttled'), grown('cpu.stat', 'nr_periods')),
    ...row('cpuThrottledMsPerS', perS('cpu.stat', 'throttled_usec'), 1000 / US_PER_S),
    ...row('cpuThrottledMsPerS', perS('cpu.stat', 'throttled_time'), 1000 / NS_PER_S),
    ...row('cpuPeriodsTotal', now('cpu.stat', 'nr_periods')),
    ...share('cpuThrottledTotalPct', now('cpu.stat', 'nr_throttled'), now('cpu.stat', 'nr_periods')),
  ];
}

function memoryRows({ now, perS }: CgroupCounters): readonly FieldRow[] {
  const stat = (key: string) => now('memory.stat', `total_${key}`) ?? now('memory.stat', key);
  const statPerS = (key: string) => perS('memory.stat', `total_${key}`) ?? perS('memory.stat', key);
  return [
    ...row('memoryBytes', now('memory.current') ?? now('memory.usage_in_bytes')),
    ...row('memoryLimitBytes', now('memory.max') ?? now('memory.limit_in_bytes') ?? stat('hierarchical_memory_limit')),
    ...row('memoryHighBytes', now('memory.high')),
    ...row('memorySwapBytes', now('memory.swap.current') ?? stat('swap')),
    ...row('memoryAnonBytes', stat('anon') ?? stat('rss')),
    ...row('memoryFileBytes', stat('file') ?? stat('cache')),
    ...row('memorySlabBytes', stat('slab')),
    ...row('refaultsPerS', statPerS('workingset_refault_file') ?? statPerS('workingset_refault')),
    ...row('scannedPagesPerS', statPerS('pgscan')),
  ];
}

function eventRows({ now, grown, perS }: CgroupCounters): readonly FieldRow[] {
  return [
    ...row('memoryLimitHitsPerS', perS('memory.events', 'max') ?? perS('memory.failcnt')),
    ...row('memoryHighHitsPerS', perS('memory.events', 'high')),
    ...row('memoryLimitHitsTotal', now('memory.events', 'max') ?? now('memory.failcnt')),
    ...row('memoryHighHitsTotal', now('memory.events', 'high')),
    ...row('oomKills', grown('memory.events', 'oom_kill') ?? grown('memory.oom_control', 'oom_kill')),
    ...row('oomKillsTotal', now('memory.events', 'oom_kill') ?? now('memory.oom_control', 'oom_kill')),
  ];
}

function pidsRows({ now, grown }: CgroupCounters): readonly FieldRow[] {
  return [
    ...row('pids', now('pids.current')),
    ...row('pidsLimit', now('pids.max')),
    ...row('forksRefused', grown('pids.events', 'max')),
    ...row('forksRefusedTotal', now('pids.events', 'max')),
  ];
}

function treeRows({ now }: CgroupCounters): readonly FieldRow[] {
  return [
    ...row('descendants', now('cgroup.stat', 'nr_descendants')),
    ...row('dyingDescendants', now('cgroup.stat', 'nr_dying_descendants')),
  ];
}

type Stall = 'cpuStallPct' | 'memoryStallPct' | 'memoryFullStallPct' | 'ioStallPct';
const STALLS: readonly (readonly ['cpu' | 'memory' | 'io', 'some' | 'full', Stall])[] = [
  ['cpu', 'some', 'cpuStallPct'],
  ['memory', 'some', 'memoryStallPct'],
  ['memory', 'full', 'memoryFullStallPct'],
  ['io', 'some', 'ioStallPct'],
];

/** Growth of the totals between two readings, else the mean of the last ten seconds. */
function pressureByGroup(samples: Samples, windowSeconds: number | undefined): ReadonlyMap<string | undefined, readonly FieldRow[]> {
  const ofGroups = (reading: 1 | 2) =>
    samples.pressure
      .filter(({ output }) => output.reading === reading)
      .flatMap(({ sample }) => sample.files.filter(({ scope }) => scope === 'cgroup'));
  const second = ofGroups(2);
  const before = new Map(ofGroups(1).map((file) => [`${file.resource} ${file.cgroup}`, file]));
  const rows = new Map<string | undefined, FieldRow[]>();
  for (const file of second.length > 0 ? second : before.values()) {
    const first = second.length > 0 ? before.get(`${file.resource} ${file.cgroup}`) : undefined;
    for (const [resource, kind, field] of STALLS) {
      const line = file[kind];
      if (file.resource !== resource || line === undefined) continue;
      const grown = percent(growth(first?.[kind]?.totalSeconds, line.totalSeconds), windowSeconds);
      const value = grown ?? line.avg10Pct;
      if (value === undefined) continue;
      const list = rows.get(file.cgroup) ?? [];
      rows.set(file.cgroup, list);
      list.push({ [field]: value, cites: first?.[kind] && grown !== undefined ? citesOfAll(first[kind], line) : line.cites });
    }
  }
  return rows;
}
