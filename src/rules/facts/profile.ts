import type { EvidenceItem } from '../../model/evidence.ts';
import { figure } from '../../snapshot/cite.ts';
import { type PerfProfile, type PerfSymbol, type PerfView, perfChainUnits, perfUnits } from '../../snapshot/views/perf.ts';

/** How much of a profile falls into some kernel functions. */
export interface ProfileShare {
  readonly pct: number;
  /** The rows that count most. */
  readonly evidence: readonly EvidenceItem[];
  /** Whose samples they are, those with most first; none where the profile does not part processes. */
  readonly processes: readonly string[];
}

const MOST_ROWS = 3;

/** The share of kernel functions that match, in the profile where it is largest: profiles of good and bad times may lie side by side. */
export function profileShare(perf: PerfView | undefined, functions: RegExp): ProfileShare | undefined {
  const shares = (perf?.profiles ?? []).map((profile) => shareIn(profile, functions));
  return shares.toSorted((left, right) => right.pct - left.pct)[0];
}

function shareIn(profile: PerfProfile, functions: RegExp): ProfileShare {
  const hits = profile.symbols.filter(({ kernel, symbol }) => kernel && functions.test(bare(symbol)));
  const chains = profile.chains.filter((chain) => chain.functions.some((name) => functions.test(bare(name))));
  const self = hits.reduce((sum, { selfPct = 0 }) => sum + selfPct, 0);
  const callees = Math.max(0, ...hits.map(({ withCalleesPct = 0 }) => withCalleesPct));
  const chained = chains.reduce((sum, { pct }) => sum + pct, 0);
  const ranked = hits.toSorted((left, right) => weight(right) - weight(left));
  const rows = ranked.slice(0, MOST_ROWS).map((hit) => figure(hit, perfUnits, fieldOf(hit), subjectOf(hit)));
  const [chain] = chains;
  const items = [...rows, chain && figure(chain, perfChainUnits, 'pct', `call chain of ${bare(chain.functions[0] ?? '')}`)];
  return {
    pct: Math.min(100, Math.max(self, callees, chained)),
    evidence: items.filter((item) => item !== undefined),
    processes: [...new Set(ranked.flatMap(({ process }) => process ?? []))],
  };
}

/** The compiler's copies of one function: 'shrink_slab.part.49', 'memcg_sum_events.isra.22'. */
function bare(symbol: string): string {
  return symbol.replace(/\.(?:part|isra|constprop|cold)\b.*$/, '');
}

function weight(symbol: PerfSymbol): number {
  return symbol[fieldOf(symbol)] ?? 0;
}

function fieldOf({ selfPct = 0, withCalleesPct = 0 }: PerfSymbol): 'selfPct' | 'withCalleesPct' {
  return withCalleesPct > selfPct ? 'withCalleesPct' : 'selfPct';
}

function subjectOf({ symbol, process }: PerfSymbol): string {
  return process === undefined ? bare(symbol) : `${bare(symbol)} (${process})`;
}
