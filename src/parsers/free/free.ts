import { defineParser } from '../parser.ts';
import type { FreeSample } from './sample.ts';

export const free = defineParser<FreeSample>({
  recognise: { command: /^free\b/, looksLike: () => false },
  parse: () => ({ sample: undefined, problems: [] }),
});
