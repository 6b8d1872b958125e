import { defineParser } from '../parser.ts';
import type { PsSample } from './sample.ts';

export const ps = defineParser<PsSample>({
  recognise: { looksLike: () => false },
  parse: () => ({ sample: undefined, problems: [] }),
});
