import type { KnownBlock } from '@slack/types';
import { expect, test } from 'vitest';
import { messageProblems } from './limits.ts';

const divider: KnownBlock = { type: 'divider' };
const button = { type: 'button', text: { type: 'plain_text', text: 'Go' }, action_id: 'a' } as const;
function section(text: string): KnownBlock {
  return { type: 'section', text: { type: 'plain_text', text } };
}
function table(rows: readonly string[][]): KnownBlock {
  return { type: 'table', rows: rows.map((row) => row.map((text) => ({ type: 'raw_text', text }))) };
}

test('a sound message has no problem', () => {
  expect(
    messageProblems({ text: 'ok', blocks: [section('x'.repeat(3_000)), table([['a', 'b']]), { type: 'actions', elements: [button] }] }),
  ).toEqual([]);
});

test.each<[string, KnownBlock[], string]>([
  ['51 blocks', Array.from({ length: 51 }, () => divider), '51 blocks, 50 are allowed'],
  ['no block', [], 'no block'],
  ['a long section', [section('x'.repeat(3_001))], 'block 0 (section): 3001 characters of text, 3000 are allowed'],
  ['an empty section', [section('')], 'block 0 (section): text is empty'],
  ['too much text over all', Array.from({ length: 4 }, () => section('x'.repeat(2_900))), '11833 characters of JSON, 10000 are allowed'],
  [
    'a long header',
    [{ type: 'header', text: { type: 'plain_text', text: 'x'.repeat(151) } }],
    'block 0 (header): 151 characters of text, 150 are allowed',
  ],
  ['two tables', [table([['a']]), table([['a']])], '2 tables, 1 are allowed'],
  ['101 rows', [table(Array.from({ length: 101 }, () => ['a']))], 'block 0 (table): 101 rows, 100 are allowed'],
  ['21 cells', [table([Array.from({ length: 21 }, () => 'a')])], 'block 0 (table): 21 cells, 20 are allowed'],
  ['an empty cell', [table([['a', '']])], 'block 0 (table): an empty cell'],
  ['ragged rows', [table([['a', 'b'], ['a']])], 'block 0 (table): rows of different length'],
  [
    'a long button',
    [{ type: 'actions', elements: [{ ...button, text: { type: 'plain_text', text: 'x'.repeat(76) } }] }],
    'block 0 (actions): 76 characters of button text, 75 are allowed',
  ],
  [
    'a long value',
    [{ type: 'actions', elements: [{ ...button, value: 'x'.repeat(2_001) }] }],
    'block 0 (actions): 2001 characters of button value, 2000 are allowed',
  ],
  ['the same action twice', [{ type: 'actions', elements: [button, button] }], 'block 0 (actions): an action_id is used twice'],
  [
    '26 buttons',
    [{ type: 'actions', elements: Array.from({ length: 26 }, (_, index) => ({ ...button, action_id: `a${index}` })) }],
    'block 0 (actions): 26 elements, 25 are allowed',
  ],
  [
    '11 context elements',
    [{ type: 'context', elements: Array.from({ length: 11 }, () => ({ type: 'mrkdwn' as const, text: 'x' })) }],
    'block 0 (context): 11 elements, 10 are allowed',
  ],
  [
    'the same block_id twice',
    [
      { ...divider, block_id: 'x' },
      { ...divider, block_id: 'x' },
    ],
    'a block_id is used twice',
  ],
  [
    'an unknown block',
    [{ type: 'markdown', text: 'x' }],
    'block 0 (markdown): not a block that this bot sends, so its limits are not known here',
  ],
  [
    'an empty text',
    [{ type: 'rich_text', elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text: '' }] }] }],
    'block 0 (rich_text): an empty text element',
  ],
])('%s is refused', (_name, blocks, problem) => {
  expect(messageProblems({ text: 'ok', blocks })).toContain(problem);
});

test('the fallback text is there and short, counted in bytes', () => {
  expect(messageProblems({ text: ' ', blocks: [divider] })).toEqual(['the fallback text is empty']);
  expect(messageProblems({ text: 'ü'.repeat(1_501), blocks: [divider] })).toEqual(['3002 bytes of fallback text, 3000 are allowed']);
});
