import type { DiagnoseHost, Memory } from '../app/ports.ts';
import type { CatalogueEntry } from '../model/command.ts';
import type { Target } from '../model/target.ts';

/** How requests reach the bot: a WebSocket that the bot opens, or HTTP that Slack calls. */
export type SlackConnection =
  | {
      readonly kind: 'socket';
      /** xapp-…, with the scope connections:write. */
      readonly appToken: string;
    }
  | {
      readonly kind: 'http';
      readonly signingSecret: string;
      /** 0 takes any free port; `start` says which. */
      readonly port: number;
      /** Where to listen; every interface where absent. */
      readonly address?: string;
    };

export interface SlackSettings {
  /** xoxb-… */
  readonly botToken: string;
  readonly connection: SlackConnection;
  /** Another Slack than slack.com, for trying and for tests: 'http://127.0.0.1:4003/api/'. */
  readonly slackApiUrl?: string;
}

/** The hosts of hosts.yml: only these are targets. */
export interface HostInventory {
  readonly find: (name: string) => Target | undefined;
  /** Names that are close to a mistyped one, best first. */
  readonly suggest: (name: string) => readonly string[];
  readonly all: readonly Target[];
}

/** A log line is a constant message with fields beside it; pino's `log.info(fields, msg)`. */
export type LogLine = (fields: Readonly<Record<string, unknown>>, message: string) => void;
export interface SlackLog {
  readonly debug: LogLine;
  readonly info: LogLine;
  readonly warn: LogLine;
  readonly error: LogLine;
}

/** All that the Slack side of the bot needs; main.ts and try.ts hand it in. */
export interface SlackAppDeps {
  readonly settings: SlackSettings;
  /** Subcommands, in the order in which help shows them. */
  readonly catalogue: readonly CatalogueEntry[];
  readonly inventory: HostInventory;
  readonly diagnose: DiagnoseHost;
  readonly memory: Memory;
  readonly log: SlackLog;
  readonly now: () => Date;
  readonly newId: () => string;
}

/** The running Slack side. `stop` takes nothing new, tells running diagnoses' readers, and resolves when all is said. */
export interface SlackApp {
  /** Resolves once requests can arrive; rejects with one line when a token is wrong or Slack cannot be reached. */
  readonly start: () => Promise<{ readonly port?: number }>;
  readonly stop: () => Promise<void>;
}
