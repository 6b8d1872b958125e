import type { InterruptCounts, InterruptsSample } from '../parsers/interrupts/interrupts.ts';
import { present } from './present.ts';
import { ratePerS, sumOf } from './rates.ts';
import { bothEnds } from './readings.ts';
import { citesOfAll } from './rows.ts';
import type { Samples } from './samples.ts';
import type { InterruptSource, InterruptsView } from './views/interrupts.ts';

/** What raised interrupts over the window, and on which CPU: /proc/interrupts and /proc/softirqs at both ends. */
export function interruptsView(samples: Samples, windowSeconds: number | undefined): InterruptsView | undefined {
  const byPath = Map.groupBy(samples.interrupts, ({ path }) => path);
  const sources = [...byPath.values()].flatMap((readings) => {
    const ends = bothEnds(readings);
    return ends ? ratesOf(ends.before, ends.after, windowSeconds) : [];
  });
  if (sources.length === 0) return undefined;
  return { sources: sources.toSorted((left, right) => (right.perS ?? 0) - (left.perS ?? 0)) };
}

function ratesOf(before: InterruptsSample, after: InterruptsSample, seconds: number | undefined): readonly InterruptSource[] {
  // A CPU that came or went in between moves the columns.
  if (before.cpus.join() !== after.cpus.join()) return [];
  const first = new Map(before.sources.map((source) => [source.id, source]));
  return after.sources.flatMap((last) => {
    const start = first.get(last.id);
    const source = start && rateOf(start, last, after.cpus, seconds);
    return source?.perS === undefined ? [] : [source];
  });
}

function rateOf(
  start: InterruptCounts,
  last: InterruptCounts,
  cpus: readonly string[],
  seconds: number | undefined,
): InterruptSource | undefined {
  const rates = last.counts.map((count, at) => ratePerS(start.counts[at], count, seconds));
  const most = Math.max(...rates.map((rate) => rate ?? 0));
  const busiestCpu = cpus[rates.findIndex((rate) => (rate ?? 0) === most)];
  if (busiestCpu === undefined) return undefined;
  const kind = /^\d+$/.test(last.id) ? 'device' : last.what === undefined ? 'soft' : 'cpu';
  const name = kind === 'device' ? `${last.id} ${(last.what ?? '').split(' ').at(-1) ?? ''}`.trim() : last.id;
  return { name, kind, busiestCpu, ...present({ perS: sumOf(...rates), busiestCpuPerS: most }), cites: citesOfAll(start, last) };
}
