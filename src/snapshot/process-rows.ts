import type { IotopRow } from '../parsers/iotop/sample.ts';
import type { PidstatRow, PidstatSample } from '../parsers/pidstat/sample.ts';
import type { TopTask } from '../parsers/top/sample.ts';
import { hasFigure, present } from './present.ts';
import { mergeAll } from './rows.ts';
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
  const sampled = pidstatRounds(samples.pidstat.map(({ sample }) => sample)).map(fromPidstat);
  if (sampled.length > 0) return collect(sampled);
  const iotop = samples.iotop.flatMap(({ sample }) =>
    sample.screens.map(({ rows }) => byPid(rows, ({ id }) => id, fromIotop(sample.accumulated))),
  );
  const top = currentScreens(samples).map(({ tasks }) => byPid(tasks, ({ pid }) => pid, fromTop));
  const screens = collect([...iotop, ...top]);
  return { byPid: screens.byPid, reports: Math.max(iotop.length, top.length) };
}

/**
 * The reports of all runs. Two runs beside each other with different columns (-d, -urw) tell of the same time, so their
 * reports are laid upon each other; runs with the same columns came one after the other.
 */
function pidstatRounds(runs: readonly PidstatSample[]): readonly (readonly PidstatRow[])[] {
  const rounds: { rows: readonly PidstatRow[]; readonly asked: Set<string> }[] = [];
  let previous: typeof rounds = [];
  for (const run of runs) {
    const reports = reportsOf(run);
    const asked = askedFor(reports);
    const beside = previous.length === reports.length && previous.every((round) => round.asked.isDisjointFrom(asked));
    if (beside) {
      for (const [index, round] of previous.entries()) {
        round.rows = [...round.rows, ...(reports[index] ?? [])];
        for (const name of asked) round.asked.add(name);
      }
      continue;
    }
    previous = reports.map((rows) => ({ rows, asked: new Set(asked) }));
    rounds.push(...previous);
  }
  return rounds.map(({ rows }) => rows);
}

/** A report of whole lives tells nothing of now. The averages stand in where the reports themselves were cut off. */
function reportsOf(run: PidstatSample): readonly (readonly PidstatRow[])[] {
  if (run.sinceBoot) return [];
  if (run.intervals.length > 0) return run.intervals.map(({ rows }) => rows);
  return run.averages.length > 0 ? [run.averages] : [];
}

function askedFor(reports: readonly (readonly PidstatRow[])[]): ReadonlySet<string> {
  const rows = reports.flat();
  const asked = new Set<string>();
  if (rows.some((row) => row.readBytesPerS !== undefined || row.ioUnreadable)) asked.add('io');
  if (rows.some((row) => row.cpuPct !== undefined)) asked.add('cpu');
  if (rows.some((row) => row.residentBytes !== undefined)) asked.add('memory');
  if (rows.some((row) => row.voluntarySwitchesPerS !== undefined)) asked.add('switches');
  return asked;
}

/** Threads are left out: their process has a line of its own with their sum. */
function fromPidstat(rows: readonly PidstatRow[]): ReadonlyMap<number, ProcessInterval> {
  const processes = rows.filter((row) => row.tid === undefined && row.pid !== undefined);
  return byPid(
    processes,
    ({ pid = 0 }) => pid,
    ({
      readBytesPerS,
      writeBytesPerS,
      cancelledWriteBytesPerS,
      cpuPct,
      systemPct,
      majorFaultsPerS,
      residentBytes,
      voluntarySwitchesPerS,
      cites,
    }) =>
      present({
        ...{ readBytesPerS, writeBytesPerS, cancelledWriteBytesPerS, cpuPct, systemPct, majorFaultsPerS, residentBytes },
        ...{ voluntarySwitchesPerS, cites },
      }),
  );
}

/** Sums since its start (-a) are no rates. */
function fromIotop(accumulated: boolean): (row: IotopRow) => ProcessInterval {
  return ({ readBytesPerS, writeBytesPerS, ioWaitPct, swapInPct, cites }) =>
    present({ ...(accumulated ? {} : { readBytesPerS, writeBytesPerS }), ioWaitPct, swapInPct, cites });
}

function fromTop({ cpuPct, residentBytes, cites }: TopTask): ProcessInterval {
  return present({ cpuPct, residentBytes, cites });
}

function byPid<R>(rows: readonly R[], pidOf: (row: R) => number, pick: (row: R) => ProcessInterval): ReadonlyMap<number, ProcessInterval> {
  const grouped = Map.groupBy(rows, pidOf);
  const merged = [...grouped].flatMap(([pid, own]) => {
    const interval = mergeAll(own.map(pick).filter(hasFigure));
    return interval ? [[pid, interval] as const] : [];
  });
  return new Map(merged);
}

function collect(reports: readonly ReadonlyMap<number, ProcessInterval>[]): ProcessLoad {
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
