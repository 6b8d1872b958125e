import type { Part, Reader } from './paste.ts';

/** Deeper than any paste is mixed, and an end to the recursion. */
const MOST_DEEP = 8;

/**
 * Outputs that were pasted one after another with nothing between them end up in one part. Lines in a row that its
 * parser does not understand become parts of their own where other parsers understand all of them; else they stay.
 */
export function withoutStrays(part: Part, reader: Reader, depth = 0): readonly Part[] {
  const format = reader.recognise(part.command, part.text);
  if (format === undefined || depth === MOST_DEEP) return [part];
  const lines = part.text.split('\n');
  const runs = runsOf(reader.unread(part.command, part.text));
  const strays = runs.flatMap((run) => {
    const text = run.map((at) => lines[at] ?? '').join('\n');
    if (reader.recognise('', text) === format) return [];
    const parts = withoutStrays({ command: '', text }, reader, depth + 1);
    return parts.every((each) => isUnderstood(each, reader)) ? [{ run, parts }] : [];
  });
  if (strays.length === 0) return [part];
  const taken = new Set(strays.flatMap(({ run }) => run));
  const rest = { command: part.command, text: lines.filter((_, at) => !taken.has(at)).join('\n') };
  const before = strays.filter(({ run }) => run[0] === 0).flatMap(({ parts }) => parts);
  const behind = strays.filter(({ run }) => run[0] !== 0).flatMap(({ parts }) => parts);
  return [...before, rest, ...behind];
}

function isUnderstood({ command, text }: Part, { recognise, unread }: Reader): boolean {
  return recognise(command, text) !== undefined && unread(command, text).length === 0;
}

/** [3, 4, 7] -> [[3, 4], [7]]. */
function runsOf(ordered: readonly number[]): readonly (readonly number[])[] {
  const runs: number[][] = [];
  for (const at of ordered) {
    const last = runs.at(-1);
    if (last?.at(-1) === at - 1) last.push(at);
    else runs.push([at]);
  }
  return runs;
}
