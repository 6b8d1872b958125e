import type { Row } from '../../model/evidence.ts';
import { defineParser } from '../parser.ts';

/** One line of /proc/meminfo: bytes where it says kB, a bare count else (HugePages_Total). */
export interface MeminfoField extends Row {
  readonly bytes?: number;
  readonly count?: number;
}
export interface MeminfoSample {
  /** By the kernel's name: 'MemAvailable', 'Active(file)'. */
  readonly fields: ReadonlyMap<string, MeminfoField>;
}

export const meminfo = defineParser<MeminfoSample>({
  recognise: { looksLike: () => false },
  parse: () => ({ sample: undefined, problems: [] }),
});
