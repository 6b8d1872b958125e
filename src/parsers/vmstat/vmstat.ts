import { defineParser } from '../parser.ts';
import type { VmstatSample } from './sample.ts';

export const vmstat = defineParser<VmstatSample>({
  recognise: { looksLike: () => false },
  parse: () => ({ sample: undefined, problems: [] }),
});
