import { once } from 'node:events';
import { createServer } from 'node:net';
import { createEmulator } from 'emulate';

export const BOT_TOKEN = 'xoxb-local';
export const APP_TOKEN = 'xapp-local';
export const APP_ID = 'A000000001';
const USER_TOKEN = 'xoxp-local';
const BOT_USER = 'U0000000BOT';

/** A Web API answer; the rest of its fields is the method's own. */
export interface SlackAnswer {
  readonly ok: boolean;
  readonly error?: string;
  readonly [field: string]: unknown;
}

/** Who is there: one person, one channel, the bot in it. */
export interface Workspace {
  readonly team: string;
  readonly user: { readonly id: string; readonly name: string };
  readonly channel: { readonly id: string; readonly name: string };
  readonly bot: { readonly id: string; readonly name: string };
}

/** Slack's state on this machine: messages, threads and files, in memory. */
export interface Emulator {
  /** 'http://127.0.0.1:PORT' */
  readonly url: string;
  readonly workspace: Workspace;
  /** Calls a method as the person who tries the bot. */
  readonly callAsUser: (method: string, args: Readonly<Record<string, string>>) => Promise<SlackAnswer>;
  /** The bytes of an uploaded file. */
  readonly download: (id: string, name: string) => Promise<Uint8Array>;
  readonly close: () => Promise<void>;
}

const USER_NAME = 'you';
const CHANNEL_NAME = 'incidents';

export async function startEmulator(): Promise<Emulator> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const emulator = await createEmulator({ service: 'slack', port, baseUrl: url, seed: { slack: seed() } });
  const callAsUser = (method: string, args: Readonly<Record<string, string>>) => call(url, USER_TOKEN, method, args);
  const user = findNamed((await callAsUser('users.list', {})).members, USER_NAME);
  const channel = findNamed((await callAsUser('conversations.list', {})).channels, CHANNEL_NAME);
  await call(url, BOT_TOKEN, 'conversations.join', { channel });
  return {
    url,
    workspace: {
      team: 'T000000001',
      user: { id: user, name: USER_NAME },
      channel: { id: channel, name: CHANNEL_NAME },
      bot: { id: BOT_USER, name: 'Diag' },
    },
    callAsUser,
    download: (id, name) => download(`${url}/files-pri/${id}/${encodeURIComponent(name)}`),
    close: () => emulator.close(),
  };
}

function seed(): Record<string, unknown> {
  const bot = { app_id: APP_ID, bot_id: 'B0000000BOT', bot_user_id: BOT_USER };
  return {
    team: { name: 'This machine', domain: 'this-machine' },
    users: [{ name: USER_NAME, real_name: 'You' }],
    channels: [{ name: CHANNEL_NAME, topic: 'Trying the bot' }],
    oauth_apps: [{ ...bot, bot_name: 'diag', name: 'Diag', client_id: 'local', client_secret: 'local', redirect_uris: [] }],
    tokens: [
      { token: BOT_TOKEN, type: 'bot', user: BOT_USER, ...bot },
      { token: USER_TOKEN, type: 'user', user: USER_NAME },
    ],
  };
}

/** The emulator gives seeded users and channels ids of its own; a name finds them. */
function findNamed(list: unknown, name: string): string {
  const found = (list as readonly { readonly id: string; readonly name: string }[] | undefined)?.find((item) => item.name === name);
  if (found === undefined) throw new Error(`the local Slack was started without ${name}`);
  return found.id;
}

async function call(url: string, token: string, method: string, args: Readonly<Record<string, string>>): Promise<SlackAnswer> {
  const response = await fetch(`${url}/api/${method}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: new URLSearchParams(args),
  });
  return (await response.json()) as SlackAnswer;
}

async function download(url: string): Promise<Uint8Array> {
  const response = await fetch(url, { headers: { authorization: `Bearer ${USER_TOKEN}` } });
  if (!response.ok) throw new Error(`the local Slack has no such file (${response.status})`);
  return response.bytes();
}

/** The emulator must know its own address before it listens, for the upload URLs it hands out. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no free port on 127.0.0.1');
  return address.port;
}
