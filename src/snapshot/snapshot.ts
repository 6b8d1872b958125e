import type { Gap } from '../model/diagnosis.ts';
import type { Cite } from '../model/evidence.ts';
import type { Views } from './views.ts';

/** All that is known of one host in one window. A source that gave nothing is a gap, never a zero. */
export interface Snapshot {
  readonly host: string;
  readonly takenAt: Date;
  /** Measured on the host's own clock (/proc/uptime at both ends), else from the tools' intervals. */
  readonly windowSeconds: number | undefined;
  readonly views: Views;
  readonly gaps: readonly Gap[];
  /** Lines that no parser understood. */
  readonly unread: readonly { readonly cite: Cite; readonly why: string }[];
  /** True where the outputs are a person's paste or files: then nothing was asked of the host and a missing source is no gap. */
  readonly pasted: boolean;
}
