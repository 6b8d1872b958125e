import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Post } from '../src/model/post.ts';
import type { DiagRequest, RequestId } from '../src/model/request.ts';
import type { SlackApi } from '../src/slack/api.ts';
import { createDrain } from '../src/slack/post.ts';
import type { Database } from '../src/store/database.ts';
import { memoryOver } from '../src/store/memory.ts';
import { openDatabase } from '../src/store/open.ts';

/** What happens to a process at a post of its. */
type Fate = 'goes on' | 'dies before it posts' | 'dies after it posted';
const slots = ['root', 'evidence', 'fix', 'raw'] as const;
const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

let database: Database;
beforeAll(async () => {
  database = await openDatabase({ kind: 'memory' });
}, 60_000);
afterAll(() => database.close());

/** A channel, and a way to post into it that kills the poster as the fates want it. */
function channelOf(fates: Fate[]) {
  const messages: (Post & { readonly ts: string })[] = [];
  const api = (die: () => void): SlackApi => {
    const post = async (wanted: Post): Promise<string> => {
      const fate = fates.shift() ?? 'goes on';
      const ts = `${messages.length + 1}.0`;
      if (fate !== 'dies before it posts') messages.push({ ...wanted, ts });
      if (fate === 'goes on') return ts;
      die();
      return await new Promise<never>(() => {});
    };
    return {
      postMessage: post,
      uploadFile: post,
      editMessage: async () => {},
      findPost: async ({ id }) => messages.find((message) => message.id === id)?.ts,
      channelFacts: async () => ({}),
    };
  };
  return { messages, api };
}

/** One process after another, each with the tables that the last one left, until one comes to the end. */
async function processesUntilDone(request: DiagRequest, api: (die: () => void) => SlackApi): Promise<void> {
  for (let alive = false; !alive; ) {
    const { outbox } = memoryOver(database, randomUUID());
    for (const slot of slots) {
      await outbox.enqueue({ requestId: request.id, slot, channel: 'C1', body: { kind: 'message', text: slot, blocks: [] } });
    }
    const died = Promise.withResolvers<false>();
    const drain = createDrain(
      outbox,
      api(() => died.resolve(false)),
      silent,
    );
    alive = await Promise.race([drain(request.id).then(() => true), died.promise]);
  }
}

test('whenever processes die, each post stands there once, in order, in its thread', async () => {
  const fate = fc.constantFrom<Fate[]>('goes on', 'dies before it posts', 'dies after it posted');
  await fc.assert(
    fc.asyncProperty(fc.array(fate, { maxLength: 10 }), async (fates) => {
      const { messages, api } = channelOf([...fates]);
      const request: DiagRequest = {
        id: randomUUID() as RequestId,
        subcommand: 'io',
        host: 'host-42',
        windowSeconds: 5,
        origin: { kind: 'slack', team: 'T1', channel: 'C1', user: 'U1' },
        requestedAt: new Date('2026-12-01T00:10:00Z'),
      };
      await memoryOver(database, randomUUID()).requests.claim(request.id, request);
      await processesUntilDone(request, api);
      expect(messages.map(({ slot }) => slot)).toEqual(slots);
      expect(messages.map(({ threadTs }) => threadTs)).toEqual([undefined, '1.0', '1.0', '1.0']);
    }),
    { numRuns: 60 },
  );
});
