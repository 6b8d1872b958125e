import { defineParser } from '../parser.ts';
import type { DuSample } from './sample.ts';

export const du = defineParser<DuSample>({
  recognise: { command: /^du\b/, looksLike: () => false },
  parse: () => ({ sample: undefined, problems: [] }),
});
