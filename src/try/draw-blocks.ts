import type { ActionsBlockElement, KnownBlock, RichTextBlock, RichTextElement, RichTextSection, TextObject } from '@slack/types';
import type { Drawn, DrawnButton, Reader, Run, Runs } from './drawing.ts';
import { readMrkdwn, safeHref } from './mrkdwn.ts';
import { formatDate } from './slack-date.ts';

/**
 * Blocks as Slack shows them. Drawn here and not by a package: the one for React reads mrkdwn inside raw_text cells and
 * loses which button was pressed. A kind that the bot does not send is named in its place, so that nobody misses it.
 */
export function drawBlocks(blocks: readonly KnownBlock[], reader: Reader): readonly Drawn[] {
  return blocks.flatMap((block, index) => drawBlock(block, index, reader));
}

function drawBlock(block: KnownBlock, index: number, reader: Reader): readonly Drawn[] {
  switch (block.type) {
    case 'header':
      return [{ kind: 'heading', runs: readText(block.text, reader) }];
    case 'section':
      return [block.text, ...(block.fields ?? [])].flatMap((text) =>
        text === undefined ? [] : [{ kind: 'text' as const, muted: false, runs: readText(text, reader) }],
      );
    case 'context':
      return [{ kind: 'text', muted: true, runs: block.elements.flatMap((element) => readContextElement(element, reader)) }];
    case 'divider':
      return [{ kind: 'rule' }];
    case 'rich_text':
      return block.elements.map((element) => drawRichText(element, reader));
    case 'table':
      return [{ kind: 'table', rows: block.rows.map((row) => row.map((cell) => readCell(cell, reader))) }];
    case 'actions':
      return [{ kind: 'buttons', buttons: block.elements.flatMap((element, at) => readButton(element, index, at)) }];
    default:
      return [{ kind: 'text', muted: true, runs: [{ text: `(a block of type ${block.type} is not drawn here)` }] }];
  }
}

function readText(text: TextObject, reader: Reader): Runs {
  return text.type === 'mrkdwn' ? readMrkdwn(text.text, reader) : [{ text: text.text }];
}

function readContextElement(element: TextObject | { readonly type: 'image'; readonly alt_text: string }, reader: Reader): Runs {
  const runs = element.type === 'image' ? [{ text: `[${element.alt_text}]` }] : readText(element, reader);
  return [...runs, { text: '  ' }];
}

function drawRichText(element: RichTextBlock['elements'][number], reader: Reader): Drawn {
  switch (element.type) {
    case 'rich_text_section':
      return { kind: 'text', muted: false, runs: readSection(element, reader) };
    case 'rich_text_quote':
      return { kind: 'quote', runs: element.elements.map((part) => readRichElement(part, reader)) };
    case 'rich_text_preformatted':
      return { kind: 'code', text: element.elements.map((part) => part.text ?? ('url' in part ? part.url : '')).join('') };
    case 'rich_text_list':
      return {
        kind: 'list',
        ordered: element.style === 'ordered',
        indent: element.indent ?? 0,
        items: element.elements.map((item) => readSection(item, reader)),
      };
  }
}

function readSection(section: RichTextSection, reader: Reader): Runs {
  return section.elements.map((element) => readRichElement(element, reader));
}

function readRichElement(element: RichTextElement, reader: Reader): Run {
  return { ...element.style, ...readRichContent(element, reader) };
}

function readRichContent(element: RichTextElement, reader: Reader): Run {
  switch (element.type) {
    case 'text':
      return { text: element.text };
    case 'link': {
      const href = safeHref(element.url);
      return { text: element.text ?? element.url, ...(href === undefined ? {} : { href }) };
    }
    case 'user':
      return { text: `@${reader.nameOfUser(element.user_id)}`, mention: true };
    case 'channel':
      return { text: `#${reader.nameOfChannel(element.channel_id)}`, mention: true };
    case 'broadcast':
      return { text: `@${element.range}`, mention: true };
    case 'date':
      return { text: formatDate(new Date(element.timestamp * 1000), element.format, reader) };
    case 'emoji':
      return { text: element.unicode === undefined ? `:${element.name}:` : fromCodePoints(element.unicode) };
    default:
      return { text: `(${element.type})` };
  }
}

function fromCodePoints(hex: string): string {
  return String.fromCodePoint(...hex.split('-').map((point) => Number.parseInt(point, 16)));
}

type Cell = Extract<KnownBlock, { type: 'table' }>['rows'][number][number];

function readCell(cell: Cell, reader: Reader): Runs {
  if (cell.type === 'raw_text') return [{ text: cell.text }];
  if (cell.type === 'rich_text') return cell.elements.flatMap((element) => ('elements' in element ? readCellPart(element, reader) : []));
  return [{ text: String(cell.value) }];
}

function readCellPart(element: RichTextBlock['elements'][number], reader: Reader): Runs {
  const drawn = drawRichText(element, reader);
  return drawn.kind === 'text' ? drawn.runs : [];
}

function readButton(element: ActionsBlockElement, block: number, at: number): readonly DrawnButton[] {
  if (element.type !== 'button') return [{ label: `(${element.type})`, block, element: at }];
  return [
    {
      label: element.text.text,
      block,
      element: at,
      ...(element.accessibility_label === undefined ? {} : { spoken: element.accessibility_label }),
      ...(element.style === 'primary' || element.style === 'danger' ? { style: element.style } : {}),
      ...(element.url === undefined ? {} : { href: element.url }),
    },
  ];
}
