import type { Diagnosis } from '../model/diagnosis.ts';
import type { EvidenceItem } from '../model/evidence.ts';
import { durationText } from '../model/figure-text.ts';
import type { Finding } from '../model/finding.ts';
import type { DiagRequest } from '../model/request.ts';
import { culpritLine } from './culprit.ts';
import { type Inline, line, type Part, text } from './doc.ts';
import { evidenceWords } from './evidence.ts';

const FIGURES_SHOWN = 3;
const FIGURE_CHARS = 120;
const HEADLINE_CHARS = 500;
const HOST_CHARS = 80;
/** A busy host is late by a little. */
const SAME_WINDOW_PART = 0.2;

/** How the collection went as a whole: what came may be less than what was asked. */
export type Ended = 'complete' | 'cut' | 'deadline' | 'cancelled';

/** The answer in at most six lines, the verdict first. */
export function answerLines(diagnosis: Diagnosis, asked: Asked, ended: Ended = 'complete'): readonly Part[] {
  const finding = answerOf(diagnosis);
  const figures = paired(finding?.evidence ?? diagnosis.figures).slice(0, FIGURES_SHOWN);
  const gap = incompleteWords(diagnosis, ended);
  return [
    line(...hostWords(diagnosis), text(diagnosis.headline, 'bold', HEADLINE_CHARS), sureWords(diagnosis, finding)),
    ...(finding?.culprit ? [line('Who: ', ...culpritLine(finding.culprit))] : []),
    ...(figures.length === 0 ? [] : [line('Figures: ', ...figures.flatMap(figureWords))]),
    line('Now: ', text(nowWords(diagnosis, finding))),
    ...(gap === undefined ? [] : [line(gap)]),
    line(...asked.words, ...windowWords(diagnosis, asked.windowSeconds)),
  ];
}

/** The wish, and the window that its words tell, where there was one. */
export interface Asked {
  readonly words: readonly (Inline | string)[];
  readonly windowSeconds?: number;
}

/** Who asked for it and with which words, as far as that is known. */
export function askedWords(request: DiagRequest): Asked['words'] {
  const command = `/diag ${request.subcommand} ${request.host} for ${durationText(request.windowSeconds)}`;
  return request.origin.kind === 'slack'
    ? ['Asked by ', { kind: 'user', id: request.origin.user }, ' with ', text(command, 'code', FIGURE_CHARS), ', ']
    : [];
}

/** The finding the answer rests on; none for none.* answers. */
function answerOf(diagnosis: Diagnosis): Finding | undefined {
  return diagnosis.findings.find((finding) => finding.cause === diagnosis.cause);
}

function hostWords({ headline, host }: Diagnosis): readonly (Inline | string)[] {
  return headline.startsWith(host) ? [] : [text(host, 'bold', HOST_CHARS), ': '];
}

function sureWords(diagnosis: Diagnosis, finding: Finding | undefined): string {
  const others = diagnosis.findings.filter(({ cause, explainedBy }) => cause !== finding?.cause && explainedBy === undefined).length;
  const more = others === 0 ? '' : `${others} more ${others === 1 ? 'finding' : 'findings'} in the thread`;
  if (finding) return ` (${finding.severity}, ${finding.confidence}${more === '' ? '' : `; ${more}`})`;
  return more === '' ? '' : ` (${more})`;
}

/** One place for the two lines of a pressure file: 'PSI io some 78 % / full 55 %'. */
function paired(items: readonly EvidenceItem[]): readonly string[] {
  const words: string[] = [];
  for (const [index, item] of items.entries()) {
    const before = items[index - 1];
    const same = before?.subject.endsWith(' some') && item.subject === before.subject.replace(/ some$/, ' full');
    if (same) words.push(`${words.pop()} / ${evidenceWords({ ...item, subject: 'full' })}`);
    else words.push(evidenceWords(item));
  }
  return words;
}

function figureWords(words: string, index: number): readonly (Inline | string)[] {
  return [...(index === 0 ? [] : [' · ']), text(words, 'plain', FIGURE_CHARS)];
}

function nowWords(diagnosis: Diagnosis, finding: Finding | undefined): string {
  if (finding) return finding.advice.summary;
  // What was pasted cannot be run again.
  if (diagnosis.subcommand === 'explain')
    return diagnosis.cause === 'none.healthy'
      ? 'nothing, as far as this output tells; if the host is slow nevertheless, take it anew while it is'
      : 'give the output of a command that would decide, as named under what could not be checked';
  if (diagnosis.cause === 'none.healthy')
    return 'nothing to do about these; if the host is slow nevertheless, run again while it is, or for longer';
  const remedy = diagnosis.gaps.find((gap) => gap.remedy !== undefined)?.remedy;
  return remedy ?? 'run again, for longer; the thread says what could not be read';
}

const ENDED_WORDS = {
  cut: 'the connection was cut in the middle; this is from what came before',
  deadline: 'the deadline was reached; this is from what came before',
  cancelled: 'it was stopped in the middle; this is from what came before',
};

function incompleteWords(diagnosis: Diagnosis, ended: Ended): string | undefined {
  const gaps = diagnosis.gaps.filter(({ unrecorded }) => unrecorded !== true).length;
  const words = [
    ...(ended === 'complete' ? [] : [ENDED_WORDS[ended]]),
    ...(gaps === 0 ? [] : [`${gaps} ${gaps === 1 ? 'command' : 'commands'} gave nothing, see the thread`]),
  ];
  return words.length === 0 ? undefined : `Incomplete: ${words.join('; ')}`;
}

/** The window once: where the request's words tell it already, only one that came out otherwise is worth saying. */
function windowWords({ windowSeconds, takenAt }: Diagnosis, askedSeconds: number | undefined): readonly (Inline | string)[] {
  const at = { kind: 'time', at: takenAt } as const;
  if (windowSeconds === undefined) return ['window not known, ', at];
  const asAsked = askedSeconds !== undefined && Math.abs(windowSeconds - askedSeconds) <= SAME_WINDOW_PART * askedSeconds;
  return asAsked ? [at] : [`window ${durationText(windowSeconds)}, `, at];
}
