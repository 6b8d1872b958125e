import type { AuditEntry } from '../model/audit.ts';
import type { CatalogueEntry } from '../model/command.ts';
import type { Diagnosis, DiagnosisId } from '../model/diagnosis.ts';
import type { Collection, RawOutput, Unreachable } from '../model/output.ts';
import type { NewPost, Post, PostedRoot, PostId } from '../model/post.ts';
import type { DiagRequest, RequestId } from '../model/request.ts';
import type { Target } from '../model/target.ts';

/** How far a collection is, for the message that shows progress. */
export type Progress =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'sampling'; readonly elapsedSeconds: number; readonly windowSeconds: number }
  | { readonly kind: 'reading' };

/** Runs a whole catalogue entry in one session. Rejects never for a host's sake: no connection is an Unreachable, the rest an Outcome. */
export type Run = (
  target: Target,
  entry: CatalogueEntry,
  windowSeconds: number,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
) => Promise<{ readonly kind: 'collected'; readonly collection: Collection } | { readonly kind: 'unreachable'; readonly why: Unreachable }>;

/** The outside world as the use cases see it. main.ts hands in the real ones, tests hand in objects. */
export interface Ports {
  readonly run: Run;
  readonly now: () => Date;
  readonly newId: () => string;
  /** Keeps the answer with its outputs. Absent where nothing is kept: the command line. */
  readonly save?: SaveDiagnosis;
}

export type SaveDiagnosis = (request: DiagRequest, diagnosis: Diagnosis, outputs: readonly RawOutput[]) => Promise<void>;

/** What came of a request: what the caller shows. */
export type DiagnosisResult =
  | {
      readonly kind: 'diagnosed';
      readonly request: DiagRequest;
      readonly diagnosis: Diagnosis;
      readonly outputs: readonly RawOutput[];
      readonly ended: Collection['ended'];
    }
  | { readonly kind: 'unreachable'; readonly request: DiagRequest; readonly why: Unreachable };

/** The use case as Slack and the command line call it. Resolves for whatever the host does; rejects for our own bugs only. */
export type DiagnoseHost = (
  request: DiagRequest,
  target: Target,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
) => Promise<DiagnosisResult>;

/** A request whose process is gone: it stays unanswered unless somebody says so in its thread. */
export interface Orphan {
  readonly request: DiagRequest;
  readonly root: PostedRoot | undefined;
}

/** Requests by the key of their delivery, so that nothing that Slack delivers twice runs twice. */
export interface Requests {
  /** 'seen': this key came before, here or in another bot; do nothing. `key` is the trigger id, or what else names the delivery. */
  readonly claim: (key: string, request: DiagRequest) => Promise<'new' | 'seen'>;
  readonly finish: (id: RequestId, state: 'done' | 'failed') => Promise<void>;
  /** Says that this process still works on what it claimed: every few seconds. */
  readonly beat: () => Promise<void>;
  /**
   * Requests whose process has fallen silent, now this process's own, each handed to one taker: say so in the thread,
   * then finish it as failed; whoever dies in between leaves an orphan again. At start, and every few seconds.
   */
  readonly takeOrphans: () => Promise<readonly Orphan[]>;
}

/** Posts in line: a row before the post goes out, its timestamp after. At most once, in order, the root before its thread. */
export interface Outbox {
  /** Behind the other posts of its request. A slot that is taken stays as it is. */
  readonly enqueue: (post: NewPost) => Promise<void>;
  /**
   * The next post of the request, claimed for this process. Undefined when none is left, or when one is under way.
   * Replies wait for the root's timestamp, and are marked failed with a root that failed.
   */
  readonly takeNext: (requestId: RequestId) => Promise<Post | undefined>;
  /** `ts` is the message's timestamp, or the file's id. */
  readonly markSent: (id: PostId, ts: string) => Promise<void>;
  /** Slack refused it for good; those behind it go on. */
  readonly markFailed: (id: PostId, why: string) => Promise<void>;
  /** It is sure that nothing was posted: 429, no connection. The next takeNext gives it again. */
  readonly putBack: (id: PostId) => Promise<void>;
  /** It may have been posted: a timeout, a 5xx. The next takeNext gives it again, as doubtful. */
  readonly markDoubtful: (id: PostId) => Promise<void>;
  /** Requests with posts that nobody is sending now: after a restart, or after a failure. */
  readonly waiting: () => Promise<readonly RequestId[]>;
  readonly rootOf: (requestId: RequestId) => Promise<PostedRoot | undefined>;
}

/** What the bot remembers across restarts, as src/slack sees it. main.ts hands in the store. */
export interface Memory {
  readonly requests: Requests;
  readonly outbox: Outbox;
  readonly findDiagnosis: (id: DiagnosisId) => Promise<Diagnosis | undefined>;
  /** The outputs a diagnosis was made from, as stored: secrets masked. Empty when it is not known. */
  readonly findOutputs: (id: DiagnosisId) => Promise<readonly RawOutput[]>;
  readonly audit: (entry: AuditEntry) => Promise<void>;
}
