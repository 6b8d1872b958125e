import type { CpuTicks, ProcStatSample } from '../parsers/proc-stat/proc-stat.ts';
import { present } from './present.ts';
import { growth, percent, ratePerS, sumOf } from './rates.ts';
import { bothEnds } from './readings.ts';
import { citesOfAll, mergeAll } from './rows.ts';
import type { Samples } from './samples.ts';
import type { CpuInterval } from './views.ts';

/** The window as one interval from /proc/stat at both ends: to the hundredth, and with interrupt time, which vmstat folds into system. */
export function cpuWindow(samples: Samples, windowSeconds: number | undefined): CpuInterval | undefined {
  const ends = bothEnds(samples['proc-stat']);
  if (ends === undefined) return undefined;
  const { before, after } = ends;
  const ticks = before.all && after.all ? [tickShares(before.all, after.all)] : [];
  return mergeAll<CpuInterval>([...ticks, ...counted(before, after, windowSeconds), ...gauges(after)]);
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

function gauges({ counters }: ProcStatSample): readonly CpuInterval[] {
  const [running, blocked] = [counters.get('procs_running'), counters.get('procs_blocked')];
  return [
    ...(running ? [{ runnableTasks: running.value, cites: running.cites }] : []),
    ...(blocked ? [{ blockedTasks: blocked.value, cites: blocked.cites }] : []),
  ];
}
