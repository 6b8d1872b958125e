import { defineParser } from '../parser.ts';
import type { PidstatSample } from './sample.ts';

export const pidstat = defineParser<PidstatSample>({
  recognise: { looksLike: () => false },
  parse: () => ({ sample: undefined, problems: [] }),
});
