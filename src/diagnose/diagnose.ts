import { type Area, areaOf, areas, type CauseId } from '../model/cause.ts';
import type { Diagnosis, DiagnosisId } from '../model/diagnosis.ts';
import type { EvidenceItem } from '../model/evidence.ts';
import type { Finding, RuledOut, Undecided } from '../model/finding.ts';
import { rules } from '../rules/registry.ts';
import type { Rule } from '../rules/rule.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { ruledOutElsewhere } from './elsewhere.ts';
import { factsOf, overview } from './figures.ts';
import { judge } from './judge.ts';
import { misleadingFigures } from './misleading.ts';
import { noCause } from './none.ts';
import { rank } from './rank.ts';
import { isAskedFor, type Suspicion } from './suspicions/suspicion.ts';
import { suspicions } from './suspicions/suspicions.ts';

const MOST_UNREAD_LINES = 20;

export interface DiagnoseOptions {
  readonly id: DiagnosisId;
  readonly subcommand: string;
  /** The areas asked for; where absent the one the subcommand is named after, else all. */
  readonly areas?: readonly Area[];
  /** A link for a cause, from the bot's settings. */
  readonly runbooks?: Readonly<Record<string, string>>;
}

/** Every rule over one snapshot, ranked: the whole answer as inert data. */
export function diagnose(snapshot: Snapshot, options: DiagnoseOptions, judged: readonly Rule[] = rules): Diagnosis {
  const { views } = snapshot;
  const wanted = options.areas ?? areas.filter((area) => area === options.subcommand);
  const askedFor = wanted.length > 0 ? wanted : undefined;
  const asked = judged.filter((rule) => askedFor === undefined || askedFor.includes(areaOf(rule.cause)));
  const verdicts = asked.map((rule) => ({ cause: rule.cause, verdict: judge(rule, views, snapshot.pasted) }));
  const findings = rank(
    verdicts.flatMap(({ cause, verdict }) => (verdict.kind === 'found' ? [findingOf(cause, verdict, options.runbooks)] : [])),
    new Map(asked.map((rule) => [rule.cause, rule.explains])),
  );
  const ruledOut: readonly RuledOut[] = verdicts.flatMap(({ cause, verdict }) =>
    verdict.kind === 'ruled-out' ? [{ cause, because: verdict.because, evidence: verdict.evidence }] : [],
  );
  const undecided = verdicts.flatMap(({ cause, verdict }) => (verdict.kind === 'undecided' ? [undecidedOf(cause, verdict)] : []));
  const top = findings.find(({ severity }) => severity !== 'notice');
  const unexplained = top ? [] : unjudged(suspicions(views), [...ruledOut, ...findings]);
  const suspicious = unexplained.filter((each) => isAskedFor(each, askedFor));
  const elsewhere = unexplained.filter((each) => !isAskedFor(each, askedFor));
  const none = noCause({ ruledOut, undecided, suspicious, elsewhere, pasted: snapshot.pasted });
  return {
    version: 1,
    id: options.id,
    cause: top?.cause ?? none.cause,
    headline: top?.headline ?? none.headline,
    host: snapshot.host,
    subcommand: options.subcommand,
    takenAt: snapshot.takenAt,
    windowSeconds: snapshot.windowSeconds,
    findings,
    ruledOut: [...ruledOut, ...ruledOutElsewhere(views, new Set(asked.map((rule) => rule.cause)), causesOf(findings))],
    undecided: [...undecided, ...suspicious.filter(({ cause }) => !undecided.some((each) => each.cause === cause)).map(asUndecided)],
    misleading: misleadingFigures(views),
    figures: distinct([...evidenceOf(suspicious), ...overview(views), ...evidenceOf(elsewhere.slice(0, 1))]),
    facts: factsOf(views),
    gaps: snapshot.gaps,
    unread: {
      count: snapshot.unread.length,
      lines: snapshot.unread
        .slice(0, MOST_UNREAD_LINES)
        .map(({ cite, why }) => ({ command: cite.command, line: cite.line, text: cite.text, why })),
    },
  };
}

function findingOf(
  cause: CauseId,
  verdict: Omit<Finding, 'cause'> & { readonly kind: 'found' },
  runbooks: DiagnoseOptions['runbooks'],
): Finding {
  const { kind: _kind, ...finding } = verdict;
  const runbook = runbooks?.[cause];
  return { cause, ...finding, ...(runbook ? { runbook } : {}) };
}

function undecidedOf(cause: CauseId, verdict: { readonly because: string; readonly wouldDecide?: string }): Undecided {
  return { cause, because: verdict.because, ...(verdict.wouldDecide ? { wouldDecide: verdict.wouldDecide } : {}) };
}

/** What a rule has judged with its own figures is not suspicious any more. */
function unjudged(all: readonly Suspicion[], judged: readonly { readonly cause: CauseId }[]): readonly Suspicion[] {
  return all.filter((suspicion) => !judged.some(({ cause }) => cause === suspicion.cause));
}

function causesOf(findings: readonly Finding[]): readonly CauseId[] {
  return findings.map(({ cause }) => cause);
}

function evidenceOf(suspicious: readonly Suspicion[]): readonly EvidenceItem[] {
  return suspicious.flatMap(({ evidence }) => evidence);
}

function distinct(items: readonly EvidenceItem[]): readonly EvidenceItem[] {
  const words = items.map((item) => (item.kind === 'figure' ? `${item.subject}\n${item.label}\n${item.value}` : JSON.stringify(item)));
  return items.filter((_, index) => words.indexOf(words[index] ?? '') === index);
}

function asUndecided({ cause, because, wouldDecide }: Suspicion): Undecided {
  return { cause, because, wouldDecide };
}
