import type { PidstatRow, PidstatSample } from '../parsers/pidstat/sample.ts';
import { present } from './present.ts';
import { type Round, roundOf } from './process-round.ts';
import { mergeAll } from './rows.ts';
import type { ProcessInterval } from './views.ts';

interface Run {
  readonly rounds: readonly Round[];
  /** Which of the tool's tables it holds. */
  readonly tables: ReadonlySet<string>;
}

/**
 * The reports of all runs. Two runs beside each other with different tables (-d, -urw) tell of the same time, so their
 * reports are laid upon each other; runs with the same tables came one after the other.
 */
export function pidstatRounds(samples: readonly PidstatSample[]): readonly Round[] {
  const runs: Run[] = [];
  for (const sample of samples) {
    const run = runOf(sample);
    const last = runs.at(-1);
    const beside = last !== undefined && last.rounds.length === run.rounds.length && last.tables.isDisjointFrom(run.tables);
    if (beside) runs.splice(-1, 1, laidUpon(last, run));
    else runs.push(run);
  }
  return runs.flatMap(({ rounds }) => rounds);
}

function runOf(sample: PidstatSample): Run {
  const reports = reportsOf(sample);
  return { rounds: reports.map((rows) => processesOf(rows, sample.intervalSeconds)), tables: tablesOf(reports.flat()) };
}

/** A report of whole lives tells nothing of now. The averages stand in where the reports themselves were cut off. */
function reportsOf({ sinceBoot, intervals, averages }: PidstatSample): readonly (readonly PidstatRow[])[] {
  if (sinceBoot) return [];
  if (intervals.length > 0) return intervals.map(({ rows }) => rows);
  return averages.length > 0 ? [averages] : [];
}

function tablesOf(rows: readonly PidstatRow[]): ReadonlySet<string> {
  const tables = new Set<string>();
  for (const row of rows) {
    if (row.readBytesPerS !== undefined || row.ioUnreadable) tables.add('-d');
    if (row.cpuPct !== undefined) tables.add('-u');
    if (row.residentBytes !== undefined) tables.add('-r');
    if (row.voluntarySwitchesPerS !== undefined) tables.add('-w');
  }
  return tables;
}

function laidUpon(first: Run, second: Run): Run {
  const rounds = first.rounds.map((round, index) => {
    const beside: Round = second.rounds[index] ?? new Map();
    const pids = new Set([...round.keys(), ...beside.keys()]);
    const merged = [...pids].flatMap((pid) => {
      const interval = mergeAll([round.get(pid), beside.get(pid)].filter((part) => part !== undefined));
      return interval ? [[pid, interval] as const] : [];
    });
    return new Map(merged);
  });
  return { rounds, tables: first.tables.union(second.tables) };
}

/** Threads are left out: their process has a line of its own with their sum. */
function processesOf(rows: readonly PidstatRow[], seconds: number | undefined): Round {
  const processes = rows.flatMap((row) => (row.tid === undefined && row.pid !== undefined ? [{ ...row, pid: row.pid }] : []));
  return roundOf(
    processes,
    ({ pid }) => pid,
    (row) => fromRow(row, seconds),
  );
}

function fromRow(row: PidstatRow, seconds: number | undefined): ProcessInterval {
  const { readBytesPerS, writeBytesPerS, cancelledWriteBytesPerS, cpuPct, systemPct, majorFaultsPerS, residentBytes } = row;
  const { voluntarySwitchesPerS, cites } = row;
  return present({
    ...{ readBytesPerS, writeBytesPerS, cancelledWriteBytesPerS, cpuPct, systemPct, majorFaultsPerS, residentBytes },
    ...{ voluntarySwitchesPerS, ioWaitPct: waitedPct(row.ioDelayTicks, seconds), cites },
  });
}

/**
 * iodelay counts hundredths of a second. 0 is also printed where the kernel keeps no such account, and more than the clock
 * allows is the sum of threads: neither tells what share of its time the process waited.
 */
function waitedPct(ticks: number | undefined, seconds: number | undefined): number | undefined {
  if (ticks === undefined || ticks === 0 || seconds === undefined || !(seconds > 0)) return undefined;
  const pct = ticks / seconds;
  return pct <= 100 ? pct : undefined;
}
