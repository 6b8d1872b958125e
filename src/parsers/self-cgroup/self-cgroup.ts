import type { Row } from '../../model/evidence.ts';
import { defineParser } from '../parser.ts';

/** The control groups of one process, and what they tell of the host. */
export interface SelfCgroupSample extends Row {
  /** 2 where nothing but the unified hierarchy is mounted, 1 where any controller has one of its own. */
  readonly version: 1 | 2;
  readonly pid?: number;
  readonly paths: readonly string[];
}
export const selfCgroup = defineParser<SelfCgroupSample>({
  recognise: { path: /^\/proc\/(?:self|\d+)\/cgroup$/, looksLike: () => false },
  parse: () => ({ sample: undefined, problems: [] }),
});
