import type { RequestId } from './request.ts';

/** Who asked what, when, and whether it was allowed. */
export interface AuditEntry {
  readonly at: Date;
  readonly team: string;
  readonly channel: string;
  readonly user: string;
  /** In the asker's own words, cut at 300 characters. */
  readonly asked: string;
  readonly answer: 'accepted' | 'refused';
  /** Why it was refused, in words. */
  readonly why?: string;
  readonly requestId?: RequestId;
}
