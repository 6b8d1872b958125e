import { createHash } from 'node:crypto';
import { drawHtml } from './draw-html.ts';
import type { Reader } from './drawing.ts';
import { type Html, html, nothing } from './html.ts';
import type { SlackFile } from './local-slack.ts';
import { type Shown, sizeText } from './message.ts';
import { formatDate } from './slack-date.ts';

/** A message as the page's script swaps it in: only where its version changed. */
export interface PageMessage {
  readonly ts: string;
  readonly version: string;
  readonly html: string;
}

/** `inThread`: within the thread's panel a message shows no way into its thread. */
export function pageMessage(shown: Shown, reader: Reader, inThread: boolean): PageMessage {
  const { markup } = article(shown, reader, inThread);
  return { ts: shown.ts, version: createHash('sha256').update(markup).digest('hex').slice(0, 16), html: markup };
}

function article(shown: Shown, reader: Reader, inThread: boolean): Html {
  const at = new Date(Number.parseFloat(shown.ts) * 1000);
  return html`<header><span class="author">${shown.author}</span> <span class="badge">App</span>
<time datetime="${at.toISOString()}">${formatDate(at, '{time}', reader)}</time>${shown.onlyYou ? html` <span class="only-you">Only visible to you</span>` : nothing}</header>
<div class="body">${drawHtml(shown.drawn, shown.ts)}${shown.files.map(fileHtml)}</div>${inThread ? nothing : repliesHtml(shown)}`;
}

function fileHtml(file: SlackFile): Html {
  return html`<a class="file" href="/file/${file.id}" target="_blank" rel="noreferrer"><span>${file.name}</span> <small>${sizeText(file.size)}</small></a>`;
}

function repliesHtml(shown: Shown): Html {
  if (shown.replyCount === 0) return nothing;
  const words = shown.replyCount === 1 ? '1 reply' : `${shown.replyCount} replies`;
  return html`<button type="button" class="replies" data-thread="${shown.ts}">${words}</button>`;
}
