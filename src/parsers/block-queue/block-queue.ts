import { defineParser } from '../parser.ts';
import type { BlockQueueSample } from './sample.ts';

export const blockQueue = defineParser<BlockQueueSample>({
  recognise: { path: /^\/sys\/(?:block|class\/block)\//, looksLike: () => false },
  parse: () => ({ sample: undefined, problems: [] }),
});
