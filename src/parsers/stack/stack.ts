import { defineParser } from '../parser.ts';
import type { StackSample } from './sample.ts';

export const stack = defineParser<StackSample>({
  recognise: { path: /^\/proc\/\d+\/(?:task\/\d+\/)?stack$/, looksLike: () => false },
  parse: () => ({ sample: undefined, problems: [] }),
});
