import { defineParser } from '../parser.ts';
import type { TopSample } from './sample.ts';

export const top = defineParser<TopSample>({
  recognise: { command: /^top\b/, looksLike: () => false },
  parse: () => ({ sample: undefined, problems: [] }),
});
