/** A stretch of text in one style. `text` is what a person reads: entities decoded, mentions named. */
export interface Run {
  readonly text: string;
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly strike?: boolean;
  readonly code?: boolean;
  /** True for what would notify somebody: shown like Slack's coloured mentions. */
  readonly mention?: boolean;
  readonly href?: string;
}
export type Runs = readonly Run[];

/** A button and where it stands in its message, so that pressing it can be told to the bot. */
export interface DrawnButton {
  readonly label: string;
  /** What a screen reader says instead of the label. */
  readonly spoken?: string;
  readonly block: number;
  readonly element: number;
  readonly style?: 'primary' | 'danger';
  readonly href?: string;
}

/** What a block looks like, before it becomes terminal text or HTML: both drawings walk this one tree, so they cannot differ. */
export type Drawn =
  | { readonly kind: 'heading'; readonly runs: Runs }
  | { readonly kind: 'text'; readonly runs: Runs; readonly muted: boolean }
  | { readonly kind: 'quote'; readonly runs: Runs }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly indent: number; readonly items: readonly Runs[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'table'; readonly rows: readonly (readonly Runs[])[] }
  | { readonly kind: 'buttons'; readonly buttons: readonly DrawnButton[] }
  | { readonly kind: 'rule' };

/** What the drawing must look up: names behind ids, and the reader's clock. */
export interface Reader {
  readonly nameOfUser: (id: string) => string;
  readonly nameOfChannel: (id: string) => string;
  /** IANA zone, 'Europe/Berlin'. */
  readonly timeZone: string;
  readonly now: () => Date;
}

export function plainText(runs: Runs): string {
  return runs.map((run) => run.text).join('');
}
