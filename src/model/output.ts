/** How a command ended. One word, not a row of booleans. */
export type Outcome = 'ok' | 'exit-nonzero' | 'not-installed' | 'denied' | 'timeout' | 'too-large' | 'cut' | 'not-run' | 'unreachable';

export type OutputId = string & { readonly brand: 'OutputId' };

/** What one run of one command gave, whether it went well or not: the same shape either way. */
export interface RawOutput {
  /** Unique within a diagnosis: the command's id, '.1' and '.2' behind it where it is read twice. */
  readonly id: OutputId;
  readonly commandId: string;
  /** 1, or 2 for the reading at the window's end. */
  readonly reading: 1 | 2;
  /** The line as it ran on the host, or as the person who pasted it says it ran; '' when unknown. */
  readonly command: string;
  /** Key of src/parsers/registry.ts where the catalogue names it; otherwise path or content decides. */
  readonly parser?: string;
  /** True where each line of stdout is led by 'PATH:'. */
  readonly pathPrefixed: boolean;
  readonly outcome: Outcome;
  readonly exitCode: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
  /** The bot's clock. */
  readonly startedAt: Date;
  readonly durationMs: number;
}

/** One session on one host: its outputs and how it went as a whole. */
export interface Collection {
  readonly outputs: readonly RawOutput[];
  /** 'complete', or why what came is less than what was asked. */
  readonly ended: 'complete' | 'cut' | 'deadline' | 'cancelled';
  /** Lines that came between frames: motd, prompts, stty noise; bounded. */
  readonly noise: readonly string[];
}

/** Why nothing came at all, in one line that says what was tried, what was found and what to do. */
export interface Unreachable {
  readonly kind:
    | 'down'
    | 'refused'
    | 'unroutable'
    | 'dns'
    | 'host-key-unknown'
    | 'host-key-changed'
    | 'auth'
    | 'jump'
    | 'silent'
    | 'no-shell'
    | 'cancelled'
    | 'config';
  readonly message: string;
}
