import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanLine, cleanText, escapeMrkdwn, shorten, shortenBytes, utf8Bytes } from './escape.ts';

test('what would steer a terminal or reorder text is shown as a replacement character', () => {
  expect(cleanText('a\u001b[2Jb\u202Ec\u200Bd\u009be\u2028f\uFEFFg')).toBe('a\uFFFD[2Jb\uFFFDc\uFFFDd\uFFFDe\uFFFDf\uFFFDg');
  expect(cleanText('half \uD83D')).toBe('half \uFFFD');
  expect(cleanText('a\r\nb\rc\td')).toBe('a\nb\nc\td');
  expect(cleanLine('a\r\nb\tc')).toBe('a b c');
  expect(cleanText('Zürich, 東京, 💥')).toBe('Zürich, 東京, 💥');
});

test('mentions, links and entities are inert in fields that Slack parses', () => {
  expect(escapeMrkdwn('<!channel> & &lt;')).toBe('&lt;!channel&gt; &amp; &amp;lt;');
});

test('shortening says how much is missing', () => {
  expect(shorten('x'.repeat(10_000), 30)).toBe(`${'x'.repeat(9)}… [+9991 characters]`);
  expect(shorten('💥'.repeat(20), 20)).toBe('💥'.repeat(20));
});

test('any text is cut within its limit, and only whole characters and entities are kept', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.string({ unit: fc.constantFrom('&', '<', '💥', 'ü'), maxLength: 300 }),
  );
  fc.assert(
    fc.property(text, fc.integer({ min: 30, max: 200 }), (raw, max) => {
      const bytes = shortenBytes(escapeMrkdwn(cleanText(raw)), max);
      expect(utf8Bytes(bytes)).toBeLessThanOrEqual(max);
      expect(bytes.replace(/&(amp|lt|gt);/g, '')).not.toMatch(/[&<>]/);
      expect(Buffer.byteLength(cleanText(raw))).toBe(utf8Bytes(cleanText(raw)));
      const points = shorten(cleanText(raw), max);
      expect(Array.from(points).length).toBeLessThanOrEqual(max);
      expect(points.isWellFormed()).toBe(true);
    }),
  );
});
