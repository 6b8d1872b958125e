import { defineParser } from '../parser.ts';
import type { IostatSample } from './sample.ts';

export const iostat = defineParser<IostatSample>({
  recognise: { looksLike: () => false },
  parse: () => ({ sample: undefined, problems: [] }),
});
