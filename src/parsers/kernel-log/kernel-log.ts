import { defineParser } from '../parser.ts';
import type { KernelLogSample } from './sample.ts';

export const kernelLog = defineParser<KernelLogSample>({
  recognise: { command: /^(?:dmesg|journalctl)\b/, looksLike: () => false },
  parse: () => ({ sample: undefined, problems: [] }),
});
