import { defineParser } from '../parser.ts';
import type { IotopSample } from './sample.ts';

export const iotop = defineParser<IotopSample>({
  recognise: { looksLike: () => false },
  parse: () => ({ sample: undefined, problems: [] }),
});
