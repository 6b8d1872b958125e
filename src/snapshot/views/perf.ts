import type { Row, UnitTable } from '../../model/evidence.ts';

/** One function of a profile, as one process runs it. */
export interface PerfSymbol extends Row {
  readonly symbol: string;
  readonly kernel: boolean;
  readonly object?: string;
  readonly process?: string;
  readonly pid?: number;
  /** Share of all samples that fell into the function itself. */
  readonly selfPct?: number;
  /** Those and the samples in what it called: adds up to more than a hundred. */
  readonly withCalleesPct?: number;
}
/** A call chain: the functions in the order printed, and its share of all samples. */
export interface PerfChain extends Row {
  readonly pct: number;
  readonly functions: readonly string[];
}
export const perfUnits: UnitTable<PerfSymbol> = {
  pid: { label: 'pid', unit: 'count' },
  selfPct: { label: 'samples', unit: 'pct' },
  withCalleesPct: { label: 'samples with callees', unit: 'pct' },
};
export const perfChainUnits: UnitTable<PerfChain> = { pct: { label: 'samples', unit: 'pct' } };

/** One run of perf. */
export interface PerfProfile {
  readonly symbols: readonly PerfSymbol[];
  readonly chains: readonly PerfChain[];
}
/** A person may paste a bad time beside a good one: profiles are never added up. */
export interface PerfView {
  readonly profiles: readonly PerfProfile[];
}
