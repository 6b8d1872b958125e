import type { Row } from '../../model/evidence.ts';
import { defineParser } from '../parser.ts';

/** How many CPUs are online. */
export interface CpuListSample extends Row {
  readonly cpus: number;
}
export const cpuList = defineParser<CpuListSample>({
  recognise: { command: /^nproc\b/, path: /^\/sys\/devices\/system\/cpu\/online$/, looksLike: () => false },
  parse: () => ({ sample: undefined, problems: [] }),
});
