import { randomUUID } from 'node:crypto';
import nock from 'nock';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Memory } from '../app/ports.ts';
import type { PostBody } from '../model/post.ts';
import type { RequestId } from '../model/request.ts';
import { request as asked, gzipUnderLogrotate, rawOutput } from '../render/fixtures/diagnoses.ts';
import type { Database } from '../store/database.ts';
import { memoryOver } from '../store/memory.ts';
import { openDatabase } from '../store/open.ts';
import { createAnswers } from './answer.ts';
import { createSlackApi, type SlackApi } from './api.ts';
import { channelRefusal } from './channel.ts';
import type { SlackLog } from './deps.ts';
import { boltLogger } from './logger.ts';
import { createDrain, type Drain } from './post.ts';
import { createTake } from './requests.ts';
import { createRuns } from './runs.ts';

const quiet = () => {};
const log: SlackLog = { debug: quiet, info: quiet, warn: quiet, error: quiet };
const ROOT: PostBody = { kind: 'message', text: 'root', blocks: [{ type: 'divider' }] };

let database: Database;
let memory: Memory;
let api: SlackApi;
let drain: Drain;
let requestId: RequestId;
let posted: URLSearchParams[];

beforeAll(async () => {
  database = await openDatabase({ kind: 'memory' });
}, 60_000);
afterAll(() => database.close());
beforeEach(async () => {
  nock.disableNetConnect();
  posted = [];
  requestId = randomUUID() as RequestId;
  memory = memoryOver(database, randomUUID());
  api = createSlackApi({ botToken: 'xoxb-1', connection: { kind: 'http', signingSecret: 's', port: 0 } }, boltLogger(log));
  drain = createDrain(memory.outbox, api, log);
});
afterEach(() => {
  const left = nock.pendingMocks();
  nock.cleanAll();
  nock.enableNetConnect();
  expect(left).toEqual([]);
});

type Reply = readonly [status: number, body: object, headers?: Record<string, string>];
const ok = (ts: string): Reply => [200, { ok: true, ts }];
const no = (error: string): Reply => [200, { ok: false, error }];

/** Slack's answers to a method, one a call; what was sent with each is kept. */
function slackAnswers(method: string, ...replies: readonly Reply[]): void {
  for (const [status, body, headers] of replies) {
    // Each waiting interceptor looks at a body; only the one that answers it keeps it.
    let seen = new URLSearchParams();
    nock('https://slack.com')
      .post(`/api/${method}`, (sent: unknown) => {
        seen = new URLSearchParams(sent as Record<string, string>);
        return true;
      })
      .reply(
        status,
        () => {
          posted.push(seen);
          return body;
        },
        headers ?? {},
      );
  }
}
async function claim(): Promise<void> {
  await memory.requests.claim(requestId, { ...asked, id: requestId });
}
async function enqueueRoot(): Promise<void> {
  await claim();
  await memory.outbox.enqueue({ requestId, slot: 'root', channel: 'C1', body: ROOT });
}
const rootTs = async () => (await memory.outbox.rootOf(requestId))?.ts;

test('after a 429 the post is sent once, when Slack says so', async () => {
  await enqueueRoot();
  slackAnswers('chat.postMessage', [429, { ok: false, error: 'ratelimited' }, { 'retry-after': '1' }], ok('1.1'));
  const before = Date.now();
  expect(await drain(requestId)).toEqual([]);
  expect(Date.now() - before).toBeGreaterThanOrEqual(1_000);
  expect(await rootTs()).toBe('1.1');
  expect(posted[1]?.get('parse')).toBe('none');
});

test('after a 5xx the post is looked for, and not sent again when it is there', async () => {
  await enqueueRoot();
  slackAnswers('chat.postMessage', [503, {}]);
  nock('https://slack.com')
    .post('/api/conversations.history')
    .reply(200, () => {
      const { event_payload } = JSON.parse(posted[0]?.get('metadata') ?? '{}');
      return { ok: true, messages: [{ ts: '9.9' }, { ts: '2.2', metadata: { event_type: 'diagbot_post', event_payload } }] };
    });
  expect(await drain(requestId)).toEqual([]);
  expect(await rootTs()).toBe('2.2');
  expect(posted).toHaveLength(1);
});

test('after a 5xx the post is sent again when it is not there', async () => {
  await enqueueRoot();
  slackAnswers('chat.postMessage', [503, {}], ok('3.3'));
  slackAnswers('conversations.history', [200, { ok: true, messages: [{ ts: '9.9' }] }]);
  await drain(requestId);
  expect(await rootTs()).toBe('3.3');
});

test('where looking is not permitted it is sent once more and says that it may stand there twice', async () => {
  await enqueueRoot();
  slackAnswers('chat.postMessage', [500, {}], [500, {}]);
  slackAnswers('conversations.history', no('missing_scope'));
  expect(await drain(requestId)).toEqual([{ slot: 'root', code: 'posted twice, each time without an answer: HTTP 500' }]);
  expect(posted[2]?.get('blocks')).toContain('it may stand here twice');
});

test('a connection that was never made is tried again; one that broke is looked into', async () => {
  await enqueueRoot();
  nock('https://slack.com')
    .post('/api/chat.postMessage')
    .replyWithError(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }));
  nock('https://slack.com')
    .post('/api/chat.postMessage')
    .replyWithError(Object.assign(new Error('reset'), { code: 'ECONNRESET' }));
  slackAnswers('conversations.history', [200, { ok: true, messages: [] }]);
  slackAnswers('chat.postMessage', ok('4.4'));
  await drain(requestId);
  expect(await rootTs()).toBe('4.4');
});

test('a layout that Slack refuses goes out as plain words', async () => {
  await enqueueRoot();
  slackAnswers('chat.postMessage', no('invalid_blocks'), ok('5.5'));
  expect(await drain(requestId)).toEqual([]);
  expect(JSON.parse(posted[1]?.get('blocks') ?? '')).toEqual([{ type: 'section', text: { type: 'mrkdwn', text: 'root', verbatim: true } }]);
});

test('what is refused does not hold up the rest, and a refused root takes its thread along', async () => {
  await enqueueRoot();
  for (const slot of ['evidence', 'fix']) await memory.outbox.enqueue({ requestId, slot, channel: 'C1', body: ROOT });
  slackAnswers('chat.postMessage', ok('6.6'), no('restricted_action'), ok('6.7'));
  expect(await drain(requestId)).toEqual([{ slot: 'evidence', code: 'restricted_action' }]);
  expect(posted.map((sent) => sent.get('thread_ts'))).toEqual([null, '6.6', '6.6']);
  requestId = randomUUID() as RequestId;
  await enqueueRoot();
  await memory.outbox.enqueue({ requestId, slot: 'fix', channel: 'C1', body: ROOT });
  slackAnswers('chat.postMessage', no('is_archived'));
  expect(await drain(requestId)).toEqual([{ slot: 'root', code: 'is_archived' }]);
});

test('a file goes up in three steps into its thread; a failed upload is tried again', async () => {
  await enqueueRoot();
  await memory.outbox.enqueue({
    requestId,
    slot: 'raw',
    channel: 'C1',
    body: { kind: 'file', fileName: 'a.txt', title: 'Raw', text: 'grün' },
  });
  slackAnswers('chat.postMessage', ok('7.7'));
  const begun = [200, { ok: true, upload_url: 'https://files.slack.com/upload/1', file_id: 'F1' }] as const;
  slackAnswers('files.getUploadURLExternal', begun, begun);
  nock('https://files.slack.com').post('/upload/1').reply(500);
  nock('https://files.slack.com').post('/upload/1', 'grün').reply(200);
  slackAnswers('files.completeUploadExternal', [200, { ok: true, files: [{ id: 'F1' }] }]);
  expect(await drain(requestId)).toEqual([]);
  const [, start, , complete] = posted;
  expect(Object.fromEntries(start ?? [])).toMatchObject({ filename: 'a.txt', length: '5', alt_txt: 'Raw' });
  expect(Object.fromEntries(complete ?? [])).toMatchObject({ channel_id: 'C1', thread_ts: '7.7', files: '[{"id":"F1","title":"Raw"}]' });
});

test('a root that can no longer be edited is answered in its thread', async () => {
  await enqueueRoot();
  slackAnswers('chat.postMessage', ok('8.8'));
  await drain(requestId);
  slackAnswers('chat.update', no('message_not_found'));
  slackAnswers('chat.postMessage', ok('8.9'));
  const unreachable = { kind: 'unreachable', request: { ...asked, id: requestId }, why: { kind: 'down', message: 'no answer' } } as const;
  await createAnswers({ memory, log }, api, drain).show({ ...asked, id: requestId }, unreachable);
  expect(posted.at(-1)?.get('thread_ts')).toBe('8.8');
  expect(posted.at(-1)?.get('text')).toContain('no answer');
});

test('an edit is tried again after a 429 and after a 5xx', async () => {
  await enqueueRoot();
  slackAnswers('chat.postMessage', ok('9.1'));
  await drain(requestId);
  slackAnswers('chat.update', [429, { ok: false }, { 'retry-after': '1' }], [502, {}], [200, { ok: true }]);
  const unreachable = { kind: 'unreachable', request: { ...asked, id: requestId }, why: { kind: 'down', message: 'no answer' } } as const;
  await createAnswers({ memory, log }, api, drain).show({ ...asked, id: requestId }, unreachable);
  expect(posted.at(-1)?.get('ts')).toBe('9.1');
});

test.each<[string, Reply, string | undefined]>([
  ['a channel of one’s own', [200, { ok: true, channel: { is_ext_shared: false, is_shared: false } }], undefined],
  [
    'one shared within the organisation',
    [200, { ok: true, channel: { is_ext_shared: false, is_shared: true, is_org_shared: true } }],
    undefined,
  ],
  ['one shared with strangers', [200, { ok: true, channel: { is_ext_shared: true } }], 'shared with another organisation'],
  [
    'one that is about to be',
    [200, { ok: true, channel: { is_ext_shared: false, is_pending_ext_shared: true } }],
    'shared with another organisation',
  ],
  ['one shared who knows how', [200, { ok: true, channel: { is_ext_shared: false, is_shared: true } }], 'shared with another organisation'],
  ['one of which nothing is known', [200, { ok: true, channel: {} }], 'does not say whether'],
  ['an archived one', [200, { ok: true, channel: { is_archived: true } }], 'archived'],
  ['one that the bot does not see', no('channel_not_found'), '/invite @diagbot'],
  ['one without the permission', no('missing_scope'), 'install it again from manifest.yml'],
])('hosts are spoken of, or not, in %s', async (_name, reply, words) => {
  slackAnswers('conversations.info', reply);
  const refusal = await channelRefusal(api, 'C1');
  if (words === undefined) expect(refusal).toBeUndefined();
  else expect(refusal?.join(' ')).toContain(words);
});

test('where Slack does not answer about a channel, nothing is posted', { timeout: 20_000 }, async () => {
  slackAnswers('conversations.info', [500, {}], [500, {}], [500, {}], [500, {}]);
  expect((await channelRefusal(api, 'C1'))?.join(' ')).toContain('nothing about a host is posted');
});

test.each([
  ['not_in_channel', 'diagbot is not in this channel, so it cannot post the answer here. Type /invite @diagbot, then ask again.'],
  ['channel_not_found', 'diagbot is not in this channel, so it cannot post the answer here. Type /invite @diagbot, then ask again.'],
  ['is_archived', 'This channel is archived, so nothing can be posted here. Ask in another channel.'],
  ['restricted_action', 'This channel does not let diagbot post. Ask in another channel, or have its owner permit it.'],
  [
    'missing_scope',
    'The Slack app lacks a permission that it needs here. Have its owner install it again from manifest.yml, then ask again.',
  ],
  [
    'ekm_access_denied',
    'Slack does not let diagbot post here: ekm_access_denied. Ask in another channel, or have the log of the bot looked at.',
  ],
])('where a root is refused as %s the asker is told what to do, and no host is looked at', async (code, words) => {
  let looked = false;
  const diagnose = async () => {
    looked = true;
    return { kind: 'diagnosed', request: asked, diagnosis: gzipUnderLogrotate, outputs: [rawOutput('x', '')], ended: 'complete' } as const;
  };
  const deps = { memory, log, diagnose, now: () => new Date(), newId: randomUUID };
  const take = createTake(deps, api, createRuns(deps, api, createAnswers(deps, api, drain)));
  slackAnswers('conversations.info', [200, { ok: true, channel: { is_ext_shared: false } }]);
  slackAnswers('chat.postMessage', no(code));
  const told: string[] = [];
  const target = { name: 'host-42', tags: [], volumes: [], reach: { transport: 'local' } } as const;
  const origin = { team: 'T1', channel: 'C1', user: 'U1' };
  await take({ key: randomUUID(), origin, asked: '/diag io host-42', subcommand: 'io', target, windowSeconds: 5 }, async (lines) => {
    told.push(...lines);
  });
  expect(told.join(' ')).toBe(words);
  expect(looked).toBe(false);
});
