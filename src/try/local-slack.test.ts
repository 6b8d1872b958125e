import { afterAll, beforeAll, expect, test } from 'vitest';
import { BOT_TOKEN } from './emulator.ts';
import { type LocalSlack, startLocalSlack } from './local-slack.ts';

let slack: LocalSlack;
beforeAll(async () => {
  slack = await startLocalSlack('Asia/Kolkata');
});
afterAll(() => slack.close());

/** A call of the bot, as its client makes it. */
async function call(method: string, args: Readonly<Record<string, string>>): Promise<Readonly<Record<string, unknown>>> {
  const headers = { authorization: `Bearer ${BOT_TOKEN}` };
  const response = await fetch(slack.apiUrl + method, { method: 'POST', headers, body: new URLSearchParams(args) });
  return (await response.json()) as Readonly<Record<string, unknown>>;
}

test('a bot that is not there is told to the person, as Slack does', async () => {
  await slack.type('/diag io host-42');
  expect(slack.ephemerals().at(-1)?.text).toBe('/diag did not respond within three seconds');
});

test('what is no command of the bot gets an answer all the same', async () => {
  await slack.type('hello');
  expect(slack.ephemerals().at(-1)?.text).toContain('/diag help');
  expect(await slack.roots()).toEqual([]);
});

test('a profile has its zone, a channel says that it is not shared', async () => {
  expect(await call('users.info', { user: slack.workspace.user.id })).toMatchObject({ ok: true, user: { tz: 'Asia/Kolkata' } });
  expect(await call('conversations.info', { channel: slack.workspace.channel.id })).toMatchObject({
    ok: true,
    channel: { is_member: true, is_ext_shared: false, is_pending_ext_shared: false },
  });
});

test('blocks that Slack would refuse are refused, and an unknown method at once', async () => {
  const channel = slack.workspace.channel.id;
  const blocks = JSON.stringify([{ type: 'table', rows: [[{ type: 'raw_text', text: '' }]] }]);
  expect(await call('chat.postMessage', { channel, text: 'x', blocks })).toMatchObject({ ok: false, error: 'invalid_blocks' });
  expect(await slack.roots()).toEqual([]);
  expect(await call('chat.nothing', {})).toMatchObject({ ok: false, error: 'unknown_method' });
});

test('a response_url answers only whom it was given to, and only there', async () => {
  const { payload } = slack.slashCommand('/diag help');
  const url = String(payload['response_url']);
  const post = (to: string, body: object) => fetch(to, { method: 'POST', body: JSON.stringify(body) });
  expect((await post(`${url}0`, { text: 'stray' })).status).toBe(404);
  await post(url, { text: 'first' });
  await post(url, { text: 'second', replace_original: true });
  const texts = slack.ephemerals().map(({ text }) => text);
  expect(texts).toContain('second');
  expect(texts).not.toContain('first');
  expect(texts).not.toContain('stray');
});
