import type { KnownBlock } from '@slack/types';
import { utf8Bytes } from './escape.ts';

/** A message as it goes to Slack: `text` is what notifications and screen readers use, and all that chat.update counts in bytes. */
export interface SlackMessage {
  readonly blocks: KnownBlock[];
  readonly text: string;
}

/** Slack documents some of these and enforces others unsaid; where it says nothing, what was seen to be refused, less a margin. */
export const LIMITS = {
  blocks: 50,
  /** Refused at about 11,300 to 13,300 characters of text, depending on the blocks. */
  jsonChars: 10_000,
  /** chat.update refuses 4,000 bytes. */
  fallbackBytes: 3_000,
  blockId: 255,
  sectionText: 3_000,
  sectionFields: 10,
  sectionField: 2_000,
  headerText: 150,
  contextElements: 10,
  actions: 25,
  buttonText: 75,
  buttonValue: 2_000,
  buttonUrl: 3_000,
  buttonLabel: 75,
  tables: 1,
  tableRows: 100,
  tableCells: 20,
  tableChars: 10_000,
} as const;

/** What Slack would refuse of this message, each in one line; nothing where it is sound. */
export function messageProblems(message: SlackMessage): readonly string[] {
  const ids = message.blocks.flatMap((block) => block.block_id ?? []);
  return [
    ...most('blocks', message.blocks.length, LIMITS.blocks),
    ...(message.blocks.length === 0 ? ['no block'] : []),
    ...most('characters of JSON', JSON.stringify(message.blocks).length, LIMITS.jsonChars),
    ...(message.text.trim() === '' ? ['the fallback text is empty'] : []),
    ...most('bytes of fallback text', utf8Bytes(message.text), LIMITS.fallbackBytes),
    ...most('tables', message.blocks.filter((block) => block.type === 'table').length, LIMITS.tables),
    ...(new Set(ids).size === ids.length ? [] : ['a block_id is used twice']),
    ...message.blocks.flatMap((block, index) => blockProblems(block).map((problem) => `block ${index} (${block.type}): ${problem}`)),
  ];
}

function blockProblems(block: KnownBlock): readonly string[] {
  const id = block.block_id === undefined ? [] : within('block_id', block.block_id, LIMITS.blockId);
  switch (block.type) {
    case 'header':
      return [...id, ...within('text', block.text.text, LIMITS.headerText)];
    case 'section':
      return [
        ...id,
        ...(block.text ? within('text', block.text.text, LIMITS.sectionText) : []),
        ...(block.text || block.fields?.length ? [] : ['neither text nor fields']),
        ...most('fields', block.fields?.length ?? 0, LIMITS.sectionFields),
        ...(block.fields ?? []).flatMap((field) => within('field', field.text, LIMITS.sectionField)),
      ];
    case 'context':
      return [...id, ...some('elements', block.elements.length), ...most('elements', block.elements.length, LIMITS.contextElements)];
    case 'actions':
      return [...id, ...actionProblems(block)];
    case 'rich_text':
      return [...id, ...some('elements', block.elements.length), ...block.elements.flatMap(richTextProblems)];
    case 'table':
      return [...id, ...tableProblems(block)];
    case 'divider':
      return id;
    default:
      return ['not a block that this bot sends, so its limits are not known here'];
  }
}

function actionProblems(block: Extract<KnownBlock, { type: 'actions' }>): readonly string[] {
  const ids = block.elements.flatMap((element) => ('action_id' in element ? (element.action_id ?? []) : []));
  return [
    ...some('elements', block.elements.length),
    ...most('elements', block.elements.length, LIMITS.actions),
    ...(new Set(ids).size === ids.length ? [] : ['an action_id is used twice']),
    ...block.elements.flatMap((element) => {
      if (element.type !== 'button') return [`${element.type} is not an element that this bot sends`];
      return [
        ...within('button text', element.text.text, LIMITS.buttonText),
        ...(element.value === undefined ? [] : within('button value', element.value, LIMITS.buttonValue)),
        ...(element.url === undefined ? [] : within('button url', element.url, LIMITS.buttonUrl)),
        ...(element.action_id === undefined ? [] : within('action_id', element.action_id, LIMITS.blockId)),
        ...(element.accessibility_label === undefined
          ? []
          : within('accessibility_label', element.accessibility_label, LIMITS.buttonLabel)),
      ];
    }),
  ];
}

type RichTextElement = Extract<KnownBlock, { type: 'rich_text' }>['elements'][number];

function richTextProblems(element: RichTextElement): readonly string[] {
  if (element.type === 'rich_text_list')
    return [...some('list items', element.elements.length), ...element.elements.flatMap(richTextProblems)];
  return [
    ...some(`elements of ${element.type}`, element.elements.length),
    ...element.elements.flatMap((piece) => (piece.type === 'text' && piece.text === '' ? ['an empty text element'] : [])),
  ];
}

function tableProblems(block: Extract<KnownBlock, { type: 'table' }>): readonly string[] {
  const cells = block.rows.flat();
  const texts = cells.flatMap((cell) => (cell.type === 'raw_text' ? [cell.text] : []));
  return [
    ...some('rows', block.rows.length),
    ...most('rows', block.rows.length, LIMITS.tableRows),
    ...block.rows.flatMap((row) => [...some('cells', row.length), ...most('cells', row.length, LIMITS.tableCells)]),
    ...(new Set(block.rows.map((row) => row.length)).size > 1 ? ['rows of different length'] : []),
    ...(texts.length === cells.length ? [] : ['a cell that is not raw_text, which is not an element that this bot sends']),
    ...(texts.includes('') ? ['an empty cell'] : []),
    ...most('characters in cells', texts.join('').length, LIMITS.tableChars),
  ];
}

function most(what: string, count: number, limit: number): readonly string[] {
  return count <= limit ? [] : [`${count} ${what}, ${limit} are allowed`];
}
function some(what: string, count: number): readonly string[] {
  return count > 0 ? [] : [`no ${what}`];
}
/** Slack refuses empty text objects as it refuses long ones. */
function within(what: string, text: string, limit: number): readonly string[] {
  return text === '' ? [`${what} is empty`] : most(`characters of ${what}`, text.length, limit);
}
