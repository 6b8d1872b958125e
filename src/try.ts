import { once } from 'node:events';
import { openSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { readHostSettings } from './config.ts';
import { startBot } from './try/bot.ts';
import { loadHosts } from './try/hosts.ts';
import { startLocalSlack } from './try/local-slack.ts';
import { runOnce } from './try/once.ts';
import { servePage } from './try/page.ts';
import { transcript } from './try/transcript.ts';

/**
 * The bot against a Slack on this machine.
 *
 *     npm run try                          a page where slash commands are typed
 *     npm run try -- io this-machine       one command; its answer as text
 */
const LOG_FILE = join(tmpdir(), 'diagbot-try.log');
const WIDEST_COLUMNS = 120;

async function main(words: readonly string[]): Promise<number> {
  say('starting the bot and a Slack on this machine');
  const settings = readHostSettings();
  const hosts = loadHosts(settings.hostsFile);
  const slack = await startLocalSlack(Intl.DateTimeFormat().resolvedOptions().timeZone);
  const bot = await startBot(slack.apiUrl, hosts, settings, fileLog());
  try {
    if (words.length === 0) {
      const page = await servePage(
        slack,
        hosts.all.map(({ name }) => name),
      );
      say(`open ${page.url} (Ctrl-C ends it; log: ${LOG_FILE})`);
      await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
      page.close();
      return 0;
    }
    const answered = await runOnce(slack, bot, `/diag ${words.join(' ')}`, say);
    process.stdout.write(await transcript(slack, Math.min(process.stdout.columns ?? WIDEST_COLUMNS, WIDEST_COLUMNS)));
    if (!answered) say(`the bot said nothing; see ${LOG_FILE}`);
    return answered ? 0 : 1;
  } finally {
    await bot.stop();
    await slack.close();
  }
}

function say(line: string): void {
  process.stderr.write(`try: ${line}\n`);
}

/** The terminal is for the answer. */
function fileLog() {
  return pino(
    { level: 'debug', base: null, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ dest: openSync(LOG_FILE, 'w'), sync: true }),
  );
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
