import type { CpuTicks, ProcStatSample } from '../parsers/proc-stat/proc-stat.ts';
import { present } from './present.ts';
import { growth, percent, ratePerS, sumOf } from './rates.ts';
import { bothEnds } from './readings.ts';
import { citesOfAll, mergeAll } from './rows.ts';
import type { Samples } from './samples.ts';
import type { CpuInterval } from './views.ts';

const NS_PER_S = 1e9;

/** The window as one interval from /proc/stat at both ends: to the hundredth, and with interrupt time, which vmstat folds into system. */
export function cpuWindow(samples: Samples, windowSeconds: number | undefined): CpuInterval | undefined {
  const ends = bothEnds(samples['proc-stat']);
  if (ends === undefined) return undefined;
  const { before, after } = ends;
  const ticks = before.all && after.all ? [tickShares(before.all, after.all)] : [];
  return mergeAll<CpuInterval>([...ticks, ...counted(before, after, windowSeconds), ...gauges(after), ...runDelay(samples, windowSeconds)]);
}

/** What the ticks of one CPU, or of all, went to. */
export function tickShares(before: CpuTicks, after: CpuTicks): CpuInterval {
  const grown = (field: Exclude<keyof CpuTicks, 'cpu' | 'cites' | 'fieldCites'>) => growth(before[field], after[field]);
  const user = sumOf(grown('userTicks'), grown('niceTicks'));
  const [system, idle, iowait] = [grown('systemTicks'), grown('idleTicks'), grown('iowaitTicks')];
  const [hardirq, softirq, steal] = [grown('hardirqTicks'), grown('softirqTicks'), grown('stealTicks')];
  const all = sumOf(user, system, idle, iowait, hardirq, softirq, steal);
  return present({
    userPct: percent(user, all),
    nicePct: percent(grown('niceTicks'), all),
    systemPct: percent(system, all),
    idlePct: percent(idle, all),
    iowaitPct: percent(iowait, all),
    stealPct: percent(steal, all),
    softirqPct: percent(softirq, all),
    hardirqPct: percent(hardirq, all),
    cites: citesOfAll(before, after),
  });
}

function counted(before: ProcStatSample, after: ProcStatSample, seconds: number | undefined): readonly CpuInterval[] {
  const fields = { ctxt: 'contextSwitchesPerS', processes: 'forksPerS' } as const;
  return Object.entries(fields).flatMap(([name, field]) => {
    const [first, last] = [before.counters.get(name), after.counters.get(name)];
    return first && last ? [present({ [field]: ratePerS(first.value, last.value, seconds), cites: citesOfAll(first, last) })] : [];
  });
}

/** Every CPU must be there at both ends, and none reset: a part of the delay says nothing of the whole. */
function runDelay({ schedstat }: Samples, seconds: number | undefined): readonly CpuInterval[] {
  const ends = bothEnds(schedstat);
  const [first, ...rest] = ends?.after.cpus ?? [];
  if (!ends || !first || !seconds || ends.before.cpus.length !== rest.length + 1) return [];
  const grown = ends.after.cpus.map(({ cpu, runDelayNs }) =>
    growth(ends.before.cpus.find((before) => before.cpu === cpu)?.runDelayNs, runDelayNs),
  );
  const totalNs = grown.includes(undefined) ? undefined : sumOf(...grown);
  return totalNs === undefined ? [] : [{ waitingTasks: totalNs / NS_PER_S / seconds, cites: citesOfAll(first, ...rest) }];
}

function gauges({ counters }: ProcStatSample): readonly CpuInterval[] {
  const [running, blocked] = [counters.get('procs_running'), counters.get('procs_blocked')];
  return [
    ...(running ? [{ runnableTasks: running.value, cites: running.cites }] : []),
    ...(blocked ? [{ blockedTasks: blocked.value, cites: blocked.cites }] : []),
  ];
}
