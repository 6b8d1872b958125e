import { setTimeout as pause } from 'node:timers/promises';
import type { TriedBot } from './bot.ts';
import { drawText } from './draw-text.ts';
import type { LocalSlack } from './local-slack.ts';
import { showMessage } from './message.ts';
import { readerOf } from './reader.ts';

// An answer is a root with its thread, or a few lines for the asker: it has come when something was said and nothing follows.
const QUIET_MS = 600;
const SILENT_MS = 20_000;
const LOOK_MS = 100;

/** Sends one slash command and waits for the whole answer; false where none came. `tell` gets each line of progress once. */
export async function runOnce(slack: LocalSlack, bot: TriedBot, line: string, tell: (progress: string) => void): Promise<boolean> {
  let lastChangeMs = performance.now();
  let told = '';
  const look = async () => {
    lastChangeMs = performance.now();
    const progress = await firstLine(slack);
    if (progress === '' || progress === told) return;
    told = progress;
    tell(progress);
  };
  slack.events.on('change', look);
  await slack.type(line);
  for (;;) {
    await pause(LOOK_MS);
    const quietMs = performance.now() - lastChangeMs;
    const busy = await bot.busy();
    const answered = slack.ephemerals().length > 0 || (await slack.roots()).length > 0;
    if (!busy && ((answered && quietMs > QUIET_MS) || quietMs > SILENT_MS)) {
      slack.events.off('change', look);
      return answered;
    }
  }
}

async function firstLine(slack: LocalSlack): Promise<string> {
  const root = (await slack.roots()).at(-1);
  if (root === undefined) return '';
  const lines = drawText(showMessage(root, readerOf(slack)).drawn, Number.POSITIVE_INFINITY);
  return lines[0] ?? '';
}
