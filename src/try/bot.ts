import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { diagnoseHost } from '../app/diagnose-host.ts';
import type { Memory } from '../app/ports.ts';
import { loadCatalogue } from '../catalogue/load.ts';
import type { HostSettings } from '../config.ts';
import { createRun } from '../remote/run.ts';
import { createSlackApp } from '../slack/app.ts';
import type { HostInventory, SlackLog } from '../slack/deps.ts';
import { memoryOver } from '../store/memory.ts';
import { openDatabase } from '../store/open.ts';
import { APP_TOKEN, BOT_TOKEN } from './emulator.ts';

export interface TriedBot {
  /** True while a diagnosis runs or something of its answer is still to be posted. */
  readonly busy: () => Promise<boolean>;
  readonly stop: () => Promise<void>;
}

/** The real bot, with the local Slack for slack.com and a store that ends with it. */
export async function startBot(slackApiUrl: string, inventory: HostInventory, settings: HostSettings, log: SlackLog): Promise<TriedBot> {
  const catalogue = loadCatalogue(join(import.meta.dirname, '..', '..', 'commands'));
  const database = await openDatabase({ kind: 'memory' });
  const store = memoryOver(database, randomUUID());
  const { requests, running } = counted(store.requests);
  const shared = { now: () => new Date(), newId: randomUUID };
  const ports = { ...shared, run: createRun(settings.ssh), save: store.save };
  const app = createSlackApp({
    settings: { botToken: BOT_TOKEN, connection: { kind: 'socket', appToken: APP_TOKEN }, slackApiUrl },
    catalogue,
    inventory,
    diagnose: diagnoseHost(ports, catalogue, { runbooks: settings.runbooks }),
    memory: { ...store, requests },
    log,
    ...shared,
  });
  await app.start();
  log.info({ hosts: inventory.all.length }, 'ready');
  return {
    busy: async () => running() > 0 || (await store.outbox.waiting()).length > 0,
    stop: async () => {
      await app.stop();
      await database.close();
    },
  };
}

/** Counts the requests that were claimed and are not finished. */
function counted(requests: Memory['requests']): { readonly requests: Memory['requests']; readonly running: () => number } {
  const open = new Set<string>();
  return {
    running: () => open.size,
    requests: {
      ...requests,
      claim: async (key, request) => {
        const claimed = await requests.claim(key, request);
        if (claimed === 'new') open.add(request.id);
        return claimed;
      },
      finish: async (id, state) => {
        await requests.finish(id, state);
        open.delete(id);
      },
    },
  };
}
