import type { EvidenceItem } from '../../../model/evidence.ts';
import { figure } from '../../../snapshot/cite.ts';
import { type PerfSymbol, type PerfView, perfUnits } from '../../../snapshot/views/perf.ts';
import { word } from '../../facts/words.ts';

/** Less than a twentieth of the samples in one function is a flat profile, which names none. */
const TELLING_PCT = 5;
/** Functions in which the kernel waits for a lock or idles: the one names a fight, the other nothing. */
const LOCK = /spin_lock|spin_unlock|rwsem|mutex_spin|osq_lock|lock_slowpath/;
const IDLE = /^(?:.*_idle(?:_.*)?|native_safe_halt|default_idle.*|mwait.*|acpi_processor_ffh.*|cpuidle_.*)$/;

/** The kernel's functions that took most of the samples, where a profile was made. */
export function hotFunctions(perf: PerfView | undefined): readonly PerfSymbol[] {
  const symbols = perf?.profiles.flatMap((profile) => profile.symbols) ?? [];
  const hot = symbols.filter(({ kernel, selfPct, symbol }) => kernel && (selfPct ?? 0) >= TELLING_PCT && !IDLE.test(symbol));
  return hot.toSorted((left, right) => (right.selfPct ?? 0) - (left.selfPct ?? 0)).slice(0, 3);
}

export function isLock({ symbol }: PerfSymbol): boolean {
  return LOCK.test(symbol);
}

export function functionFigures(symbols: readonly PerfSymbol[]): readonly (EvidenceItem | undefined)[] {
  return symbols.map((each) => figure(each, perfUnits, 'selfPct', word(each.symbol)));
}
