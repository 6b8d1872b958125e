import type { Server } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';

/** What Slack pushes over a Socket Mode connection. */
export interface Envelope {
  readonly envelope_id: string;
  readonly type: 'slash_commands' | 'interactive';
  readonly payload: Readonly<Record<string, unknown>>;
}

/** Slack's end of Socket Mode. */
export interface Socket {
  /** Sends an envelope to the bot. Resolves with what came back in the acknowledgement, or undefined when none came in time. */
  readonly deliver: (envelope: Envelope) => Promise<{ readonly payload?: unknown } | undefined>;
  readonly close: () => void;
}

// Slack gives a bot three seconds; then it tells the person that the app did not respond.
const ACKNOWLEDGE_MS = 3000;
// The bot's client drops a connection on which nothing came for 30 s.
const PING_MS = 10_000;

interface Acknowledgement {
  readonly envelope_id?: string;
  readonly payload?: unknown;
}

/** Answers WebSocket upgrades on `server`, greets each connection, and sends each envelope to the newest one. */
export function openSocket(server: Server): Socket {
  const sockets = new WebSocketServer({ server });
  const waiting = new Map<string, (acknowledgement: Acknowledgement) => void>();
  const connections: WebSocket[] = [];
  sockets.on('connection', (connection) => {
    connections.push(connection);
    connection.on('close', () => connections.splice(connections.indexOf(connection), 1));
    connection.on('message', (data) => {
      const acknowledgement = JSON.parse(String(data)) as Acknowledgement;
      waiting.get(acknowledgement.envelope_id ?? '')?.(acknowledgement);
    });
    connection.send(JSON.stringify({ type: 'hello', num_connections: connections.length, debug_info: { host: 'local' } }));
  });
  const pings = setInterval(() => {
    for (const connection of connections) connection.ping();
  }, PING_MS);
  return {
    deliver: (envelope) =>
      new Promise((resolve) => {
        const settle = (acknowledgement?: Acknowledgement) => {
          clearTimeout(timer);
          waiting.delete(envelope.envelope_id);
          resolve(acknowledgement);
        };
        const timer = setTimeout(settle, ACKNOWLEDGE_MS);
        waiting.set(envelope.envelope_id, settle);
        connections.at(-1)?.send(JSON.stringify({ ...envelope, accepts_response_payload: true }));
      }),
    close: () => {
      clearInterval(pings);
      for (const connection of connections) connection.terminate();
      sockets.close();
    },
  };
}
