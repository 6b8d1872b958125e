import type { Rule } from './rule.ts';

/** Every rule: two lines each, in the order of the vocabulary. */
export const rules: readonly Rule[] = [];
