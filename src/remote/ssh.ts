import { connect as connectTcp, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { Client, type ClientChannel } from 'ssh2';
import type { SshReach } from '../model/target.ts';
import { createGate, createGates } from './gate.ts';
import { hostKeyCheck } from './host-key.ts';
import { type LoginOptions, loginFor } from './login.ts';
import { quoted } from './quote.ts';
import { CONNECT_SECONDS, connectFailure, type Failure, HANDSHAKE_SECONDS, handshakeFailure, jumpFailure, silent } from './ssh-failure.ts';
import { type Channel, type Opened, unreachable } from './transport.ts';

export interface SshOptions extends LoginOptions {
  /** Read in order; the first is named where a key is to be added. */
  readonly knownHostsFiles: readonly string[];
}

/** Key exchanges cost 7 ms of CPU here each: more at once only makes each of them later. Sessions are not limited. */
const HANDSHAKES_IN_FLIGHT = 24;
/** sshd drops new connections beyond 10 that are not logged in (MaxStartups): what shares a jump host meets that first. */
const HANDSHAKES_PER_ADDRESS = 8;
const KEEPALIVE_MS = 5000;
const KEEPALIVE_MISSES = 3;
/** What the host has to end its processes once standard input has ended. */
const CLOSE_PATIENCE_MS = 2500;

type Connected = { readonly kind: 'connected'; readonly client: Client; readonly end: () => void };

/** What one connection needs to know besides its target. */
interface Way {
  readonly name: string;
  readonly options: SshOptions;
  readonly gates: Gates;
  readonly signal: AbortSignal;
}
interface Gates {
  readonly all: () => Promise<() => void>;
  readonly address: (key: string) => Promise<() => void>;
}

/** Opens sessions by SSH: one connection and one channel a host. */
export function createSshOpener(options: SshOptions) {
  const gates: Gates = { all: createGate(HANDSHAKES_IN_FLIGHT).enter, address: createGates(HANDSHAKES_PER_ADDRESS) };
  return async (name: string, reach: SshReach, words: readonly string[], signal: AbortSignal): Promise<Opened> => {
    const connected = await connect(reach, { name, options, gates, signal });
    if (signal.aborted) {
      if (connected.kind === 'connected') connected.end();
      return unreachable('cancelled', `${name}: cancelled while connecting`);
    }
    return connected.kind === 'connected' ? execute(name, connected, words) : connected;
  };
}

/** Connects and logs in, through the jump host where there is one. */
async function connect(reach: SshReach, way: Way): Promise<Connected | Failure> {
  const login = loginFor(reach, way.options);
  if ('why' in login) return unreachable('auth', `${way.name}: ${login.why}`);
  const leaveAddress = await way.gates.address(`${reach.address}:${reach.port}`);
  try {
    const road = reach.jump === undefined ? await tcp(reach, way) : await throughJump(reach, reach.jump, way);
    if ('kind' in road) return road;
    const leave = await way.gates.all();
    try {
      return await handshake(reach, road, login, way);
    } finally {
      leave();
    }
  } finally {
    leaveAddress();
  }
}

interface Road {
  readonly stream: Duplex;
  /** Ends what lies below the stream: the connection to the jump host. */
  readonly endBelow: () => void;
}

/** A socket of our own, because ssh2's waits 40 ms at each step for want of TCP_NODELAY. */
function tcp(reach: SshReach, { name, signal }: Way): Promise<Road | Failure> {
  return new Promise((resolve) => {
    const socket: Socket = connectTcp({ host: reach.address, port: reach.port, noDelay: true });
    const fail = (failure: Failure): void => {
      stopWaiting();
      // A socket that is destroyed may still report an error: to nobody, as the answer is given.
      socket.on('error', () => {}).destroy();
      resolve(failure);
    };
    const onAbort = () => fail(unreachable('cancelled', `${name}: cancelled while connecting`));
    let timer = setTimeout(() => fail(connectFailure(name, reach, undefined)), CONNECT_SECONDS * 1000);
    const onError = (error: NodeJS.ErrnoException) => fail(connectFailure(name, reach, error.code ?? firstCode(error)));
    const onReadable = (): void => {
      stopWaiting();
      resolve({ stream: socket, endBelow: () => socket.destroy() });
    };
    const onEnd = () => fail(handshakeFailure(name, reach, '', { message: 'ended before handshake' }));
    const stopWaiting = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      socket.off('error', onError).off('readable', onReadable).off('end', onEnd);
    };
    signal.addEventListener('abort', onAbort);
    if (signal.aborted) onAbort();
    socket.once('error', onError).once('end', onEnd);
    // A server speaks first. Until it does, it takes no place among the handshakes.
    socket.once('connect', () => {
      clearTimeout(timer);
      timer = setTimeout(() => fail(silent(name, reach)), HANDSHAKE_SECONDS * 1000);
      socket.once('readable', onReadable);
    });
  });
}

/** Several addresses that all failed come as one AggregateError. */
function firstCode(error: Error): string | undefined {
  return error instanceof AggregateError ? (error.errors[0] as NodeJS.ErrnoException | undefined)?.code : undefined;
}

async function throughJump(reach: SshReach, jump: SshReach, way: Way): Promise<Road | Failure> {
  const connected = await connect(jump, way);
  if (connected.kind === 'unreachable') {
    const { kind, message } = connected.why;
    // A key that is unknown stays that: the message has the line that pins it.
    return kind === 'cancelled' ? connected : jumpFailure(way.name, jump, message.slice(way.name.length + 2));
  }
  return new Promise((resolve) => {
    connected.client.forwardOut('127.0.0.1', 0, reach.address, reach.port, (error, stream) => {
      if (error) {
        connected.end();
        resolve(jumpFailure(way.name, jump, `it cannot reach ${reach.address}:${reach.port}: ${error.message}`));
      } else resolve({ stream, endBelow: connected.end });
    });
  });
}

function handshake(
  reach: SshReach,
  road: Road,
  login: Exclude<ReturnType<typeof loginFor>, { readonly why: string }>,
  { name, options, signal }: Way,
): Promise<Connected | Failure> {
  const hostKey = hostKeyCheck(name, reach, options.knownHostsFiles);
  const client = new Client();
  const end = (): void => {
    client.end();
    road.endBelow();
  };
  return new Promise((resolve) => {
    const fail = (failure: Failure): void => {
      client.destroy();
      road.endBelow();
      resolve(failure);
    };
    const onAbort = () => fail(unreachable('cancelled', `${name}: cancelled while connecting`));
    signal.addEventListener('abort', onAbort, { once: true });
    client.once('ready', () => {
      signal.removeEventListener('abort', onAbort);
      resolve({ kind: 'connected', client, end });
    });
    // Stays for as long as the client lives: a later error is told by the channel's end.
    client.on('error', (error) => {
      const refused = hostKey.refusal();
      fail(refused ? { kind: 'unreachable', why: refused } : handshakeFailure(name, reach, login.tried, error));
    });
    client.once('close', () => fail(handshakeFailure(name, reach, login.tried, { message: 'closed before handshake' })));
    client.connect({
      sock: road.stream,
      username: reach.user,
      readyTimeout: HANDSHAKE_SECONDS * 1000,
      keepaliveInterval: KEEPALIVE_MS,
      keepaliveCountMax: KEEPALIVE_MISSES,
      hostVerifier: (key: Buffer) => hostKey.verify(key),
      authHandler: [...login.methods],
      algorithms: { serverHostKey: hostKey.algorithms },
    });
  });
}

function execute(name: string, { client, end }: Connected, words: readonly string[]): Promise<Opened> {
  // A clean environment: the account's own would let S_COLORS, TZ, COLUMNS and POSIXLY_CORRECT change what tools print.
  const command = ['exec', 'env', '-i', 'sh', '-s', '--', ...words].map(quoted).join(' ');
  return new Promise((resolve) => {
    client.exec(command, (error, stream) => {
      if (error === undefined) return resolve({ kind: 'open', channel: channelOf(client, stream, end) });
      end();
      resolve(unreachable('no-shell', `${name}: logged in, but sshd runs no command for this account: ${error.message}`));
    });
    client.once('close', () => resolve(unreachable('refused', `${name}: the connection was closed right after the login`)));
  });
}

function channelOf(client: Client, stream: ClientChannel, end: () => void): Channel {
  const closed = new Promise<void>((resolve) => {
    stream.once('close', () => resolve());
    client.once('close', () => resolve());
  });
  stream.on('error', () => {
    // Told by `closed`.
  });
  // Login files may write there; unread, it would fill the window and stop the channel.
  stream.stderr.resume();
  return {
    write: (text) => void stream.write(text),
    onData: (listener) => void stream.on('data', listener),
    close: () => {
      stream.end();
      const timer = setTimeout(end, CLOSE_PATIENCE_MS);
      void closed.then(() => {
        clearTimeout(timer);
        end();
      });
    },
    closed,
  };
}
