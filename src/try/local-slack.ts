import { EventEmitter, once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { KnownBlock } from '@slack/types';
import { type Emulator, type SlackAnswer, startEmulator, type Workspace } from './emulator.ts';
import { type Ephemeral, type EphemeralBody, type Ephemerals, keepEphemerals } from './ephemerals.ts';
import { answer, send } from './front.ts';
import { buttonPress, slashCommand } from './person.ts';
import { type Envelope, openSocket, type Socket } from './socket.ts';

/** A message as Slack's API gives it, as far as it is shown. */
export interface Message {
  readonly ts: string;
  readonly user: string;
  readonly text: string;
  readonly thread_ts?: string;
  readonly reply_count?: number;
  readonly blocks?: readonly KnownBlock[];
  readonly files?: readonly SlackFile[];
}
export interface SlackFile {
  readonly id: string;
  readonly name: string;
  readonly size: number;
}

/** A Slack on this machine and the person in it. */
export interface LocalSlack {
  /** What the bot's slackApiUrl is set to. */
  readonly apiUrl: string;
  readonly workspace: Workspace;
  /** IANA zone of the person's profile. */
  readonly timeZone: string;
  /** What the person types in the channel and sends. Anything but the bot's slash command gets the answer that Slack gives. */
  readonly type: (line: string) => Promise<void>;
  /** The envelope of a slash command, '/diag io host-42': to be delivered. */
  readonly slashCommand: (line: string) => Envelope;
  /** The envelope of a press on a button of a message; undefined where there is no such button (any more). */
  readonly buttonPress: (ts: string, block: number, element: number) => Promise<Envelope | undefined>;
  /** Delivers an envelope as Slack does, and waits for the acknowledgement. */
  readonly deliver: (envelope: Envelope) => Promise<void>;
  /** Root messages of the channel, oldest first. */
  readonly roots: () => Promise<readonly Message[]>;
  /** A root message and its thread, oldest first; empty where there is no such message. */
  readonly thread: (ts: string) => Promise<readonly Message[]>;
  readonly ephemerals: () => readonly Ephemeral[];
  readonly download: Emulator['download'];
  /** 'change': the bot posted, edited or answered. */
  readonly events: EventEmitter<{ change: [] }>;
  readonly close: () => Promise<void>;
}

/**
 * Starts the emulator and, in front of it, what it lacks: Socket Mode, response_url, a profile's time zone, the flags of a
 * shared channel. Everything else the bot calls is forwarded, so that messages, threads and files are the emulator's.
 */
export async function startLocalSlack(timeZone: string): Promise<LocalSlack> {
  const emulator = await startEmulator();
  const { workspace, callAsUser } = emulator;
  const channel = workspace.channel.id;
  const ephemerals = keepEphemerals(() => new Date());
  const events = new EventEmitter<{ change: [] }>();
  const changed = () => void events.emit('change');
  const server = createServer((request, response) => {
    answer({ emulator, timeZone, ephemerals, changed, socketUrl: () => `${url.replace('http', 'ws')}/socket` }, request, response).catch(
      (error: unknown) => send(response, 500, { ok: false, error: String(error) }),
    );
  });
  const socket = openSocket(server);
  const url = await listen(server);
  const thread = async (ts: string) => messagesOf(await callAsUser('conversations.replies', { channel, ts }));
  const command = (line: string) => slashCommand(workspace, line, url + ephemerals.newResponsePath(workspace.user.id));
  const deliverAndTell = async (envelope: Envelope) => {
    await deliver(socket, ephemerals, workspace.user.id, envelope);
    changed();
  };
  return {
    apiUrl: `${url}/api/`,
    workspace,
    timeZone,
    type: async (line) => {
      if (/^\/diag(\s|$)/.test(line)) return deliverAndTell(command(line));
      ephemerals.add(workspace.user.id, { text: `Here only \`/diag\` is listening: try \`/diag help\`` });
      changed();
    },
    slashCommand: command,
    buttonPress: async (ts, block, element) => {
      const message = (await thread(ts)).find((candidate) => candidate.ts === ts);
      const responseUrl = url + ephemerals.newResponsePath(workspace.user.id);
      return message === undefined ? undefined : buttonPress(workspace, message, block, element, responseUrl);
    },
    deliver: deliverAndTell,
    roots: async () => messagesOf(await callAsUser('conversations.history', { channel, limit: '200' })).toReversed(),
    thread,
    ephemerals: ephemerals.all,
    download: emulator.download,
    events,
    close: async () => {
      socket.close();
      server.closeAllConnections();
      server.close();
      await emulator.close();
    },
  };
}

/** An acknowledgement may carry an answer for the person; where none comes in time, Slack itself says so. */
async function deliver(socket: Socket, ephemerals: Ephemerals, user: string, envelope: Envelope): Promise<void> {
  const acknowledged = await socket.deliver(envelope);
  if (acknowledged === undefined) {
    const what = typeof envelope.payload['command'] === 'string' ? envelope.payload['command'] : 'The app';
    ephemerals.add(user, { text: `${what} did not respond within three seconds` });
    return;
  }
  const body = acknowledged.payload as EphemeralBody | undefined;
  if (body?.text !== undefined || body?.blocks !== undefined) ephemerals.add(user, body);
}

function messagesOf(answered: SlackAnswer): readonly Message[] {
  return (answered['messages'] as readonly Message[] | undefined) ?? [];
}

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no free port on 127.0.0.1');
  return `http://127.0.0.1:${address.port}`;
}
