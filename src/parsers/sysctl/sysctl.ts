import { defineParser } from '../parser.ts';
import type { SysctlSample } from './sample.ts';

export const sysctl = defineParser<SysctlSample>({
  recognise: { command: /^sysctl\b/, path: /^\/proc\/sys\/vm\//, looksLike: () => false },
  parse: () => ({ sample: undefined, problems: [] }),
});
