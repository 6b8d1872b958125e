import type { Collection, Unreachable } from '../model/output.ts';

/** A running command on a host, as bytes. */
export interface Channel {
  readonly write: (text: string) => void;
  readonly onData: (listener: (chunk: Uint8Array) => void) => void;
  /** Ends standard input, the program's lifeline, and soon after that the connection. */
  readonly close: () => void;
  /** Settles when nothing more will come. */
  readonly closed: Promise<void>;
}

export type Opened = { readonly kind: 'open'; readonly channel: Channel } | { readonly kind: 'unreachable'; readonly why: Unreachable };

export function unreachable(kind: Unreachable['kind'], message: string): { readonly kind: 'unreachable'; readonly why: Unreachable } {
  return { kind: 'unreachable', why: { kind, message } };
}

/** What came of a whole run. */
export type RunResult =
  | { readonly kind: 'collected'; readonly collection: Collection }
  | { readonly kind: 'unreachable'; readonly why: Unreachable };
