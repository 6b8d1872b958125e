import { defineParser } from '../parser.ts';
import type { SarSample } from './sample.ts';

export const sar = defineParser<SarSample>({
  recognise: { command: /^sar\b/, looksLike: () => false },
  parse: () => ({ sample: undefined, problems: [] }),
});
