import type { KnownBlock } from '@slack/types';

/** An answer that only one person sees; Slack keeps none, so they are kept here to be shown. */
export interface Ephemeral {
  readonly ts: string;
  readonly user: string;
  readonly text: string;
  readonly blocks?: readonly KnownBlock[];
  readonly threadTs?: string;
}

/** What a bot may send to a response_url, with a slash command's acknowledgement, or to chat.postEphemeral. */
export interface EphemeralBody {
  readonly text?: string;
  readonly blocks?: readonly KnownBlock[] | string;
  readonly thread_ts?: string;
  readonly replace_original?: boolean | string;
  readonly delete_original?: boolean | string;
}

export interface Ephemerals {
  readonly all: () => readonly Ephemeral[];
  readonly add: (user: string, body: EphemeralBody) => void;
  /** A new response_url path for a user, '/response/7': what is sent there is shown to that user only. */
  readonly newResponsePath: (user: string) => string;
  /** Takes what was sent to a response_url; false where nobody was given that path. */
  readonly respond: (path: string, body: EphemeralBody) => boolean;
}

export function keepEphemerals(now: () => Date): Ephemerals {
  const kept: { readonly path?: string; readonly answer: Ephemeral }[] = [];
  const users = new Map<string, string>();
  let count = 0;
  const add = (user: string, body: EphemeralBody, path?: string) => {
    count += 1;
    kept.push({ ...(path === undefined ? {} : { path }), answer: toEphemeral(user, body, timestamp(now(), count)) });
  };
  return {
    all: () => kept.map(({ answer }) => answer),
    add: (user, body) => add(user, body),
    newResponsePath: (user) => {
      const path = `/response/${users.size + 1}`;
      users.set(path, user);
      return path;
    },
    respond: (path, body) => {
      const user = users.get(path);
      if (user === undefined) return false;
      if (isTrue(body.replace_original) || isTrue(body.delete_original)) dropLast(kept, path);
      if (!isTrue(body.delete_original)) add(user, body, path);
      return true;
    },
  };
}

function dropLast(kept: { readonly path?: string }[], path: string): void {
  const index = kept.findLastIndex((entry) => entry.path === path);
  if (index >= 0) kept.splice(index, 1);
}

function toEphemeral(user: string, body: EphemeralBody, ts: string): Ephemeral {
  // Form-encoded calls carry their blocks as JSON text.
  const blocks = typeof body.blocks === 'string' ? (JSON.parse(body.blocks) as readonly KnownBlock[]) : body.blocks;
  return {
    ts,
    user,
    text: body.text ?? '',
    ...(blocks === undefined ? {} : { blocks }),
    ...(body.thread_ts === undefined ? {} : { threadTs: body.thread_ts }),
  };
}

function isTrue(value: boolean | string | undefined): boolean {
  return value === true || value === 'true';
}

/** Like the emulator's: seconds, a dot, a counter; 9 leads the counter so that no message has the same. */
function timestamp(at: Date, count: number): string {
  return `${Math.floor(at.getTime() / 1000)}.9${String(count).padStart(5, '0')}`;
}
