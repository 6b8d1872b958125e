import { type Area, areaOf, type CauseId } from '../../model/cause.ts';
import type { EvidenceItem } from '../../model/evidence.ts';

/** A figure that looks off and that no rule judges yet: with it nothing is called healthy. */
export interface Suspicion {
  readonly cause: CauseId;
  readonly because: string;
  readonly wouldDecide: string;
  readonly evidence: readonly EvidenceItem[];
  /** The area whose question it leaves open, where that is not the area of its cause. */
  readonly concerns?: Area;
}

export function suspicion(
  cause: CauseId,
  because: string,
  wouldDecide: string,
  ...items: readonly (EvidenceItem | undefined)[]
): Suspicion {
  return { cause, because, wouldDecide, evidence: items.filter((item) => item !== undefined) };
}

/** Whether a healthy answer to what was asked would be wrong while this is unexplained. */
export function isAskedFor({ cause, concerns }: Suspicion, areas: readonly Area[] | undefined): boolean {
  return areas === undefined || areas.includes(concerns ?? areaOf(cause));
}
