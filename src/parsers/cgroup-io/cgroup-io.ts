import type { Row } from '../../model/evidence.ts';
import { defineParser } from '../parser.ts';

/** What one cgroup moved on one device since it was made. */
export interface CgroupIoDevice extends Row {
  /** 'MAJOR:MINOR'. */
  readonly deviceNumber: string;
  readonly readBytes?: number;
  readonly writtenBytes?: number;
  readonly reads?: number;
  readonly writes?: number;
}
export interface CgroupIoSample {
  /** Path below the hierarchy's root, '/' for the root; absent where no path tells. */
  readonly cgroup?: string;
  readonly version: 1 | 2;
  readonly devices: readonly CgroupIoDevice[];
}

export const cgroupIo = defineParser<CgroupIoSample>({
  recognise: { looksLike: () => false },
  parse: () => ({ sample: undefined, problems: [] }),
});
