/** The bot in Slack: reads everything that can be wrong, then takes requests until it is told to stop. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { diagnoseHost } from './app/diagnose-host.ts';
import { loadCatalogue } from './catalogue/load.ts';
import { readConfig } from './config.ts';
import { createLog } from './log.ts';
import { loadInventory } from './remote/inventory.ts';
import { createRun } from './remote/run.ts';
import { createSlackApp } from './slack/app.ts';
import { memoryOver } from './store/memory.ts';
import { openDatabase } from './store/open.ts';

/** Time for a few posts, and less than the ten seconds after which a container is killed. */
const STOP_WITHIN_MS = 9_000;

async function start(): Promise<void> {
  const config = readConfig();
  const catalogue = loadCatalogue(join(import.meta.dirname, '..', 'commands'));
  const inventory = loadInventory(config.hostsFile);
  const log = createLog(config.logLevel, 'stdout');
  exitOnLostPromise(log);

  const database = await openDatabase(config.database);
  const memory = memoryOver(database, randomUUID());
  const shared = { now: () => new Date(), newId: randomUUID };
  const ports = { ...shared, run: createRun(config.ssh), save: memory.save };
  const diagnose = diagnoseHost(ports, catalogue, { runbooks: config.runbooks });
  const slack = createSlackApp({ ...shared, settings: config.slack, catalogue, inventory, diagnose, memory, log });

  stopOnSignal(log, async () => {
    await slack.stop();
    await database.close();
  });
  try {
    const { port } = await slack.start();
    log.info({ hosts: inventory.all.length, port }, 'ready');
  } catch (error) {
    await database.close();
    throw error;
  }
}

type Log = ReturnType<typeof createLog>;

/** A promise that nobody waited for is a bug of ours or of a package; what state it left is unknown, so a fresh process goes on. */
function exitOnLostPromise(log: Log): void {
  process.on('unhandledRejection', (error) => {
    log.fatal({ error }, 'unhandled rejection');
    process.exit(1);
  });
}

/** Running diagnoses are told of in their threads and the store is closed; a second signal, or a Slack that does not answer, ends it at once. */
function stopOnSignal(log: Log, stop: () => Promise<void>): void {
  let stopping = false;
  const onSignal = (signal: string): void => {
    if (stopping) process.exit(1);
    stopping = true;
    log.info({ signal }, 'stopping');
    setTimeout(() => {
      log.error({}, 'not everything was said before the time to stop was over');
      process.exit(1);
    }, STOP_WITHIN_MS).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ error }, 'stopping failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}

/** Whoever starts the bot reads lines, not stacks; a bug of ours is no plain Error and keeps its stack. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.name === 'Error' ? error.message : (error.stack ?? error.message);
}

try {
  await start();
} catch (error) {
  for (const line of explain(error).split('\n')) process.stderr.write(`diagbot: ${line}\n`);
  process.exit(1);
}
