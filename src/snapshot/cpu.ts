import type { IostatCpu } from '../parsers/iostat/sample.ts';
import type { TopCpu, TopScreen } from '../parsers/top/sample.ts';
import type { VmstatRow } from '../parsers/vmstat/sample.ts';
import { cpuWindow } from './cpu-window.ts';
import { iostatSeconds, sarSeconds } from './interval-seconds.ts';
import { perCpu } from './per-cpu.ts';
import { firstFilled, hasFigure, present } from './present.ts';
import { sumOf } from './rates.ts';
import { citesOfAll, mergeRows } from './rows.ts';
import type { Samples } from './samples.ts';
import { timedSar } from './sar-reports.ts';
import { currentScreens, sinceBootScreens } from './top-screens.ts';
import type { CpuInterval, CpuView } from './views.ts';

/**
 * What the CPUs did: vmstat's rows, else iostat's avg-cpu, else sar -u, else top, else /proc/stat at both ends.
 * One source alone gives the intervals, since those of two would count the same seconds twice.
 */
export function cpuView(samples: Samples, windowSeconds: number | undefined): CpuView | undefined {
  const window = cpuWindow(samples, windowSeconds);
  const vmstat = samples.vmstat.flatMap(({ sample }) => sample.rows.filter((row) => !row.sinceBoot).map(fromVmstat)).filter(hasFigure);
  const sources: readonly { readonly rows: readonly CpuInterval[]; readonly seconds?: number | undefined }[] = [
    { rows: vmstat, seconds: samples.vmstat[0]?.sample.intervalSeconds },
    { rows: iostatCpus(samples, false), seconds: iostatSeconds(samples) },
    { rows: sarIntervals(samples), seconds: sarSeconds(timedSar(samples).flatMap(({ cpus }) => cpus)) },
    { rows: currentScreens(samples).flatMap(fromTop) },
    { rows: window ? [window] : [], seconds: windowSeconds },
  ];
  const source = sources.find(({ rows }) => rows.length > 0);
  const [first, ...rest] = source?.rows ?? [];
  if (first === undefined) return undefined;
  const [sinceBoot] = firstFilled(
    samples.vmstat.flatMap(({ sample }) => sample.rows.filter((row) => row.sinceBoot).map(fromVmstat)),
    iostatCpus(samples, true),
    sinceBootScreens(samples).flatMap(fromTop),
  );
  return { intervals: [first, ...rest], ...present({ intervalSeconds: source?.seconds, sinceBoot, window, perCpu: perCpu(samples) }) };
}

function fromVmstat(row: VmstatRow): CpuInterval {
  const { userPct, systemPct, idlePct, iowaitPct, stealPct, runnableTasks, blockedTasks, contextSwitchesPerS, cites } = row;
  return present({ userPct, systemPct, idlePct, iowaitPct, stealPct, runnableTasks, blockedTasks, contextSwitchesPerS, cites });
}

function iostatCpus(samples: Samples, sinceBoot: boolean): readonly CpuInterval[] {
  const reports = samples.iostat.flatMap(({ sample }) => sample.reports.filter((report) => report.sinceBoot === sinceBoot));
  return reports.flatMap(({ cpu }) => (cpu ? [fromIostat(cpu)] : []));
}

function fromIostat({ userPct, systemPct, idlePct, iowaitPct, stealPct, cites }: IostatCpu): CpuInterval {
  return present({ userPct, systemPct, idlePct, iowaitPct, stealPct, cites });
}

/** sar prints run queue and switches in tables of their own; rows of one stamp belong together. */
function sarIntervals(samples: Samples): readonly CpuInterval[] {
  return timedSar(samples).flatMap((sample) => {
    const all = sample.cpus.filter((row) => row.cpu === 'all');
    const rows = firstFilled(
      all.filter((row) => !row.average),
      all,
    );
    return rows.map((row) => {
      const { nicePct, systemPct, idlePct, iowaitPct, stealPct, softirqPct, hardirqPct, cites } = row;
      const userPct = sumOf(row.userPct, nicePct);
      const beside = (other: { readonly clockSeconds?: number; readonly average: boolean }) =>
        other.average === row.average && other.clockSeconds === row.clockSeconds;
      const parts: CpuInterval[] = [present({ userPct, nicePct, systemPct, idlePct, iowaitPct, stealPct, softirqPct, hardirqPct, cites })];
      const queue = sample.queues.find(beside);
      if (queue) parts.push(present({ runnableTasks: queue.runnableTasks, blockedTasks: queue.blockedTasks, cites: queue.cites }));
      const switches = sample.switches.find(beside);
      if (switches)
        parts.push(present({ contextSwitchesPerS: switches.contextSwitchesPerS, forksPerS: switches.forksPerS, cites: switches.cites }));
      const [first = present({ cites }), ...rest] = parts;
      return mergeRows(first, ...rest);
    });
  });
}

function fromTop(screen: TopScreen): readonly CpuInterval[] {
  const cpu = ofAllCpus(screen.cpus);
  if (cpu === undefined) return [];
  const running = screen.counts?.of === 'tasks' ? screen.counts : undefined;
  return [running ? mergeRows(cpu, present({ runnableTasks: running.running, cites: running.cites })) : cpu];
}

const TOP_FIELDS = ['userPct', 'nicePct', 'systemPct', 'idlePct', 'iowaitPct', 'stealPct', 'softirqPct', 'hardirqPct'] as const;

/** The line of all CPUs, or the mean of their lines where top showed each by itself (key 1). */
function ofAllCpus(cpus: readonly TopCpu[]): CpuInterval | undefined {
  const all = cpus.filter((cpu) => cpu.cpu === 'all');
  const [first, ...rest] = all.length > 0 ? all.slice(0, 1) : cpus;
  if (first === undefined) return undefined;
  const rows: readonly TopCpu[] = [first, ...rest];
  const means = TOP_FIELDS.map((field) => {
    const values = rows.map((row) => row[field]);
    const sum = values.includes(undefined) ? undefined : sumOf(...values);
    return [field, sum === undefined ? undefined : sum / rows.length] as const;
  });
  const shares: { readonly [F in (typeof TOP_FIELDS)[number]]?: number } = present(Object.fromEntries(means));
  const userPct = sumOf(shares.userPct, shares.nicePct);
  return { ...shares, ...present({ userPct }), cites: citesOfAll(first, ...rest) };
}
