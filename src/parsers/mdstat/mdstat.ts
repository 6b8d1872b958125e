import type { Row } from '../../model/evidence.ts';
import { defineParser } from '../parser.ts';

export interface MdMember {
  readonly device: string;
  readonly slot: number;
  readonly faulty: boolean;
  readonly spare: boolean;
}
export interface MdArray extends Row {
  readonly name: string;
  readonly active: boolean;
  readonly readOnly: boolean;
  readonly level?: string;
  readonly members: readonly MdMember[];
  readonly sizeBytes?: number;
  /** [2/1]: members wanted and members in place. */
  readonly membersWanted?: number;
  readonly membersUp?: number;
  /** 'UU_': one letter a member, '_' where one is missing. */
  readonly slots?: string;
  readonly action?: 'resync' | 'recovery' | 'check' | 'reshape';
  /** 'running', or why it stands still: 'DELAYED', 'PENDING'. */
  readonly actionState?: 'running' | 'delayed' | 'pending';
  readonly progressPct?: number;
  readonly finishSeconds?: number;
  readonly speedBytesPerS?: number;
}
export interface MdstatSample {
  readonly arrays: readonly MdArray[];
}

export const mdstat = defineParser<MdstatSample>({
  recognise: { looksLike: () => false },
  parse: () => ({ sample: undefined, problems: [] }),
});
