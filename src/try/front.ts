import type { IncomingMessage, ServerResponse } from 'node:http';
import type { KnownBlock } from '@slack/types';
import { messageProblems } from '../render/limits.ts';
import type { Emulator, SlackAnswer } from './emulator.ts';
import type { EphemeralBody, Ephemerals } from './ephemerals.ts';

/** What stands between the bot and the emulator. */
export interface Front {
  readonly emulator: Emulator;
  readonly ephemerals: Ephemerals;
  /** IANA zone of the person's profile. */
  readonly timeZone: string;
  /** Where apps.connections.open sends the bot. */
  readonly socketUrl: () => string;
  readonly changed: () => void;
}

// Slack cuts bodies at 4 MB; an upload of raw output goes to the emulator directly.
const MAX_BODY_BYTES = 4_000_000;
const API = '/api/';

/** Answers one request of the bot: what the emulator lacks here, the rest by the emulator. */
export async function answer(front: Front, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = request.url ?? '/';
  const body = await readBody(request);
  if (path.startsWith('/response/')) {
    const known = front.ephemerals.respond(path, JSON.parse(body.toString()) as EphemeralBody);
    front.changed();
    send(response, known ? 200 : 404, { ok: known });
    return;
  }
  const method = path.startsWith(API) ? path.slice(API.length) : '';
  const given = answeredHere(front, method, body) ?? (await forward(front, request, method, body));
  send(response, 200, complete(front, method, given, body));
  if (given.ok && /^(chat|files)\./.test(method)) front.changed();
}

/** Methods that the emulator lacks, and messages that Slack would refuse: the emulator takes any blocks. */
function answeredHere(front: Front, method: string, body: Buffer): SlackAnswer | undefined {
  if (method === 'apps.connections.open') return { ok: true, url: front.socketUrl() };
  if (!/^chat\.(postMessage|update|postEphemeral)$/.test(method)) return undefined;
  const { text = '', blocks } = Object.fromEntries(new URLSearchParams(body.toString())) as {
    readonly text?: string;
    readonly blocks?: string;
  };
  if (blocks === undefined) return undefined;
  const problems = messageProblems({ text, blocks: JSON.parse(blocks) as KnownBlock[] });
  return problems.length === 0 ? undefined : { ok: false, error: 'invalid_blocks', errors: problems };
}

async function forward(front: Front, request: IncomingMessage, method: string, body: Buffer): Promise<SlackAnswer> {
  const response = await fetch(`${front.emulator.url}${API}${method}`, {
    method: 'POST',
    headers: {
      authorization: request.headers.authorization ?? '',
      'content-type': request.headers['content-type'] ?? 'application/x-www-form-urlencoded',
    },
    body: new Uint8Array(body),
  });
  // The emulator answers 404 to what it does not know; a real client would try that again for half an hour.
  return response.status === 404 ? { ok: false, error: 'unknown_method' } : ((await response.json()) as SlackAnswer);
}

/** Adds the fields that the emulator leaves out, and keeps what only one person may see. */
function complete(front: Front, method: string, given: SlackAnswer, body: Buffer): SlackAnswer {
  if (!given.ok) return given;
  if (method === 'users.info') return { ...given, user: { ...(given['user'] as object), tz: front.timeZone } };
  if (method === 'conversations.info') return { ...given, channel: { ...(given['channel'] as object), ...NOT_SHARED } };
  if (method === 'chat.postEphemeral') {
    const { user, ...message } = Object.fromEntries(new URLSearchParams(body.toString())) as { readonly user?: string } & EphemeralBody;
    front.ephemerals.add(user ?? '', message);
  }
  return given;
}

const NOT_SHARED = { is_shared: false, is_ext_shared: false, is_org_shared: false, is_pending_ext_shared: false };

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) throw new Error(`a call of more than ${MAX_BODY_BYTES} bytes, which Slack refuses too`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

export function send(response: ServerResponse, status: number, answered: SlackAnswer): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answered));
}
