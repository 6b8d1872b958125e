import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { openDatabase } from '../../src/store/open.ts';
import { type LocalSlack, startLocalSlack } from '../../src/try/local-slack.ts';

const main = join(import.meta.dirname, '../../src/main.ts');
const soon = { timeout: 40_000, interval: 200 };

interface Bot {
  readonly process: ChildProcess;
  readonly said: () => string;
  /** Exit code, or the signal's name. */
  readonly ended: Promise<number | string>;
}
const started: ChildProcess[] = [];

/** A process of its own, with these settings and nothing of ours. */
function startBot(settings: Readonly<Record<string, string>>, folder: string): Bot {
  const child = spawn(process.execPath, [main], { cwd: folder, env: { PATH: process.env['PATH'] ?? '', HOME: folder, ...settings } });
  started.push(child);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  return { process: child, said: () => said, ended: once(child, 'close').then(([code, signal]) => (code ?? signal) as number | string) };
}

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'diagbot-main-'));
  writeFileSync(join(folder, 'hosts.yml'), 'hosts:\n  - name: this-machine\n    transport: local\n');
});
afterEach(async () => {
  for (const child of started.splice(0).filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)) {
    child.kill('SIGKILL');
    await once(child, 'close');
  }
  rmSync(folder, { recursive: true, force: true });
});

describe('a start that cannot succeed ends with one line for each reason', () => {
  const tokens = { SLACK_BOT_TOKEN: 'xoxb-local', SLACK_APP_TOKEN: 'xapp-local' };

  test('no settings at all', async () => {
    const bot = startBot({}, folder);
    expect(await bot.ended).toBe(1);
    expect(bot.said().trim().split('\n')).toEqual([
      expect.stringMatching(/^diagbot: SLACK_BOT_TOKEN is not set: /),
      expect.stringMatching(/^diagbot: SLACK_APP_TOKEN is not set: /),
    ]);
  });
  test('no hosts.yml', async () => {
    rmSync(join(folder, 'hosts.yml'));
    const bot = startBot(tokens, folder);
    expect(await bot.ended).toBe(1);
    expect(bot.said()).toMatch(/^diagbot: .*hosts\.yml.*\n$/);
  });
  test('a server that is not there', async () => {
    const bot = startBot({ ...tokens, DATABASE_URL: 'postgres://diag:sesame@127.0.0.1:1/diag' }, folder);
    expect(await bot.ended).toBe(1);
    expect(bot.said()).toMatch(/^diagbot: DATABASE_URL: no connection to Postgres at 127\.0\.0\.1:1\/diag .*\n$/);
  });
  test('no Slack', async () => {
    const bot = startBot({ ...tokens, SLACK_API_URL: 'http://127.0.0.1:65001/api/' }, folder);
    expect(await bot.ended).toBe(1);
    expect(bot.said().trim().split('\n').at(-1)).toMatch(
      /^diagbot: Slack cannot be reached at http:\/\/127\.0\.0\.1:65001\/api\/: ECONNREFUSED; check network/,
    );
  });
});

describe('with a Slack on this machine', () => {
  let slack: LocalSlack;
  /** A folder whose tables are there: making them takes seconds, and each test wants a fresh one. */
  const emptyData = mkdtempSync(join(tmpdir(), 'diagbot-main-data-'));
  beforeAll(async () => {
    // First the tables: making them keeps this process busy for longer than the Slack's idle connections live.
    await (await openDatabase({ kind: 'embedded', dataDir: emptyData })).close();
    slack = await startLocalSlack('Europe/Berlin');
  });
  afterAll(async () => {
    await slack.close();
    rmSync(emptyData, { recursive: true, force: true });
  });
  beforeEach(() => cpSync(emptyData, join(folder, 'data'), { recursive: true }));

  function settings(): Readonly<Record<string, string>> {
    return { SLACK_BOT_TOKEN: 'xoxb-local', SLACK_APP_TOKEN: 'xapp-local', SLACK_API_URL: slack.apiUrl, DATA_DIR: join(folder, 'data') };
  }
  async function readyBot(): Promise<Bot> {
    const bot = startBot(settings(), folder);
    await vi.waitFor(() => expect(bot.said()).toContain('"msg":"ready"'), soon);
    return bot;
  }
  /** Root messages since `before` of them were there. */
  async function rootsSince(before: number): Promise<readonly { readonly ts: string }[]> {
    return (await slack.roots()).slice(before);
  }
  async function threadText(ts: string): Promise<string> {
    return JSON.stringify(await slack.thread(ts));
  }
  async function oneRoot(before: number): Promise<string> {
    return await vi.waitFor(async () => {
      const roots = await rootsSince(before);
      expect(roots).toHaveLength(1);
      return roots[0]?.ts ?? '';
    }, soon);
  }

  test('a delivery that Slack repeats runs and posts once', async () => {
    const before = (await slack.roots()).length;
    const bot = await readyBot();
    const envelope = slack.slashCommand('/diag io this-machine for 1s');
    await slack.deliver(envelope);
    await slack.deliver({ ...envelope, envelope_id: `${envelope.envelope_id}-again` });
    const ts = await oneRoot(before);
    await vi.waitFor(async () => expect((await slack.thread(ts)).length).toBeGreaterThan(2), soon);
    bot.process.kill('SIGTERM');
    expect(await bot.ended).toBe(0);
    expect(await rootsSince(before)).toHaveLength(1);
  });

  test('SIGTERM in the middle is told in the thread, and the exit is clean', async () => {
    const before = (await slack.roots()).length;
    const bot = await readyBot();
    await slack.type('/diag io this-machine for 60s');
    const ts = await oneRoot(before);
    bot.process.kill('SIGTERM');
    expect(await bot.ended).toBe(0);
    expect(await threadText(ts)).toMatch(/stopp|restart|interrupt|cancel/i);
  });

  test('what a SIGKILL left unanswered is told in its thread by the next start, once', async () => {
    const before = (await slack.roots()).length;
    const lost = await readyBot();
    await slack.type('/diag io this-machine for 60s');
    const ts = await oneRoot(before);
    await vi.waitFor(async () => expect(await threadText(ts)).toMatch(/\d s/), soon);
    lost.process.kill('SIGKILL');
    expect(await lost.ended).toBe('SIGKILL');
    const told = (await slack.thread(ts)).length;

    const next = await readyBot();
    await vi.waitFor(async () => expect((await slack.thread(ts)).length).toBe(told + 1), soon);
    next.process.kill('SIGTERM');
    expect(await next.ended).toBe(0);
    const third = await readyBot();
    third.process.kill('SIGTERM');
    expect(await third.ended).toBe(0);
    expect((await slack.thread(ts)).length).toBe(told + 1);
    expect(await rootsSince(before)).toHaveLength(1);
  });

  test('a second bot on the same folder is refused', async () => {
    await readyBot();
    const second = startBot(settings(), folder);
    expect(await second.ended).toBe(1);
    expect(second.said()).toMatch(/^diagbot: DATA_DIR .* is in use by another diagbot: .*\n$/);
  });
});
