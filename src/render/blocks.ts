import type { KnownBlock, RichTextBlockElement, RichTextElement, TableBlock } from '@slack/types';
import type { Inline, Line, Part } from './doc.ts';
import { LIMITS } from './limits.ts';
import { dateElement, utcText } from './time.ts';

/** One block's share of a message. */
const BLOCK_CHARS = 2_500;
/** JSON around the blocks, and the heading of a continuation. */
const MESSAGE_CHARS = LIMITS.jsonChars - 600;
/** Cells share 10,000 characters of JSON with their own braces and the message's other blocks. */
const TABLE_JSON_CHARS = 6_500;

type TablePart = Extract<Part, { kind: 'table' }>;

/**
 * Parts as blocks, each small enough to be packed freely.
 * rich_text and raw_text only, where words of a host stand: Slack parses neither, so nothing in them mentions or formats.
 */
export function blocksOf(parts: readonly Part[]): readonly KnownBlock[] {
  const blocks: KnownBlock[] = [];
  let open: RichTextBlockElement[] = [];
  let openChars = 0;
  const close = () => {
    if (open.length > 0) blocks.push({ type: 'rich_text', elements: open });
    open = [];
    openChars = 0;
  };
  for (const part of parts) {
    if (part.kind === 'heading' || part.kind === 'table') {
      close();
      blocks.push(...(part.kind === 'heading' ? [headerBlock(part.text)] : tableBlocks(part)));
      continue;
    }
    for (const element of elementsOf(part)) {
      const chars = JSON.stringify(element).length;
      if (openChars + chars > BLOCK_CHARS) close();
      open = joinSections(open, element);
      openChars += chars;
    }
  }
  close();
  return blocks;
}

/** Blocks in as few messages as their limits allow. A second table begins a new message. */
export function packed(blocks: readonly KnownBlock[]): readonly (readonly KnownBlock[])[] {
  const messages: KnownBlock[][] = [];
  let current: KnownBlock[] = [];
  let currentChars = 0;
  for (const block of blocks) {
    const chars = JSON.stringify(block).length + 1;
    const full =
      current.length >= LIMITS.blocks - 2 ||
      currentChars + chars > MESSAGE_CHARS ||
      (block.type === 'table' && current.some((other) => other.type === 'table'));
    if (full && current.length > 0) {
      messages.push(current);
      current = [];
      currentChars = 0;
    }
    current.push(block);
    currentChars += chars;
  }
  return current.length > 0 ? [...messages, current] : messages;
}

export function headerBlock(text: string): KnownBlock {
  return { type: 'header', text: { type: 'plain_text', text: text === '' ? ' ' : text, emoji: false } };
}

/** Lines that follow each other are one section with newlines: clients differ in what they put between sections. */
function joinSections(open: readonly RichTextBlockElement[], next: RichTextBlockElement): RichTextBlockElement[] {
  const last = open.at(-1);
  if (last?.type !== 'rich_text_section' || next.type !== 'rich_text_section') return [...open, next];
  return [
    ...open.slice(0, -1),
    { type: 'rich_text_section', elements: [...last.elements, { type: 'text', text: '\n' }, ...next.elements] },
  ];
}

function elementsOf(part: Exclude<Part, { kind: 'heading' | 'table' }>): readonly RichTextBlockElement[] {
  switch (part.kind) {
    case 'line':
      return [{ type: 'rich_text_section', elements: inlineElements(part.line) }];
    case 'bullets':
      return part.items.map((item) => ({
        type: 'rich_text_list',
        style: 'bullet',
        elements: [{ type: 'rich_text_section', elements: inlineElements(item) }],
      }));
    case 'code':
      return codePieces(part.text).map((text) => ({ type: 'rich_text_preformatted', elements: [{ type: 'text', text }] }));
  }
}

function inlineElements(line: Line): RichTextElement[] {
  const elements = line.flatMap(inlineElement).reduce<RichTextElement[]>(joinTexts, []);
  return elements.length > 0 ? elements : [{ type: 'text', text: ' ' }];
}

/** Fewer elements for the same words: each costs thirty characters of a message's limit. */
function joinTexts(before: RichTextElement[], next: RichTextElement): RichTextElement[] {
  const last = before.at(-1);
  if (last?.type !== 'text' || next.type !== 'text' || last.style || next.style) return [...before, next];
  return [...before.slice(0, -1), { type: 'text', text: last.text + next.text }];
}

function inlineElement(inline: Inline): readonly RichTextElement[] {
  switch (inline.kind) {
    case 'user':
      return [{ type: 'user', user_id: inline.id }];
    case 'time': {
      const date = dateElement(inline.at);
      const utc: RichTextElement = { type: 'text', text: date ? ` (${utcText(inline.at)})` : utcText(inline.at) };
      return date ? [date, utc] : [utc];
    }
    case 'text': {
      if (inline.text === '') return [];
      const style = inline.style === 'plain' ? {} : { style: { [inline.style]: true } };
      return [{ type: 'text', text: inline.text, ...style }];
    }
  }
}

/** A long command or rule in several blocks, cut at line ends where there are any. */
function codePieces(text: string): readonly string[] {
  const pieces: string[] = [];
  let rest = text === '' ? ' ' : text;
  // Half of the share: a quote or a backslash is two characters of JSON.
  const max = BLOCK_CHARS / 2 - 100;
  while (rest.length > max) {
    const lineEnd = rest.lastIndexOf('\n', max);
    let cut = lineEnd > 0 ? lineEnd : max;
    if (lineEnd <= 0 && /[\uD800-\uDBFF]/.test(rest.charAt(cut - 1))) cut -= 1;
    pieces.push(rest.slice(0, cut));
    rest = rest.slice(lineEnd > 0 ? cut + 1 : cut);
  }
  return [...pieces, rest === '' ? ' ' : rest];
}

/** A long table in several, each with the head: one message holds one. */
function tableBlocks({ head, rows }: TablePart): readonly TableBlock[] {
  const blocks: TableBlock[] = [];
  let current: (readonly string[])[] = [];
  for (const row of rows) {
    const next = [...current, row];
    if (current.length > 0 && (next.length >= LIMITS.tableRows || JSON.stringify(tableBlock(head, next)).length > TABLE_JSON_CHARS)) {
      blocks.push(tableBlock(head, current));
      current = [row];
    } else current = next;
  }
  return current.length > 0 ? [...blocks, tableBlock(head, current)] : blocks;
}

function tableBlock(head: readonly string[], rows: readonly (readonly string[])[]): TableBlock {
  return {
    type: 'table',
    column_settings: head.map(() => ({ is_wrapped: true })),
    // Slack refuses an empty cell.
    rows: [head, ...rows].map((row) => row.map((text) => ({ type: 'raw_text', text: text === '' ? ' ' : text }))),
  };
}
