import { drawBlocks } from './draw-blocks.ts';
import type { Drawn, Reader } from './drawing.ts';
import type { Ephemeral } from './ephemerals.ts';
import type { Message, SlackFile } from './local-slack.ts';
import { readMrkdwn } from './mrkdwn.ts';

/** A message or an ephemeral answer, ready to be drawn in either form. */
export interface Shown {
  readonly ts: string;
  readonly author: string;
  /** For the asker's eyes only. */
  readonly onlyYou: boolean;
  readonly drawn: readonly Drawn[];
  readonly files: readonly SlackFile[];
  readonly replyCount: number;
}

export function showMessage(message: Message, reader: Reader): Shown {
  return {
    ts: message.ts,
    author: reader.nameOfUser(message.user),
    onlyYou: false,
    drawn: draw(message, reader),
    files: message.files ?? [],
    replyCount: message.reply_count ?? 0,
  };
}

export function showEphemeral(answer: Ephemeral, reader: Reader, author: string): Shown {
  return { ts: answer.ts, author, onlyYou: true, drawn: draw(answer, reader), files: [], replyCount: 0 };
}

/** Blocks where there are some, else the text: as Slack does it. */
function draw(message: Pick<Message, 'text' | 'blocks'>, reader: Reader): readonly Drawn[] {
  if (message.blocks !== undefined && message.blocks.length > 0) return drawBlocks(message.blocks, reader);
  return message.text === '' ? [] : [{ kind: 'text', muted: false, runs: readMrkdwn(message.text, reader) }];
}

export function inOrder(shown: readonly Shown[]): readonly Shown[] {
  return shown.toSorted((a, b) => (a.ts < b.ts ? -1 : 1));
}

const KIB = 1024;

/** A file's size as Slack words it: '812 B', '41 kB'. */
export function sizeText(bytes: number): string {
  if (bytes < KIB) return `${bytes} B`;
  return bytes < KIB * KIB ? `${Math.round(bytes / KIB)} kB` : `${(bytes / KIB / KIB).toFixed(1)} MB`;
}
