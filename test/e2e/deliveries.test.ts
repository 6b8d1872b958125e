import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readHostSettings } from '../../src/config.ts';
import { startBot, type TriedBot } from '../../src/try/bot.ts';
import { loadHosts } from '../../src/try/hosts.ts';
import { type LocalSlack, startLocalSlack } from '../../src/try/local-slack.ts';

let slack: LocalSlack;
let bot: TriedBot;

beforeAll(async () => {
  slack = await startLocalSlack('Europe/Berlin');
  bot = await startBot(slack.apiUrl, loadHosts('no-hosts.yml'), readHostSettings({}), pino({ level: 'silent' }));
});
afterAll(async () => {
  await bot.stop();
  await slack.close();
});

/** Until so many answers have begun and nothing is under way: a second one that wrongly began would be seen too. */
async function untilAnswered(roots: number): Promise<void> {
  await vi.waitFor(async () => expect((await slack.roots()).length).toBeGreaterThanOrEqual(roots), { timeout: 20_000, interval: 100 });
  do await pause(500);
  while (await bot.busy());
}

test('a slash command that Slack delivers twice is answered once', async () => {
  const envelope = slack.slashCommand('/diag io host-42');
  await Promise.all([slack.deliver(envelope), slack.deliver({ ...envelope, envelope_id: 'again' })]);
  await slack.deliver(envelope);
  await untilAnswered(1);
  // The file goes up last: by then a second answer would have begun.
  const filesOf = async () => (await slack.thread((await slack.roots())[0]?.ts ?? '')).filter(({ files }) => files !== undefined);
  await vi.waitFor(async () => expect(await filesOf()).not.toEqual([]), { timeout: 20_000, interval: 100 });
  await untilAnswered(1);
  expect(await slack.roots()).toHaveLength(1);
  expect(await filesOf()).toHaveLength(1);
});

test('a press that Slack delivers twice runs once', async () => {
  const [root] = await slack.roots();
  const block = root?.blocks?.findIndex(({ type }) => type === 'actions') ?? -1;
  const press = await slack.buttonPress(root?.ts ?? '', block, 0);
  if (press === undefined) throw new Error('the answer has no button');
  await Promise.all([slack.deliver(press), slack.deliver(press)]);
  await untilAnswered(2);
  expect(await slack.roots()).toHaveLength(2);
});

test('a button that is not there is not pressed', async () => {
  const [root] = await slack.roots();
  expect(await slack.buttonPress(root?.ts ?? '', 0, 0)).toBeUndefined();
  expect(await slack.buttonPress('1.2', 0, 0)).toBeUndefined();
});
