import type { CauseId } from '../model/cause.ts';
import type { Confidence, Finding, Severity } from '../model/finding.ts';

const BY_SEVERITY: Readonly<Record<Severity, number>> = { critical: 0, warning: 1, notice: 2 };
const BY_CONFIDENCE: Readonly<Record<Confidence, number>> = { certain: 0, likely: 1, possible: 2 };

/**
 * The finding to act on first: what explains others before what it explains, then severity, then confidence.
 * A notice explains nothing: it is not the trouble. What is explained by one before it says so.
 */
export function rank(findings: readonly Finding[], explains: ReadonlyMap<CauseId, readonly CauseId[]>): readonly Finding[] {
  const left = findings.toSorted((one, other) => weight(one) - weight(other));
  const ranked: Finding[] = [];
  while (left.length > 0) {
    const next = left.findIndex((finding) => !left.some((other) => other !== finding && explainsIt(other, finding, explains)));
    // Two causes that explain each other: the graver stands first.
    ranked.push(...left.splice(Math.max(next, 0), 1));
  }
  return ranked.map((finding, index) => {
    const by = ranked.slice(0, index).find((before) => explainsIt(before, finding, explains));
    return by === undefined ? finding : { ...finding, explainedBy: by.cause };
  });
}

/** Who fills one disk does not explain that another is full. What is of the whole host, or of another kind of part, may explain either. */
function canBeOfOne({ subject: mine, alsoOf }: Finding, { subject: others }: Finding): boolean {
  if (mine === undefined || others === undefined || mine.kind !== others.kind || mine.name === others.name) return true;
  return alsoOf?.includes(others.name) ?? false;
}

function explainsIt(one: Finding, other: Finding, explains: ReadonlyMap<CauseId, readonly CauseId[]>): boolean {
  return one.severity !== 'notice' && canBeOfOne(one, other) && (explains.get(one.cause)?.includes(other.cause) ?? false);
}

function weight(finding: Finding): number {
  return BY_SEVERITY[finding.severity] * 3 + BY_CONFIDENCE[finding.confidence];
}
