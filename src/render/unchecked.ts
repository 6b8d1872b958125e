import type { Diagnosis } from '../model/diagnosis.ts';
import type { Undecided } from '../model/finding.ts';
import { bold, bullets, capped, code, heading, type Line, line, lineOf, type Part, text } from './doc.ts';
import { commandWords, comparedWords } from './evidence.ts';

const RULED_OUT_SHOWN = 45;
const FIGURES_PER_CAUSE = 3;
const GAPS_SHOWN = 25;
const UNDECIDED_SHOWN = 45;
const MISLEADING_SHOWN = 10;
const UNREAD_SHOWN = 10;

/** Each cause that is not it, with the figure that says so. */
export function ruledOutParts(diagnosis: Diagnosis): readonly Part[] {
  if (diagnosis.ruledOut.length === 0) return [heading('Ruled out'), line('Nothing could be ruled out.')];
  const { shown, rest } = capped(diagnosis.ruledOut, RULED_OUT_SHOWN, 'causes that are ruled out');
  const items = shown.map((cause) => {
    const figures = cause.evidence.slice(0, FIGURES_PER_CAUSE).map(comparedWords).join('; ');
    return lineOf(bold(cause.cause), ': ', text(cause.because), ...(figures === '' ? [] : ['; ', text(figures)]));
  });
  return [heading('Ruled out'), ...bullets(items), ...rest];
}

/** What the answer does not know: commands that gave nothing, rules without data, figures not to trust, lines nobody could read. */
export function uncheckedParts(diagnosis: Diagnosis): readonly Part[] {
  const parts = [...gapParts(diagnosis), ...undecidedParts(diagnosis), ...misleadingParts(diagnosis), ...unreadParts(diagnosis)];
  return [heading('Could not be checked'), ...(parts.length === 0 ? [line('Everything that was asked of the host was read.')] : parts)];
}

function gapParts({ gaps }: Diagnosis): readonly Part[] {
  const unrecorded = gaps.filter((gap) => gap.unrecorded === true).map(({ command }) => command);
  const { shown, rest } = capped(
    gaps.filter((gap) => gap.unrecorded !== true),
    GAPS_SHOWN,
    'commands without an answer',
  );
  const items = shown.map((gap) =>
    lineOf(
      code(gap.command),
      ': ',
      text(gap.why),
      ...(gap.lost === undefined ? [] : ['; not known: ', text(gap.lost)]),
      ...(gap.remedy === undefined ? [] : ['; ', text(gap.remedy)]),
    ),
  );
  const note = unrecorded.length === 0 ? [] : [line('The recording holds no output of: ', text(unrecorded.join(', ')))];
  return [...titled('Gave nothing', items, rest), ...note];
}

/** Causes that lack the same figures stand in one line: a paste of one command leaves most of them open. */
function undecidedParts({ undecided }: Diagnosis): readonly Part[] {
  const groups = new Map<string, Undecided[]>();
  for (const cause of undecided) {
    const key = `${cause.because}\n${cause.wouldDecide}`;
    groups.set(key, [...(groups.get(key) ?? []), cause]);
  }
  const { shown, rest } = capped([...groups.values()], UNDECIDED_SHOWN, 'undecided causes');
  const items = shown.flatMap(([first, ...others]) =>
    first === undefined
      ? []
      : [
          lineOf(
            bold([first, ...others].map(({ cause }) => cause).join(', ')),
            ': ',
            text(first.because),
            ...(first.wouldDecide === undefined ? [] : ['; would decide: ', text(first.wouldDecide)]),
          ),
        ],
  );
  return titled('Undecided', items, rest);
}

function misleadingParts({ misleading }: Diagnosis): readonly Part[] {
  const { shown, rest } = capped(misleading, MISLEADING_SHOWN, 'misleading figures');
  return titled(
    'Do not trust',
    shown.map((item) => lineOf(bold(item.figure), ': ', text(item.why))),
    rest,
  );
}

function unreadParts({ unread }: Diagnosis): readonly Part[] {
  const shown = unread.lines.slice(0, UNREAD_SHOWN);
  const left = unread.count - shown.length;
  const items = shown.map((item) =>
    lineOf(code(item.text), `, line ${item.line} of `, text(commandWords(item.command)), ': ', text(item.why)),
  );
  return titled('Lines not understood', items, left > 0 ? [line(`${left} more lines not understood, in the file of raw outputs`)] : []);
}

function titled(title: string, items: readonly Line[], rest: readonly Part[]): readonly Part[] {
  return items.length === 0 && rest.length === 0 ? [] : [line(bold(title)), ...bullets(items), ...rest];
}
