import { parse } from 'yaml';
import { z } from 'zod';
import type { Diagnosis } from '../model/diagnosis.ts';

const ids = z.array(z.string()).nullish();
const shape = z.object({ expect: z.object({ top: z.string(), also: ids, must_not: ids }) });

/** What a case's authors say of it. Read only when its diagnosis is done. */
export interface Expectation {
  readonly top: string;
  readonly also: readonly string[];
  readonly mustNot: readonly string[];
}

/** Throws one line that names the file and what was expected. */
export function readExpectation(file: string, text: string): Expectation {
  const read = shape.safeParse(parse(text));
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new Error(`${file}: ${issue?.path.join('.')}: ${issue?.message}; expected 'expect:' with top, also and must_not`);
  }
  const { top, also, must_not: mustNot } = read.data.expect;
  return { top, also: also ?? [], mustNot: mustNot ?? [] };
}

export interface Mark {
  readonly right: boolean;
  /** Ids that must not be named and were. */
  readonly violated: readonly string[];
}

/** Right: the cause is expected. Violated: the cause, or any finding that calls for action, must not be named. */
export function markOf({ cause, findings }: Pick<Diagnosis, 'cause' | 'findings'>, { top, also, mustNot }: Expectation): Mark {
  const acted = findings.filter(({ severity }) => severity !== 'notice').map((finding) => finding.cause);
  const named = new Set<string>([cause, ...acted]);
  return { right: cause === top || also.includes(cause), violated: [...named].filter((id) => mustNot.includes(id)) };
}
