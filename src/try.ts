import { once } from 'node:events';
import { join } from 'node:path';
import { readHostSettings } from './config.ts';
import { createLog } from './log.ts';
import { startBot, type TriedBot } from './try/bot.ts';
import { loadHosts, type OfferedHost, offered } from './try/hosts.ts';
import { type LocalSlack, startLocalSlack } from './try/local-slack.ts';
import { runOnce } from './try/once.ts';
import { servePage } from './try/page.ts';
import { transcript } from './try/transcript.ts';

/**
 * The bot against a Slack on this machine.
 *
 *     npm run try                          a page where slash commands are typed
 *     npm run try -- io this-machine       one command; its answer as text
 */

/** The terminal is for the answer. */
const LOG_FILE = join(import.meta.dirname, '..', 'try.log');
const WIDEST_COLUMNS = 120;

async function main(words: readonly string[]): Promise<number> {
  say('starting the bot and a Slack on this machine');
  const settings = readHostSettings();
  const hosts = loadHosts(settings.hostsFile);
  const slack = await startLocalSlack(Intl.DateTimeFormat().resolvedOptions().timeZone);
  try {
    const bot = await startBot(slack.apiUrl, hosts, settings, createLog('debug', { file: LOG_FILE }));
    try {
      const chips = hosts.all.map(offered);
      return words.length === 0 ? await untilInterrupted(slack, chips) : await answerOnce(slack, bot, `/diag ${words.join(' ')}`);
    } finally {
      await bot.stop();
    }
  } finally {
    await slack.close();
  }
}

async function untilInterrupted(slack: LocalSlack, hosts: readonly OfferedHost[]): Promise<number> {
  const page = await servePage(slack, hosts);
  say(`open ${page.url} (Ctrl-C ends it; the bot's log is ${LOG_FILE})`);
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  page.close();
  return 0;
}

/** 0 for any answer, also when it says that a host is not known or cannot be reached. */
async function answerOnce(slack: LocalSlack, bot: TriedBot, line: string): Promise<number> {
  const answered = await runOnce(slack, bot, line, say);
  const columns = Math.min(process.stdout.columns ?? WIDEST_COLUMNS, WIDEST_COLUMNS);
  process.stdout.write(await transcript(slack, columns));
  if (!answered) say(`the bot said nothing; its log is ${LOG_FILE}`);
  return answered ? 0 : 1;
}

function say(line: string): void {
  process.stderr.write(`try: ${line}\n`);
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
