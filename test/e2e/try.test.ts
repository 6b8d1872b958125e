import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readRecording, writeRecording } from '../../src/remote/recording.ts';

const root = join(import.meta.dirname, '..', '..');
const CHROMIUM = '/usr/bin/chromium';
const CHROMIUM_ARGS = ['--no-sandbox', '--headless', '--disable-gpu', '--disable-quic', '--no-first-run'].concat([
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]);
const tryArgs = (...words: readonly string[]) => [join(root, 'src', 'try.ts'), ...words];
const run = promisify(execFile);

/** Whoever starts a process chooses its name. */
const HOSTILE_NAME = '<!channel>*x*<img>';
const workingFolder = folderWithHostileHost();

/** A folder whose hosts.yml names one host: host-42's recording, where the compressor has a hostile name. */
function folderWithHostileHost(): string {
  const folder = mkdtempSync(join(tmpdir(), 'diagbot-try-'));
  const recording = readRecording(join(root, 'test', 'hosts', 'host-42--logrotate-gzip-gp3'));
  const outputs = recording.outputs.map((output) => ({ ...output, stdout: output.stdout.replaceAll(/(\/bin\/)?gzip/g, HOSTILE_NAME) }));
  writeRecording(join(folder, 'hostile'), { ...recording, host: 'hostile', outputs });
  writeFileSync(join(folder, 'hosts.yml'), 'hosts:\n  - { name: hostile, transport: replay, recording: hostile }\n');
  return folder;
}

/** `npm run try -- WORDS`, from another folder than the repository's. */
async function tryOnce(...words: readonly string[]): Promise<{ readonly stdout: string; readonly stderr: string }> {
  return run(process.execPath, tryArgs(...words), { cwd: workingFolder, timeout: 90_000 });
}

describe('one command, its answer as text', () => {
  test('host-42: root, thread, tables, buttons and the raw file', async () => {
    const { stdout, stderr } = await tryOnce('io', 'host-42');
    expect(stdout.split('\n')[1]).toMatch(/^host-42: .*gzip/);
    expect(stdout).toContain('[Run again] [Run for 30 s]');
    expect(stdout).toMatch(/^ {2}(# +)?Figure +Value +Limit +Command$/m);
    expect(stdout).toMatch(/^ {2}\[file \S+, [\d.]+ k?B\]$/m);
    expect(stderr).toMatch(/host-42: connecting/);
  });

  test('this-machine: samples this machine and answers', async () => {
    const { stdout, stderr } = await tryOnce('io', 'this-machine', 'for', '2s');
    expect(stdout).toContain('this-machine');
    expect(stdout).toContain('/diag io this-machine for 2 s');
    expect(stderr).toMatch(/sampling/);
  });

  test('a host that nobody knows is told to the asker alone, with what to type', async () => {
    const { stdout } = await tryOnce('io', 'host-24');
    expect(stdout).toMatch(/only visible to you/);
    expect(stdout).toContain('host-24');
    expect(stdout).toContain('host-42');
    expect(stdout).not.toContain('[Run again]');
  });
});

describe.skipIf(!existsSync(CHROMIUM))('the page, as a person uses it', () => {
  const bot = spawn(process.execPath, tryArgs(), { cwd: workingFolder, stdio: ['ignore', 'ignore', 'pipe'] });
  let browser: Browser;
  let url: string;

  beforeAll(async () => {
    url = await new Promise<string>((resolve, reject) => {
      let said = '';
      bot.stderr.on('data', (chunk: Buffer) => {
        said += chunk.toString();
        const [found] = /http:\/\/127\.0\.0\.1:\d+\//.exec(said) ?? [];
        if (found !== undefined) resolve(found);
      });
      bot.once('exit', (code) => reject(new Error(`try ended with ${code}: ${said}`)));
    });
    browser = await chromium.launch({ executablePath: CHROMIUM, args: CHROMIUM_ARGS });
  });
  afterAll(async () => {
    await browser.close();
    bot.kill('SIGINT');
    await once(bot, 'exit');
    expect(bot.exitCode).toBe(0);
    process.stdout.write(`screenshots: ${workingFolder}\n`);
  });

  async function open(size: { readonly width: number; readonly height: number }, colorScheme: 'light' | 'dark'): Promise<Page> {
    const context = await browser.newContext({ viewport: size, colorScheme });
    const page = await context.newPage();
    page.on('pageerror', (error) => expect.fail(`the page's script failed: ${error.message}`));
    await page.goto(url);
    return page;
  }

  /** Types a slash command with the keyboard alone: the line has the focus when the page opens. */
  async function type(page: Page, line: string): Promise<void> {
    await page.getByLabel('Slash command').focus();
    await page.keyboard.type(line);
    await page.keyboard.press('Enter');
  }

  test('types a command, reads the verdict, opens the thread, presses a button, sees its result', async () => {
    const page = await open({ width: 1280, height: 900 }, 'light');
    await type(page, '/diag io host-42');
    const answers = page.locator('#messages article', { hasText: 'Run again' });
    await answers.first().waitFor();
    expect(await answers.first().textContent()).toContain('gzip');
    await page.screenshot({ path: join(workingFolder, 'desktop-verdict.png') });

    await answers
      .first()
      .getByRole('button', { name: /replies/ })
      .click();
    const thread = page.locator('#replies');
    await thread.getByRole('link', { name: /\.txt/ }).waitFor();
    expect(await thread.getByRole('table').count()).toBeGreaterThan(0);
    await page.screenshot({ path: join(workingFolder, 'desktop-thread.png') });

    const [raw] = await Promise.all([page.context().waitForEvent('page'), thread.getByRole('link', { name: /\.txt/ }).click()]);
    expect(await raw.textContent('body')).toContain('18822  58120.00');
    await raw.close();

    await answers.first().getByRole('button', { name: /30 s/ }).click();
    await answers.nth(1).waitFor();
    expect(await answers.nth(1).textContent()).toContain('gzip');
    expect(await answers.count()).toBe(2);
    await page.screenshot({ path: join(workingFolder, 'desktop-second.png') });
  });

  test('a phone shows the same, nothing wider than the screen', async () => {
    const page = await open({ width: 390, height: 844 }, 'dark');
    const answer = page.locator('#messages article', { hasText: 'Run again' }).last();
    await answer.waitFor();
    await page.screenshot({ path: join(workingFolder, 'phone-channel.png') });
    await answer.getByRole('button', { name: /replies/ }).press('Enter');
    await page.locator('#replies table').first().waitFor();
    await page.screenshot({ path: join(workingFolder, 'phone-thread.png') });
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await page.keyboard.press('Escape');
    expect(await page.locator('#thread').isHidden()).toBe(true);
  });

  test('a hostile name is text in the answer, the thread and the raw file', async () => {
    const page = await open({ width: 1280, height: 900 }, 'light');
    await type(page, '/diag io hostile');
    const answer = page.locator('#messages article', { hasText: '<img>' }).last();
    await answer.getByRole('button', { name: /replies/ }).click();
    await page.locator('#replies').getByRole('link', { name: /\.txt/ }).waitFor();
    expect(await answer.textContent()).toContain(HOSTILE_NAME);
    expect(await page.locator('img, script:not([src="/page.js"])').count()).toBe(0);
    expect(new Set(await page.locator('.mention').allTextContents())).toEqual(new Set(['@you']));
    expect(await page.title()).toContain('#incidents');
    await page.screenshot({ path: join(workingFolder, 'desktop-hostile.png') });
  });

  test('what a person types is text, and only they see the answer', async () => {
    const page = await open({ width: 900, height: 700 }, 'light');
    await type(page, '/diag io <img src=x onerror=document.title=1>');
    const answer = page.locator('#messages article', { hasText: 'Only visible to you' }).last();
    await answer.waitFor();
    expect(await page.locator('#messages img').count()).toBe(0);
    expect(await page.title()).toContain('#incidents');
  });

  test('no other site may type or press', async () => {
    const headers = { origin: 'http://evil.example' };
    const typed = await fetch(`${url}type`, { method: 'POST', headers, body: '/diag io host-42' });
    expect(typed.status).toBe(403);
    expect((await fetch(`${url}press`, { method: 'POST', headers, body: '1/0/0' })).status).toBe(403);
  });
});
