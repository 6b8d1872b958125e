import type { CauseId } from '../model/cause.ts';
import type { Verdict } from '../model/finding.ts';
import type { ViewName, Views } from '../snapshot/views.ts';

/** What `decide` is given: each needed view for sure, each used one perhaps. */
export type Given<N extends ViewName, U extends ViewName> = { readonly [K in N]: NonNullable<Views[K]> } & { readonly [K in U]?: Views[K] };

export interface Rule<N extends ViewName = ViewName, U extends ViewName = ViewName> {
  readonly cause: CauseId;
  /** Views without which nothing can be said: the engine answers 'undecided' for the rule when one is missing. */
  readonly needs: readonly N[];
  readonly uses: readonly U[];
  /** Causes this one explains: when both are found, this is shown first. */
  readonly explains: readonly CauseId[];
  readonly decide: (given: Given<N, U>) => Verdict;
}
export function defineRule<const N extends ViewName, const U extends ViewName = never>(rule: Rule<N, U>): Rule<N, U> {
  return rule;
}
