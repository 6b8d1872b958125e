import type { IotopRow } from '../parsers/iotop/sample.ts';
import type { PidstatSample } from '../parsers/pidstat/sample.ts';
import type { TopTask } from '../parsers/top/sample.ts';
import { pidstatRounds } from './pidstat-rounds.ts';
import { firstFilled, present } from './present.ts';
import { type Round, roundOf } from './process-round.ts';
import type { Samples } from './samples.ts';
import { currentScreens } from './top-screens.ts';
import type { ProcessInterval } from './views.ts';

/** What each process did, in the order of time. */
export interface ProcessLoad {
  readonly byPid: ReadonlyMap<number, readonly ProcessInterval[]>;
  /** How many reports they come from. */
  readonly reports: number;
}

/** By pidstat; else by iotop and top, which tell of different things. */
export function processLoad(samples: Samples): ProcessLoad {
  const sampled = pidstatRounds(ofProcesses(samples.pidstat.map(({ sample }) => sample)));
  if (sampled.length > 0) return collect(sampled);
  const iotop = samples.iotop.flatMap(({ sample }) =>
    sample.screens.map(({ rows }) => roundOf(rows, ({ id }) => id, fromIotop(sample.accumulated))),
  );
  const top = currentScreens(samples).map(({ tasks }) => roundOf(tasks, ({ pid }) => pid, fromTop));
  const screens = collect([...iotop, ...top]);
  return { byPid: screens.byPid, reports: Math.max(iotop.length, top.length) };
}

/** A run that lists threads too (-t) repeats what the run beside it tells of processes. */
function ofProcesses(runs: readonly PidstatSample[]): readonly PidstatSample[] {
  const withoutThreads = runs.filter(({ intervals }) => !intervals.some(({ rows }) => rows.some(({ tid }) => tid !== undefined)));
  return firstFilled(withoutThreads, runs);
}

/** Sums since its start (-a) are no rates. */
function fromIotop(accumulated: boolean): (row: IotopRow) => ProcessInterval {
  return ({ readBytesPerS, writeBytesPerS, ioWaitPct, swapInPct, cites }) =>
    present({ ...(accumulated ? {} : { readBytesPerS, writeBytesPerS }), ioWaitPct, swapInPct, cites });
}

function fromTop({ cpuPct, residentBytes, cites }: TopTask): ProcessInterval {
  return present({ cpuPct, residentBytes, cites });
}

function collect(reports: readonly Round[]): ProcessLoad {
  const all = new Map<number, ProcessInterval[]>();
  for (const report of reports) {
    for (const [pid, interval] of report) {
      const list = all.get(pid);
      if (list) list.push(interval);
      else all.set(pid, [interval]);
    }
  }
  return { byPid: all, reports: reports.length };
}
