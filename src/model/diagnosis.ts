import type { CauseId, NoCauseId } from './cause.ts';
import type { EvidenceItem } from './evidence.ts';
import type { Finding, RuledOut, Undecided } from './finding.ts';

export type DiagnosisId = string & { readonly brand: 'DiagnosisId' };

/** A figure that cannot be true or does not mean what it seems, and why. */
export interface MisleadingFigure {
  readonly figure: string;
  readonly why: string;
  readonly evidence: readonly EvidenceItem[];
}

/** Something of the answer that is missing, in words: what, why, and what brings it. */
export interface Gap {
  /** The command or file that gave nothing. */
  readonly command: string;
  readonly why: string;
  readonly lost?: string;
  readonly remedy?: string;
  /** True where a recording holds no output of it: nothing that the host failed to give. */
  readonly unrecorded?: true;
}

/** What of the host's story frames the figures: CPU count, kernel, virtualisation, a recent boot. */
export interface HostFact {
  readonly label: string;
  readonly text: string;
}

/**
 * The whole answer: inert data, enough to render or to store without looking anything up.
 * `--json` prints it as it is, instants as ISO 8601 strings; `version` changes when a field changes its meaning.
 */
export interface Diagnosis {
  readonly version: 1;
  readonly id: DiagnosisId;
  /** The id of the answer: the first finding of severity warning or worse, else a none.* id. */
  readonly cause: CauseId | NoCauseId;
  /** In one sentence, without a full stop. */
  readonly headline: string;
  readonly host: string;
  /** The stem of a file in commands/, or 'explain'. */
  readonly subcommand: string;
  readonly takenAt: Date;
  /** As measured on the host; undefined where no output tells. */
  readonly windowSeconds: number | undefined;
  /** Ranked: the first is the cause to act on. */
  readonly findings: readonly Finding[];
  readonly ruledOut: readonly RuledOut[];
  readonly undecided: readonly Undecided[];
  readonly misleading: readonly MisleadingFigure[];
  /** Figures that a healthy answer shows. */
  readonly figures: readonly EvidenceItem[];
  readonly facts: readonly HostFact[];
  readonly gaps: readonly Gap[];
  /** Lines of the outputs that no parser understood; bounded, the count is whole. */
  readonly unread: {
    readonly count: number;
    readonly lines: readonly { readonly command: string; readonly line: number; readonly text: string; readonly why: string }[];
  };
}
