import { HTTPReceiver, type Logger, type Receiver, SocketModeReceiver } from '@slack/bolt';
import { clientOptions } from './api.ts';
import type { SlackSettings } from './deps.ts';

/** A refreshed connection is away for some 11 s; a second one takes what comes meanwhile. Deliveries are claimed, so two do no harm. */
const SOCKETS = 2;
const CLOSE_MS = 3_000;

export interface Intake {
  readonly receiver: Receiver;
  readonly start: () => Promise<{ readonly port?: number }>;
  readonly stop: () => Promise<void>;
}

export function createIntake(settings: SlackSettings, logger: Logger): Intake {
  const { connection } = settings;
  return connection.kind === 'http' ? httpIntake(connection, logger) : socketIntake(settings, connection.appToken, logger);
}

function httpIntake(connection: Extract<SlackSettings['connection'], { kind: 'http' }>, logger: Logger): Intake {
  const receiver = new HTTPReceiver({ signingSecret: connection.signingSecret, logger, processEventErrorHandler: async () => true });
  return {
    receiver,
    start: async () => {
      const server = await receiver.start({
        port: connection.port,
        ...(connection.address === undefined ? {} : { host: connection.address }),
      });
      const address = server.address();
      return typeof address === 'object' && address !== null ? { port: address.port } : {};
    },
    stop: () => receiver.stop(),
  };
}

/**
 * Receivers are built here, not by Bolt: it would write Socket Mode's retries into the options of every other client, and
 * its stop resolves while the socket is still open.
 */
function socketIntake(settings: SlackSettings, appToken: string, logger: Logger): Intake {
  const sockets = Array.from(
    { length: SOCKETS },
    () =>
      new SocketModeReceiver({
        appToken,
        logger,
        // Retries without end in sight: giving up would end the process, as nobody catches it on a reconnect.
        installerOptions: {
          clientOptions: {
            ...clientOptions(settings, logger),
            rejectRateLimitedCalls: false,
            retryConfig: { retries: 10_000, factor: 1.3, maxTimeout: 30_000 },
          },
        },
        processEventErrorHandler: async () => true,
      }),
  );
  const receiver: Receiver = {
    init: (app) => {
      for (const socket of sockets) socket.init(app);
    },
    start: () => Promise.all(sockets.map((socket) => socket.start())),
    stop: async () => {
      await Promise.race([
        Promise.allSettled(sockets.map((socket) => socket.client.disconnect())),
        new Promise((resolve) => setTimeout(resolve, CLOSE_MS).unref()),
      ]);
    },
  };
  return {
    receiver,
    start: async () => {
      await receiver.start();
      return {};
    },
    stop: async () => {
      await receiver.stop();
    },
  };
}
