import { defineParser } from '../parser.ts';
import type { SmartSample } from './sample.ts';

export const smart = defineParser<SmartSample>({
  recognise: { command: /^smartctl\b/, looksLike: () => false },
  parse: () => ({ sample: undefined, problems: [] }),
});
