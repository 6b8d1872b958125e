export type RequestId = string & { readonly brand: 'RequestId' };

/** One wish to look at one host, whoever or whatever had it. */
export interface DiagRequest {
  readonly id: RequestId;
  /** The stem of a file in commands/: 'io' is commands/io.yml. */
  readonly subcommand: string;
  /** The host's name in the inventory, never an address typed by a person. */
  readonly host: string;
  readonly windowSeconds: number;
  readonly origin: SlackOrigin | CliOrigin;
  readonly requestedAt: Date;
}
export interface SlackOrigin {
  readonly kind: 'slack';
  readonly team: string;
  readonly channel: string;
  readonly user: string;
}
export interface CliOrigin {
  readonly kind: 'cli';
}
