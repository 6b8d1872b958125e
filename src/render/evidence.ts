import type { Diagnosis } from '../model/diagnosis.ts';
import type { EvidenceItem } from '../model/evidence.ts';
import { comparedText, figureText } from '../model/figure-text.ts';
import type { Finding } from '../model/finding.ts';
import { culpritDetails, culpritLine, suffererLine } from './culprit.ts';
import { bold, bullets, capped, heading, type Line, line, lineOf, type Part, table, text } from './doc.ts';

/** Below Slack's 100 rows of 10,000 characters, even where each cell is as long as it may be. */
const ROWS_SHOWN = 40;
const FINDINGS_SHOWN = 12;
const SUFFERERS_SHOWN = 8;
const FACTS_SHOWN = 15;

/** What was found, who does it and who waits, and every figure with its limit and the command and line it stands on. */
export function evidenceParts(diagnosis: Diagnosis): readonly Part[] {
  const findings = capped(diagnosis.findings, FINDINGS_SHOWN, 'findings');
  const found = diagnosis.findings.flatMap((finding, index) =>
    finding.explainedBy === undefined ? finding.evidence.map((item) => ({ item, number: String(index + 1) })) : [],
  );
  const healthy = diagnosis.cause.startsWith('none.') ? diagnosis.figures.map((item) => ({ item, number: '' })) : [];
  const items = onceEach([...found, ...healthy]);
  const rows = capped(items, ROWS_SHOWN, 'figures');
  const numbered = diagnosis.findings.length > 1;
  const shared = diagnosis.findings.filter(({ explainedBy }) => explainedBy === undefined).length > 1;
  const facts = capped(diagnosis.facts, FACTS_SHOWN, 'facts');
  return [
    heading('Evidence'),
    ...findings.shown.flatMap((finding, index) => findingParts(finding, numbered ? `${index + 1}. ` : '', explainer(finding, diagnosis))),
    ...findings.rest,
    ...(rows.shown.length === 0 ? [line('No figure was read.')] : [evidenceTable(rows.shown, shared)]),
    ...rows.rest,
    ...bullets(facts.shown.map((fact) => lineOf(text(fact.label), ': ', text(fact.text)))),
    ...facts.rest,
  ];
}

/** The number of the finding that explains this one. */
function explainer(finding: Finding, { findings }: Diagnosis): number | undefined {
  const index = findings.findIndex(({ cause }) => cause === finding.explainedBy);
  return index < 0 ? undefined : index + 1;
}

/** What another finding explains is told in one line: its figures and its fix are those of the other. */
function findingParts(finding: Finding, number: string, explainedBy: number | undefined): readonly Part[] {
  if (explainedBy !== undefined) return [line(number, text(finding.headline), ` (${finding.cause}): ${explainedBy} explains it`)];
  const sufferers = capped(finding.sufferers ?? [], SUFFERERS_SHOWN, 'waiting processes');
  const culprit: readonly Line[] = finding.culprit
    ? [lineOf('done by ', ...culpritLine(finding.culprit)), ...culpritDetails(finding.culprit).map((pieces) => lineOf(...pieces))]
    : [];
  const waiting = sufferers.shown.map((sufferer) => lineOf('waits: ', ...suffererLine(sufferer)));
  return [
    line(number, bold(finding.headline), ` (${finding.severity}, ${finding.confidence}, ${finding.cause})`),
    ...bullets([...culprit, ...waiting]),
    ...sufferers.rest,
    ...(finding.runbook === undefined ? [] : [line('Runbook: ', text(finding.runbook))]),
  ];
}

interface NumberedItem {
  readonly item: EvidenceItem;
  /** Of the finding it belongs to; '1, 2' where several rest on it. */
  readonly number: string;
}

/** Findings rest on the same figures: one row tells all of them. */
function onceEach(items: readonly NumberedItem[]): readonly NumberedItem[] {
  const rows = new Map<string, NumberedItem>();
  for (const { item, number } of items) {
    const key = JSON.stringify(evidenceCells(item));
    const before = rows.get(key);
    const named = before === undefined || before.number === number ? number : `${before.number}, ${number}`;
    rows.set(key, { item, number: named });
  }
  return [...rows.values()];
}

function evidenceTable(items: readonly NumberedItem[], numbered: boolean): Part {
  const rows = items.map(({ item, number }) => [...(numbered ? [number] : []), ...evidenceCells(item)]);
  return table([...(numbered ? ['#'] : []), 'Figure', 'Value', 'Limit', 'Command'], rows);
}

function evidenceCells(item: EvidenceItem): readonly string[] {
  const name = nameOf(item);
  if (item.kind === 'line') return [name, item.text, '', citeText(item)];
  const { value, limit } = comparedText(item);
  return [name, value, limit ?? '', citeText(item)];
}

/** 'nvme1n1 r_await', 'PSI io full'. */
function nameOf({ subject, label }: EvidenceItem): string {
  return label === '' ? subject : `${subject} ${label}`;
}

/** 'iostat -x -k -y -t 1 5, line 14'; '/proc/diskstats, line 3' rather than the long command that read many files. */
function citeText(item: EvidenceItem): string {
  const [first] = item.cites;
  const more = item.cites.length > 1 ? ` and ${item.cites.length - 1} more` : '';
  const { path, line } = first.file ?? { path: commandWords(first.command), line: first.line };
  return `${path}, line ${line}${more}`;
}

/** The command, or what stands in for one that nobody told. */
export function commandWords(command: string): string {
  return command === '' ? 'pasted text' : command;
}

/** 'nvme1n1 r_await 46 ms', for lines. */
export function evidenceWords(item: EvidenceItem): string {
  const value = item.kind === 'figure' ? figureText(item.value, item.unit) : item.text;
  return `${nameOf(item)} ${value}`;
}

/** 'nvme1n1 r_await 46 ms (≥ 20 ms)'. */
export function comparedWords(item: EvidenceItem): string {
  if (item.kind === 'line') return evidenceWords(item);
  const { value, limit } = comparedText(item);
  return `${nameOf(item)} ${value}${limit === undefined ? '' : ` (limit ${limit})`}`;
}
