import type { CatalogueEntry } from '../model/command.ts';
import type { Diagnosis } from '../model/diagnosis.ts';
import type { Collection, RawOutput, Unreachable } from '../model/output.ts';
import type { DiagRequest } from '../model/request.ts';
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
}

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
