import type { KnownBlock } from '@slack/types';
import { describe, expect, test } from 'vitest';
import { gzipUnderLogrotate, hostileTexts, longest, request } from '../render/fixtures/diagnoses.ts';
import { answerMessage, threadMessages } from '../render/message.ts';
import { drawBlocks } from './draw-blocks.ts';
import { drawHtml } from './draw-html.ts';
import { drawText } from './draw-text.ts';
import { plainText, type Reader } from './drawing.ts';
import { readMrkdwn } from './mrkdwn.ts';

const reader: Reader = {
  nameOfUser: (id) => (id === 'U1' ? 'robin' : id),
  nameOfChannel: (id) => id,
  timeZone: 'Europe/Berlin',
  now: () => new Date('2026-03-03T12:00:00Z'),
};
const markup = (blocks: readonly KnownBlock[]): string => drawHtml(drawBlocks(blocks, reader), '1.2').markup;
const lines = (blocks: readonly KnownBlock[], width = 80): readonly string[] => drawText(drawBlocks(blocks, reader), width);

describe('mrkdwn', () => {
  const read = (text: string) => readMrkdwn(text, reader);

  test('styles, code and entities as Slack reads them', () => {
    expect(read('*a* _b_ ~c~ `d*e*` &lt;f&gt; &amp;lt;')).toEqual([
      { bold: true, text: 'a' },
      { text: ' ' },
      { italic: true, text: 'b' },
      { text: ' ' },
      { strike: true, text: 'c' },
      { text: ' ' },
      { code: true, text: 'd*e*' },
      { text: ' <f> &lt;' },
    ]);
  });

  test('marks inside words are letters', () => {
    expect(read('snake_case_name 2*3*4')).toEqual([{ text: 'snake_case_name 2*3*4' }]);
  });

  test('what would notify somebody is marked, what is escaped is text', () => {
    expect(read('<!channel>')).toEqual([{ text: '@channel', mention: true }]);
    expect(read('<@U1>')).toEqual([{ text: '@robin', mention: true }]);
    expect(read('&lt;!channel&gt;')).toEqual([{ text: '<!channel>' }]);
  });

  test('dates in the zone of the reader, the fallback where the token is broken', () => {
    expect(plainText(read('<!date^1772493007^{date_short_pretty} at {time_secs}|x>'))).toBe('today at 00:10:07');
    expect(plainText(read('<!date^1772493007^{date_num}|x>'))).toBe('2026-03-03');
    expect(plainText(read('<!date^never^{time}|2026-03-02 23:10 UTC>'))).toBe('2026-03-02 23:10 UTC');
  });

  test('only links to the web and to mail can be followed', () => {
    expect(read('<https://example.com/a?b=1&amp;c=2|docs>')).toEqual([{ text: 'docs', href: 'https://example.com/a?b=1&c=2' }]);
    expect(read('<javascript:alert(1)|docs>')).toEqual([{ text: 'docs' }]);
  });
});

describe('the bot answer of story 1', () => {
  const messages = [answerMessage(request, gzipUnderLogrotate, 'complete'), ...threadMessages(gzipUnderLogrotate)];
  const text = messages.flatMap(({ blocks }) => lines(blocks)).join('\n');

  test('each kind of block it uses is drawn', () => {
    expect(text).not.toContain('not drawn here');
    expect(text).toContain('[Run again] [Run for 30 s]');
    expect(text).toMatch(/^Figure +Value +Limit +Command$/m);
  });

  test('text and page show the same words', () => {
    const ofPage = messages
      .map(({ blocks }) => markup(blocks))
      .join('')
      .replace(/<[^>]*>/g, ' ');
    for (const word of ['18822', 'logrotate.service', 'Run for 30 s', 'r_await']) {
      expect(text).toContain(word);
      expect(ofPage).toContain(word);
    }
  });

  test('a narrow terminal wraps tables instead of overflowing', () => {
    const narrow = messages.flatMap(({ blocks }) => lines(blocks, 50)).filter((line) => !line.startsWith('    '));
    expect(Math.max(...narrow.map((line) => line.length))).toBeLessThanOrEqual(50);
  });
});

test('raw_text is text: no mark in it means anything', () => {
  const table: KnownBlock = { type: 'table', rows: [[{ type: 'raw_text', text: '*a* <!here> `b`' }]] };
  expect(markup([table])).toContain('<th scope="col">*a* &lt;!here&gt; `b`</th>');
});

test('a hostile name breaks out of nothing, in either drawing', () => {
  const names = [...hostileTexts, '<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', '\u001b[31mred\u0007', '\u202egnp.exe'];
  for (const name of names) {
    const messages = [answerMessage({ ...request, host: name }, longest(name), 'cut'), ...threadMessages(longest(name))];
    for (const { blocks } of messages) {
      const tags = new Set([...markup(blocks).matchAll(/<\/?([a-z0-9]+)/g)].map((match) => match[1]));
      expect([...tags].filter((tag) => tag === 'script' || tag === 'img' || tag === 'iframe')).toEqual([]);
      expect(markup(blocks)).not.toMatch(/ on\w+="|href="(?!https?:|mailto:)/);
      expect(lines(blocks).join('')).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
    }
  }
});
