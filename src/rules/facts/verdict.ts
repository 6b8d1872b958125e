import type { EvidenceItem } from '../../model/evidence.ts';
import type { Found, Verdict } from '../../model/finding.ts';
import { evidence } from '../../snapshot/cite.ts';

/** A finding, or undecided where not one figure stands behind it: a claim without evidence is never made. */
export function found(finding: Omit<Found, 'kind' | 'evidence'>, items: readonly (EvidenceItem | undefined)[]): Verdict {
  const proof = evidence(...items);
  if (!proof) return undecided('the pattern fits, but no figure stands behind it');
  return { kind: 'found', ...finding, evidence: proof };
}

export function ruledOut(because: string, items: readonly (EvidenceItem | undefined)[] = []): Verdict {
  return { kind: 'ruled-out', because, evidence: items.filter((item) => item !== undefined) };
}

export function undecided(because: string, wouldDecide?: string): Verdict {
  return { kind: 'undecided', because, ...(wouldDecide ? { wouldDecide } : {}) };
}
