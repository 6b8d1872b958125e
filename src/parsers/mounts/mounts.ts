import type { Row } from '../../model/evidence.ts';
import { defineParser } from '../parser.ts';

export interface Mount extends Row {
  /** Mount point, its octal escapes undone. */
  readonly mount: string;
  readonly source: string;
  readonly type: string;
  /** 'MAJOR:MINOR', from mountinfo only. */
  readonly deviceNumber?: string;
  /** The part of the file system that is mounted, from mountinfo only: '/' unless it is a bind mount or a subvolume. */
  readonly root?: string;
  readonly options: readonly string[];
  readonly readOnly: boolean;
}
export interface MountsSample {
  readonly mounts: readonly Mount[];
}

export const mounts = defineParser<MountsSample>({
  recognise: { looksLike: () => false },
  parse: () => ({ sample: undefined, problems: [] }),
});
