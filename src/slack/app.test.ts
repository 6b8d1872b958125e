import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { DiagnoseHost } from '../app/ports.ts';
import type { CatalogueEntry } from '../model/command.ts';
import type { Target } from '../model/target.ts';
import { gzipUnderLogrotate, rawOutput } from '../render/fixtures/diagnoses.ts';
import { messageProblems, type SlackMessage } from '../render/limits.ts';
import type { Database } from '../store/database.ts';
import { memoryOver } from '../store/memory.ts';
import { openDatabase } from '../store/open.ts';
import { type LocalSlack, type Message, startLocalSlack } from '../try/local-slack.ts';
import { createSlackApp } from './app.ts';
import type { SlackApp, SlackAppDeps } from './deps.ts';

const entry: CatalogueEntry = { name: 'io', title: 'Disk saturation', wallSeconds: 25, commands: [] };
const target: Target = { name: 'host-42', tags: [], volumes: [], reach: { transport: 'local' } };
const SIGNING_SECRET = 'signing-secret';

let slack: LocalSlack;
let database: Database;
let apps: SlackApp[];
let asked: string[];

/** Answers with story 1 after a few signs of progress. */
const answering: DiagnoseHost = async (request, _target, onProgress) => {
  asked.push(`${request.host} ${request.windowSeconds}`);
  onProgress({ kind: 'sampling', elapsedSeconds: 1, windowSeconds: request.windowSeconds });
  return {
    kind: 'diagnosed',
    request,
    diagnosis: gzipUnderLogrotate,
    outputs: [rawOutput('iostat', 'nvme1n1 480.0\n')],
    ended: 'complete',
  };
};
/** Looks at the host until it is told to stop. */
const hanging: DiagnoseHost = async (request, _target, onProgress, signal) => {
  asked.push(request.host);
  onProgress({ kind: 'sampling', elapsedSeconds: 3, windowSeconds: 5 });
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  return { kind: 'unreachable', request, why: { kind: 'cancelled', message: 'stopped' } };
};

function depsWith(diagnose: DiagnoseHost, connection: SlackAppDeps['settings']['connection']): SlackAppDeps {
  const quiet = () => {};
  return {
    settings: { botToken: 'xoxb-local', connection, slackApiUrl: slack.apiUrl },
    catalogue: [entry],
    inventory: { all: [target], find: (name) => (name === target.name ? target : undefined), suggest: () => [target.name] },
    diagnose,
    memory: memoryOver(database, randomUUID()),
    log: {
      debug: quiet,
      info: quiet,
      warn: quiet,
      error: (fields, message) => void asked.push(`error: ${message} ${String(fields['err'])}`),
    },
    now: () => new Date(),
    newId: randomUUID,
  };
}
async function startApp(
  diagnose: DiagnoseHost,
  connection: SlackAppDeps['settings']['connection'] = { kind: 'socket', appToken: 'xapp-local' },
): Promise<{ readonly app: SlackApp; readonly port: number | undefined }> {
  const app = createSlackApp(depsWith(diagnose, connection));
  apps.push(app);
  const { port } = await app.start();
  return { app, port };
}
async function until<T>(look: () => Promise<T | undefined>): Promise<T> {
  for (let tries = 0; tries < 100; tries += 1) {
    const found = await look();
    if (found !== undefined) return found;
    await sleep(100);
  }
  throw new Error(`nothing came in ten seconds; ${asked.join('; ')}`);
}
/** The thread of the first root, once its last part is there. */
function wholeThread(): Promise<readonly Message[]> {
  return until(async () => {
    const [root] = await slack.roots();
    const thread = root ? await slack.thread(root.ts) : [];
    return thread.some((message) => message.files?.length) ? thread : undefined;
  });
}

beforeAll(async () => {
  database = await openDatabase({ kind: 'memory' });
}, 60_000);
afterAll(() => database.close());
beforeEach(async () => {
  apps = [];
  asked = [];
  slack = await startLocalSlack('Europe/Berlin');
});
afterEach(async () => {
  for (const app of apps) await app.stop();
  await slack.close();
});

test('a command is answered by one root, edited in place, and its thread', async () => {
  await startApp(answering);
  await slack.type('/diag io host-42 for 30s');
  const thread = await wholeThread();
  expect(asked).toEqual(['host-42 30']);
  expect(await slack.roots()).toHaveLength(1);
  const [root, ...replies] = thread;
  expect(root?.text).toContain(gzipUnderLogrotate.headline);
  expect(root?.text.split('\n').length).toBeLessThanOrEqual(6);
  expect(replies.map((message) => message.text.split('\n')[0])).toEqual([
    'EVIDENCE',
    'RULED OUT',
    'COULD NOT BE CHECKED',
    'FIX',
    expect.any(String),
  ]);
  for (const { text, blocks } of thread.slice(0, 5))
    expect(messageProblems({ text, blocks: [...(blocks ?? [])] } as SlackMessage)).toEqual([]);
  const [file] = replies.flatMap((message) => message.files ?? []);
  expect(file?.name).toMatch(/^diagbot-io-host-42-.*\.txt$/);
});

test('the same delivery twice runs and posts once, in one bot and in two', async () => {
  await startApp(answering);
  const delivery = slack.slashCommand('/diag io host-42');
  await slack.deliver(delivery);
  await slack.deliver(delivery);
  await wholeThread();
  await startApp(answering);
  await slack.deliver(delivery);
  await sleep(500);
  expect(asked).toEqual(['host-42 5']);
  expect(await slack.roots()).toHaveLength(1);
});

test('the buttons run again, and for 30 s', async () => {
  await startApp(answering);
  await slack.type('/diag io host-42');
  const [root] = await wholeThread();
  const block = root?.blocks?.findIndex(({ type }) => type === 'actions') ?? -1;
  for (const element of [0, 1]) {
    const press = await slack.buttonPress(root?.ts ?? '', block, element);
    if (press) await slack.deliver(press);
    await until(async () => ((await slack.roots()).length === element + 2 ? true : undefined));
  }
  await until(async () => (asked.length === 3 ? true : undefined));
  expect(asked).toEqual(['host-42 5', 'host-42 5', 'host-42 30']);
});

test('help, hosts and mistakes answer only the asker', async () => {
  await startApp(answering);
  for (const line of ['/diag', '/diag hosts', '/diag io host-24', '/diag oi host-42']) await slack.type(line);
  const said = await until(async () => (slack.ephemerals().length === 4 ? slack.ephemerals() : undefined));
  const texts = said.map(({ text }) => text).join('\n');
  expect(texts).toContain('/diag io HOST [for 30s]');
  expect(texts).toContain("No host 'host-24' in hosts.yml; did you mean host-42?\nType /diag io host-42");
  expect(texts).toContain('did you mean /diag io host-42?');
  expect(await slack.roots()).toEqual([]);
  expect(asked).toEqual([]);
});

test('a host that cannot be reached is said in the root, with a way to try again', async () => {
  await startApp(async (request) => ({
    kind: 'unreachable',
    request,
    why: { kind: 'refused', message: 'host-42: connection refused; start sshd' },
  }));
  await slack.type('/diag io host-42');
  const root = await until(async () => (await slack.roots()).find(({ text }) => text.includes('connection refused; start sshd')));
  expect(JSON.stringify(root.blocks)).toContain('Run again');
});

test('a bug while diagnosing is one sentence with an id', async () => {
  await startApp(() => Promise.reject(new TypeError('x is not a function')));
  await slack.type('/diag io host-42');
  const root = await until(async () => (await slack.roots()).find(({ text }) => text.includes('An error of the bot')));
  expect(root.text).not.toContain('x is not a function');
  expect(asked.join()).toContain('x is not a function');
});

test('a stop in the middle is said in root and thread', async () => {
  const { app } = await startApp(hanging);
  await slack.type('/diag io host-42');
  await until(async () => (asked.length === 1 && (await slack.roots()).length === 1 ? true : undefined));
  await app.stop();
  const [root] = await slack.roots();
  expect(root?.text).toContain('The bot was stopped before the answer was there; run it again');
  expect(await slack.thread(root?.ts ?? '')).toHaveLength(2);
});

test('what a dead bot left is told by the next one', async () => {
  const dead = depsWith(hanging, { kind: 'socket', appToken: 'xapp-local' });
  const { channel, user, team } = slack.workspace;
  const request = { id: randomUUID(), subcommand: 'io', host: 'host-42', windowSeconds: 5, requestedAt: new Date() };
  const origin = { kind: 'slack', team, channel: channel.id, user: user.id } as const;
  const claimed = { ...request, origin } as Parameters<SlackAppDeps['memory']['requests']['claim']>[1];
  await dead.memory.requests.claim('key-1', claimed);
  const body = { kind: 'message', text: 'host-42: connecting', blocks: [{ type: 'rich_text', elements: [] }] } as const;
  await dead.memory.outbox.enqueue({ requestId: claimed.id, slot: 'root', channel: channel.id, body });
  await startApp(answering);
  const root = await until(async () => (await slack.roots()).find(({ text }) => text.includes('The bot stopped in the middle')));
  expect(await slack.thread(root.ts)).toHaveLength(2);
  expect(asked).toEqual([]);
});

test('over HTTP a signed command runs, an unsigned one does not', async () => {
  const { port } = await startApp(answering, { kind: 'http', signingSecret: SIGNING_SECRET, port: 0, address: '127.0.0.1' });
  const body = new URLSearchParams(slack.slashCommand('/diag io host-42').payload as Record<string, string>).toString();
  const stamp = String(Math.floor(Date.now() / 1000));
  const post = (signature: string) =>
    fetch(`http://127.0.0.1:${port}/slack/events`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-slack-request-timestamp': stamp, 'x-slack-signature': signature },
    });
  expect((await post('v0=00')).status).toBe(401);
  const signed = `v0=${createHmac('sha256', SIGNING_SECRET).update(`v0:${stamp}:${body}`).digest('hex')}`;
  expect((await post(signed)).status).toBe(200);
  await wholeThread();
  expect(asked).toEqual(['host-42 5']);
});
