/** Words the catalogue has proved read-only. Only src/catalogue makes one; src/remote runs nothing else. */
export type ReadOnlyArgv = readonly [string, ...string[]] & { readonly brand: 'ReadOnlyArgv' };

/** Globs below /proc, /sys and /etc that the catalogue has checked. */
export type ReadOnlyGlobs = readonly [string, ...string[]] & { readonly brand: 'ReadOnlyGlobs' };

/**
 * What a catalogue line does on the host.
 *
 * run    one program; its words may hold the placeholders {interval}, {count} and {count+1}
 * files  the text of files, each line led by its path ('grep -aH'); with `matching` only the lines that match it
 * links  where symbolic links point ('ls -l' lines), e.g. /proc/[0-9]*\/fd/*
 * mounts one program a local mount point, each in a process of its own (df)
 */
export type CommandAction =
  | { readonly kind: 'run'; readonly argv: ReadOnlyArgv; readonly instead?: ReadOnlyArgv }
  | { readonly kind: 'files'; readonly globs: ReadOnlyGlobs; readonly matching?: string }
  | { readonly kind: 'links'; readonly globs: ReadOnlyGlobs }
  | { readonly kind: 'mounts'; readonly argv: ReadOnlyArgv };

/** One command line of one file in commands/. */
export interface CatalogueCommand {
  readonly id: string;
  readonly action: CommandAction;
  /** Key of src/parsers/registry.ts; absent for files, whose parser is found by their path. */
  readonly parser?: string;
  /** Why the command is run; shown by /diag help. */
  readonly why: string;
  /** 1, or 2: at both ends of the window. */
  readonly readings: 1 | 2;
  /** Run through `sudo -n` when the account is not root and sudo allows it; plainly otherwise. */
  readonly root: boolean;
  /** Where only the end of a log is wanted: that many of its last lines. */
  readonly lastLines?: number;
  /** That it prints nothing means that there is nothing; of others it means that the account may not read it. */
  readonly quiet?: true;
  /** Beyond the window. */
  readonly timeoutSeconds: number;
  readonly maxBytes: number;
  /** The Debian package that brings the program, said when it is missing. */
  readonly debianPackage?: string;
  /** What the answer loses when this line gives nothing: 'which process reads and writes'. */
  readonly lost?: string;
}

/** One /diag subcommand: all it may run, and nothing else. */
export interface CatalogueEntry {
  readonly name: string;
  readonly title: string;
  /** Margin for the whole beyond the window. */
  readonly wallSeconds: number;
  readonly commands: readonly CatalogueCommand[];
}
