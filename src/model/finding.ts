import type { CauseId } from './cause.ts';
import type { Evidence, EvidenceItem } from './evidence.ts';

/** critical: work stands still or users feel it now. warning: it is degraded. notice: worth knowing, not the trouble. */
export type Severity = 'critical' | 'warning' | 'notice';
/** certain: every deciding and supporting figure was read and passes. likely: all deciding ones. possible: the pattern fits, a deciding figure was not to be had. */
export type Confidence = 'certain' | 'likely' | 'possible';

export type CulpritKind = 'log-rotation' | 'backup' | 'database' | 'package-manager' | 'file-scan' | 'copy' | 'other';

/** How much of a device's bytes the culprit accounts for, and what ties it to that device. */
export interface Share {
  readonly device: string;
  readonly pct: number;
  /** 'at-most': nothing ties the process to this device, so all its bytes are counted. */
  readonly basis: 'cgroup-io' | 'open-files' | 'only-busy-device' | 'at-most';
}

/** Who does it, for causes that have a doer. Arguments are never carried here unmasked. */
export interface Culprit {
  readonly kind: CulpritKind;
  readonly process: string;
  readonly pid?: number;
  /** Parent chain, outermost first. */
  readonly parents: readonly { readonly process: string; readonly pid: number }[];
  /** Command line, secrets masked, shortened. */
  readonly commandLine?: string;
  readonly unit?: string;
  readonly cgroup?: string;
  readonly user?: string;
  readonly runningForSeconds?: number;
  readonly readBytesPerS?: number;
  readonly writeBytesPerS?: number;
  readonly share?: Share;
}

/** Who waits because of it. */
export interface Sufferer {
  readonly process: string;
  readonly pid?: number;
  /** 'in D at wait_on_page', 'reads 2.8 MB/s beside it'. */
  readonly how: string;
}

/** One thing a person may do. The bot runs none of it. */
export interface Fix {
  readonly does: string;
  /** The command line to type, where there is one. */
  readonly command?: string;
  readonly risk: 'safe' | 'disruptive' | 'destructive';
  /** What can go wrong, in words, where there is something to say. */
  readonly caution?: string;
  readonly undo?: string;
}
export interface Advice {
  /** What to do now, in one line: goes into the root message. */
  readonly summary: string;
  readonly now: readonly Fix[];
  /** For good, in the order of effect. */
  readonly lasting: readonly Fix[];
  /** How to see that it helped, with the number to expect. */
  readonly verify: readonly { readonly command: string; readonly expect: string }[];
  /** How to keep it from coming back: `prometheusRule` is a whole alert rule in YAML. */
  readonly guard: readonly { readonly does: string; readonly prometheusRule?: string; readonly risk: string; readonly undo: string }[];
}

/** A part of a host. Only what is of one kind can be another one: a group's limit and a disk's queue may well hang together. */
export interface Subject {
  readonly kind: 'device' | 'mount' | 'cgroup' | 'process' | 'interface' | 'socket';
  /** As the host names it: sda, /srv/data, the group's path, pid 7 (postgres), eth0, *:80. */
  readonly name: string;
}

/** What a rule says of a snapshot. Three answers; silence is not one. */
export type Verdict =
  | {
      readonly kind: 'found';
      readonly severity: Severity;
      readonly confidence: Confidence;
      /** One sentence, no full stop, figures included: 'nvme1n1 is at its limit: 99.8 % busy, 31 requests queued'. */
      readonly headline: string;
      /** The deciding figures first: the root message shows the first three. */
      readonly evidence: Evidence;
      /** The part of the host that it is about; absent where it is about all of it. */
      readonly subject?: Subject;
      /** Devices below the subject that it loads as well: of these it is the explanation too. */
      readonly alsoOf?: readonly string[];
      readonly culprit?: Culprit;
      readonly sufferers?: readonly Sufferer[];
      readonly advice: Advice;
    }
  | { readonly kind: 'ruled-out'; readonly because: string; readonly evidence: readonly EvidenceItem[] }
  | { readonly kind: 'undecided'; readonly because: string; readonly wouldDecide?: string };

export type Found = Extract<Verdict, { kind: 'found' }>;
export type Finding = {
  readonly cause: CauseId;
  readonly runbook?: string;
  /** The finding, of the same subject, that this one is a consequence of. */
  readonly explainedBy?: CauseId;
} & Omit<Found, 'kind'>;
export type RuledOut = { readonly cause: CauseId } & Omit<Extract<Verdict, { kind: 'ruled-out' }>, 'kind'>;
export type Undecided = { readonly cause: CauseId } & Omit<Extract<Verdict, { kind: 'undecided' }>, 'kind'>;
