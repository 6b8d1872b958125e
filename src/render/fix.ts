import type { Diagnosis } from '../model/diagnosis.ts';
import type { Advice, Finding, Fix } from '../model/finding.ts';
import { bold, capped, codeBlock, heading, line, type Part, text } from './doc.ts';

const FINDINGS_SHOWN = 3;
const STEPS_SHOWN = 8;

/** What a person may do, the bot does none of it: now, for good, how to see that it helped, how to keep it from coming back. */
export function fixParts(diagnosis: Diagnosis): readonly Part[] {
  // What another finding explains goes away with it.
  const own = diagnosis.findings.filter(({ explainedBy }) => explainedBy === undefined);
  const { shown, rest } = capped(own, FINDINGS_SHOWN, 'findings with advice');
  if (shown.length === 0) return [];
  return [heading('Fix'), ...shown.flatMap((finding) => findingParts(finding, shown.length > 1)), ...rest];
}

function findingParts(finding: Finding, named: boolean): readonly Part[] {
  const { advice } = finding;
  return [
    ...(named ? [line('For: ', bold(finding.headline))] : []),
    ...stepParts('Now', advice.now),
    ...stepParts('For good', advice.lasting),
    ...verifyParts(advice),
    ...guardParts(advice),
  ];
}

function stepParts(title: string, fixes: readonly Fix[]): readonly Part[] {
  if (fixes.length === 0) return [];
  const { shown, rest } = capped(fixes, STEPS_SHOWN, 'steps');
  return [line(bold(title)), ...shown.flatMap((fix, index) => stepLines(fix, index + 1)), ...rest];
}

function stepLines(fix: Fix, number: number): readonly Part[] {
  return [
    line(`${number}. `, text(fix.does)),
    ...(fix.command === undefined ? [] : [codeBlock(fix.command)]),
    line(
      `Risk: ${fix.risk}`,
      ...(fix.caution === undefined ? [] : [', ', text(fix.caution)]),
      ...(fix.undo === undefined ? [] : ['; undo: ', text(fix.undo)]),
    ),
  ];
}

function verifyParts({ verify }: Advice): readonly Part[] {
  if (verify.length === 0) return [];
  const { shown, rest } = capped(verify, STEPS_SHOWN, 'checks');
  return [line(bold('Verify')), ...shown.flatMap((check) => [codeBlock(check.command), line('Expect: ', text(check.expect))]), ...rest];
}

function guardParts({ guard }: Advice): readonly Part[] {
  if (guard.length === 0) return [];
  const { shown, rest } = capped(guard, STEPS_SHOWN, 'guards');
  return [
    line(bold('Guard')),
    ...shown.flatMap((item) => [
      line(text(item.does)),
      ...(item.prometheusRule === undefined ? [] : [codeBlock(item.prometheusRule)]),
      line('Risk: ', text(item.risk), '; undo: ', text(item.undo)),
    ]),
    ...rest,
  ];
}
