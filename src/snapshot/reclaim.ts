import type { ProcVmstatSample, VmCounter } from '../parsers/proc-vmstat/proc-vmstat.ts';
import { hasFigure, present } from './present.ts';
import { growth, ratePerS } from './rates.ts';
import { bothEnds, latest } from './readings.ts';
import { citesOfAll, mergeAll } from './rows.ts';
import type { Samples } from './samples.ts';
import type { ReclaimView } from './views/reclaim.ts';

type Figure = Exclude<keyof ReclaimView, 'cites' | 'fieldCites'>;
interface Counted {
  readonly figure: Figure;
  /** Kernels had some counters once a zone: all of a kind are summed. */
  readonly names: RegExp;
}

const RATES: readonly Counted[] = [
  { figure: 'kswapdScannedPagesPerS', names: /^pgscan_kswapd(?:_(?!throttle)\w+)?$/ },
  { figure: 'directScannedPagesPerS', names: /^pgscan_direct(?:_(?!throttle)\w+)?$/ },
  { figure: 'stolenPagesPerS', names: /^pgsteal_(?:kswapd|direct|dma|dma32|normal|high|movable)(?:_\w+)?$/ },
  { figure: 'allocationStallsPerS', names: /^allocstall(?:_\w+)?$/ },
  { figure: 'fileRefaultsPerS', names: /^workingset_refault(?:_file)?$/ },
  { figure: 'anonRefaultsPerS', names: /^workingset_refault_anon$/ },
  { figure: 'majorFaultsPerS', names: /^pgmajfault$/ },
];
const EVENTS: readonly (Counted & { readonly total?: Figure })[] = [
  { figure: 'oomKills', names: /^oom_kill$/, total: 'oomKillsTotal' },
  { figure: 'pageCacheDrops', names: /^drop_pagecache$/, total: 'pageCacheDropsTotal' },
  { figure: 'slabDrops', names: /^drop_slab$/ },
];

/** What reclaim did: /proc/vmstat at both ends of the window, else the columns of sar -B. */
export function reclaimView(samples: Samples, windowSeconds: number | undefined): ReclaimView | undefined {
  const ends = bothEnds(samples['proc-vmstat']);
  const last = latest(samples['proc-vmstat']);
  const rows = [
    ...RATES.map((counted) => ends && grown(ends, counted, (first, then) => ratePerS(first, then, windowSeconds))),
    ...EVENTS.map((counted) => ends && grown(ends, counted, growth)),
    ...EVENTS.map(({ total, names }) => (last && total ? totalOf(last, total, names) : undefined)),
    fromSar(samples),
  ];
  return mergeAll(rows.filter((row) => row !== undefined).filter(hasFigure));
}

function matching({ counters }: ProcVmstatSample, names: RegExp): readonly VmCounter[] {
  return [...counters].flatMap(([name, counter]) => (names.test(name) ? [counter] : []));
}

function sum(counters: readonly VmCounter[]): number | undefined {
  return counters.length === 0 ? undefined : counters.reduce((total, { value }) => total + value, 0);
}

function grown(
  { before, after }: { readonly before: ProcVmstatSample; readonly after: ProcVmstatSample },
  { figure, names }: Counted,
  by: (first: number | undefined, then: number | undefined) => number | undefined,
): ReclaimView | undefined {
  const [first, then] = [matching(before, names), matching(after, names)];
  const value = by(sum(first), sum(then));
  const [cited, ...others] = [...first, ...then];
  return value === undefined || cited === undefined ? undefined : { [figure]: value, cites: citesOfAll(cited, ...others) };
}

function totalOf(sample: ProcVmstatSample, figure: Figure, names: RegExp): ReclaimView | undefined {
  const counters = matching(sample, names);
  const value = sum(counters);
  const [cited, ...others] = counters;
  return value === undefined || cited === undefined ? undefined : { [figure]: value, cites: citesOfAll(cited, ...others) };
}

/** The newest row. A 0 of scans is no figure: older sysstat does not know the counters of newer kernels and prints one. */
function fromSar(samples: Samples): ReclaimView | undefined {
  const row = samples.sar.flatMap(({ sample }) => sample.paging).findLast(({ average }) => !average);
  return (
    row &&
    present({
      kswapdScannedPagesPerS: row.kswapdScansPerS || undefined,
      directScannedPagesPerS: row.directScansPerS || undefined,
      stolenPagesPerS: row.pagesStolenPerS,
      majorFaultsPerS: row.majorFaultsPerS,
      cites: row.cites,
    })
  );
}
