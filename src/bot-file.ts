import { isNode, LineCounter, parseDocument } from 'yaml';
import { z } from 'zod';
import { type CauseId, causeIds } from './model/cause.ts';

/** A link per cause to what one's own people wrote about it. */
export type Runbooks = Readonly<Partial<Record<CauseId, string>>>;

const shape = z.strictObject({
  runbooks: z.partialRecord(z.enum(causeIds), z.url({ protocol: /^https?$/, error: 'expected an http or https address' })).default({}),
});
export interface BotFile {
  readonly runbooks: Runbooks;
}

/** The text of diagbot.yml: what is too long for a variable. Each mistake is one line with file, line and what was expected. */
export function parseBotFile(file: string, text: string, problem: (line: string) => void): BotFile {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const lineOf = (path: readonly PropertyKey[]): number => {
    const node = document.getIn(path, true);
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
    return path.length > 0 ? lineOf(path.slice(0, -1)) : 1;
  };
  for (const { pos, message } of document.errors) problem(`${file}:${lines.linePos(pos[0]).line}: not YAML: ${message}`);
  if (document.errors.length > 0) return { runbooks: {} };
  const read = shape.safeParse(document.toJS() ?? {});
  for (const { path, why } of (read.error?.issues ?? []).flatMap(mistakesOf)) {
    problem(`${file}:${lineOf(path)}: ${path.join('.') || 'the file'}: ${why}`);
  }
  return read.data ?? { runbooks: {} };
}

interface Mistake {
  readonly path: readonly PropertyKey[];
  readonly why: string;
}

function mistakesOf(issue: z.core.$ZodIssue): readonly Mistake[] {
  if (issue.code !== 'unrecognized_keys') return [{ path: issue.path, why: issue.message }];
  const why =
    issue.path.length === 0 ? `expected only ${Object.keys(shape.shape).join(', ')}` : 'no such cause; the ids stand in src/model/cause.ts';
  return issue.keys.map((key) => ({ path: [...issue.path, key], why }));
}
