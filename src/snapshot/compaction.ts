import type { NumericKey } from '../model/evidence.ts';
import { present } from './present.ts';
import { ratePerS } from './rates.ts';
import { bothEnds, latest } from './readings.ts';
import { citesOfAll, mergeAll } from './rows.ts';
import type { Samples } from './samples.ts';
import type { CompactionRates, CompactionTotals, CompactionView, HugePageMode } from './views/compaction.ts';

const RATES: readonly (readonly [string, NumericKey<CompactionRates>])[] = [
  ['compact_stall', 'stallsPerS'],
  ['compact_fail', 'failsPerS'],
  ['compact_success', 'successesPerS'],
  ['compact_migrate_scanned', 'scannedPagesPerS'],
  ['thp_fault_alloc', 'hugeFaultsPerS'],
  ['thp_fault_fallback', 'hugeFallbacksPerS'],
];
const TOTALS: readonly (readonly [string, NumericKey<CompactionTotals>])[] = [
  ['compact_stall', 'stallsTotal'],
  ['compact_fail', 'failsTotal'],
];

/** Compaction and transparent huge pages: the counters of /proc/vmstat, and the modes that are set. */
export function compactionView(samples: Samples, windowSeconds: number | undefined): CompactionView | undefined {
  const modes = samples['thp-mode'].flatMap(({ sample }) => sample.modes);
  const view = {
    window: windowOf(samples, windowSeconds),
    sinceBoot: totalsOf(samples),
    // A file that does not say which it is can only be the one that people look at first.
    enabled: modeOf(modes.findLast(({ setting }) => (setting ?? 'enabled') === 'enabled')),
    defrag: modeOf(modes.findLast(({ setting }) => setting === 'defrag')),
  };
  return Object.values(view).every((each) => each === undefined) ? undefined : present(view);
}

function windowOf(samples: Samples, seconds: number | undefined): CompactionRates | undefined {
  const ends = bothEnds(samples['proc-vmstat']);
  const rows = RATES.flatMap(([name, field]): readonly CompactionRates[] => {
    const [first, last] = [ends?.before.counters.get(name), ends?.after.counters.get(name)];
    const rate = ratePerS(first?.value, last?.value, seconds);
    return rate === undefined || !first || !last ? [] : [{ [field]: rate, cites: citesOfAll(first, last) }];
  });
  return mergeAll(rows);
}

function totalsOf(samples: Samples): CompactionTotals | undefined {
  const counters = latest(samples['proc-vmstat'])?.counters;
  const rows = TOTALS.flatMap(([name, field]): readonly CompactionTotals[] => {
    const counter = counters?.get(name);
    return counter ? [{ [field]: counter.value, cites: counter.cites }] : [];
  });
  return mergeAll(rows);
}

function modeOf(mode: HugePageMode | undefined): HugePageMode | undefined {
  return mode && { mode: mode.mode, cites: mode.cites };
}
