import type { AuditEntry } from '../model/audit.ts';
import type { Diagnosis, DiagnosisId } from '../model/diagnosis.ts';
import type { RawOutput } from '../model/output.ts';
import type { NewPost, PostId } from '../model/post.ts';
import type { DiagRequest, RequestId } from '../model/request.ts';
import { recordAudit } from './audit.ts';
import type { Database } from './database.ts';
import { findDiagnosis, findOutputs, saveDiagnosis } from './diagnoses.ts';
import { enqueuePost, findRoot, markPostFailed, markPostSent, requestsWithPosts, returnPost, takeNextPost } from './posts.ts';
import { beat, claimRequest, finishRequest, takeOrphans } from './requests.ts';

/** The tables as the ports of src/app want them. `owner` names this process, and no other, ever. */
export function memoryOver(database: Database, owner: string) {
  return {
    requests: {
      claim: (key: string, request: DiagRequest) => claimRequest(database, owner, key, request),
      finish: (id: RequestId, state: 'done' | 'failed') => finishRequest(database, id, state),
      beat: () => beat(database, owner),
      takeOrphans: () => takeOrphans(database, owner),
    },
    outbox: {
      enqueue: (post: NewPost) => enqueuePost(database, post),
      takeNext: (requestId: RequestId) => takeNextPost(database, owner, requestId),
      markSent: (id: PostId, ts: string) => markPostSent(database, id, ts),
      markFailed: (id: PostId, why: string) => markPostFailed(database, id, why),
      putBack: (id: PostId) => returnPost(database, id, 'waiting'),
      markDoubtful: (id: PostId) => returnPost(database, id, 'doubtful'),
      waiting: () => requestsWithPosts(database, owner),
      rootOf: (requestId: RequestId) => findRoot(database, requestId),
    },
    save: (request: DiagRequest, diagnosis: Diagnosis, outputs: readonly RawOutput[]) =>
      saveDiagnosis(database, request, diagnosis, outputs),
    findDiagnosis: (id: DiagnosisId) => findDiagnosis(database, id),
    findOutputs: (id: DiagnosisId) => findOutputs(database, id),
    audit: (entry: AuditEntry) => recordAudit(database, entry),
  };
}
