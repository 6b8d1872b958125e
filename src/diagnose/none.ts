import { type Area, areaOf, type CauseId, type NoCauseId } from '../model/cause.ts';
import type { RuledOut, Undecided } from '../model/finding.ts';
import type { Suspicion } from './suspicions/suspicion.ts';

export interface NoCause {
  readonly cause: NoCauseId;
  readonly headline: string;
}

interface Known {
  readonly ruledOut: readonly RuledOut[];
  readonly undecided: readonly Undecided[];
  /** What looks off in the areas asked for: with one of them nothing is healthy. */
  readonly suspicious: readonly Suspicion[];
  /** What looks off in the others: who asked for the wrong one should hear of it. */
  readonly elsewhere: readonly Suspicion[];
  readonly pasted: boolean;
}

/** What of each area must have been decided before a live host may be called well, as the start of a sentence. */
const BLIND_WITHOUT: Readonly<Partial<Record<CauseId, string>>> = {
  'io.device-saturated': 'Whether a device is at its limit',
  'mem.exhausted': 'Whether memory is short',
  'cpu.saturated': 'Whether the CPUs are the limit',
};

/**
 * What to say where no cause was found. Healthy needs at least one rule that could decide, none of the
 * suspicious figures, and on a live host the rules that tell whether what an area is about is at its limit.
 */
export function noCause({ ruledOut, undecided, suspicious, elsewhere, pasted }: Known): NoCause {
  const [first, second] = suspicious;
  if (first) {
    const also = second ? `, and ${second.because}` : '';
    return { cause: 'none.insufficient-data', headline: `No cause can be named: ${first.because}${also}; ${first.wouldDecide} would tell` };
  }
  if (ruledOut.length === 0) return { cause: 'none.insufficient-data', headline: `Nothing here decides anything${advice(undecided)}` };
  const blind = pasted ? undefined : undecided.find(({ cause }) => cause in BLIND_WITHOUT);
  if (blind) return { cause: 'none.insufficient-data', headline: `${BLIND_WITHOUT[blind.cause]} cannot be told${advice([blind])}` };
  const rest = undecided.length > 0 ? `; ${undecided.length} could not be checked` : '';
  const but = elsewhere[0] ? `; but ${elsewhere[0].because} (see ${elsewhere[0].wouldDecide})` : '';
  return {
    cause: 'none.healthy',
    headline: `No ${troubleOf(ruledOut)} trouble in this window: ${causesWord(ruledOut.length)} ruled out${rest}${but}`,
  };
}

const AREA_WORDS: Readonly<Record<Area, string>> = {
  io: 'disk or file-system',
  mem: 'memory',
  cgroup: 'control-group',
  cpu: 'CPU',
  net: 'network',
};

/** Only what rules have looked at is called well. */
function troubleOf(ruledOut: readonly RuledOut[]): string {
  return [...new Set(ruledOut.map(({ cause }) => AREA_WORDS[areaOf(cause)]))].join(', ');
}

function causesWord(count: number): string {
  return count === 1 ? '1 cause' : `${count} causes`;
}

function advice(undecided: readonly Undecided[]): string {
  const command = undecided.find(({ wouldDecide }) => wouldDecide !== undefined)?.wouldDecide;
  return command ? `: ${command} would` : '';
}
