import { drawText } from './draw-text.ts';
import type { Reader } from './drawing.ts';
import type { LocalSlack, Message } from './local-slack.ts';
import { type Shown, showEphemeral, showMessage, sizeText } from './message.ts';
import { readerOf } from './reader.ts';
import { formatDate } from './slack-date.ts';

/** All that the person sees in the channel, as text: each root with its whole thread, and what only they were told. */
export async function transcript(slack: LocalSlack, widthColumns: number): Promise<string> {
  const reader = readerOf(slack);
  const answers = slack
    .ephemerals()
    .map((answer) => messageText(showEphemeral(answer, reader, slack.workspace.bot.name), reader, widthColumns));
  const roots = await slack.roots();
  const threads = await Promise.all(roots.map(async (root) => threadText(await slack.thread(root.ts), reader, widthColumns)));
  return [...answers, ...threads].join('\n');
}

const INDENT = '  ';

function threadText(messages: readonly Message[], reader: Reader, width: number): string {
  const [root, ...replies] = messages.map((message) => showMessage(message, reader));
  if (root === undefined) return '';
  const texts = replies.map((reply) => indented(messageText(reply, reader, width - INDENT.length)));
  return [messageText(root, reader, width), ...texts].join('\n');
}

function messageText(shown: Shown, reader: Reader, width: number): string {
  const at = formatDate(new Date(Number.parseFloat(shown.ts) * 1000), '{time_secs}', reader);
  const head = `${shown.author}  ${at}${shown.onlyYou ? '  (only visible to you)' : ''}`;
  const files = shown.files.map((file) => `[file ${file.name}, ${sizeText(file.size)}]`);
  return [head, ...drawText(shown.drawn, width), ...files, ''].join('\n');
}

function indented(text: string): string {
  return text
    .split('\n')
    .map((line) => (line === '' ? '' : INDENT + line))
    .join('\n');
}
