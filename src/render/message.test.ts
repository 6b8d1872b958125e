import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Diagnosis } from '../model/diagnosis.ts';
import { gzipUnderLogrotate, healthy, hostileTexts, longest, rawOutput, request } from './fixtures/diagnoses.ts';
import { messageProblems, type SlackMessage } from './limits.ts';
import { answerMessage, endedMessage, progressMessage, refusedMessage, threadMessages, unreachableMessage } from './message.ts';
import { rawFile } from './raw-file.ts';
import { renderText } from './text.ts';

function allMessages(diagnosis: Diagnosis): readonly SlackMessage[] {
  const asked = { ...request, host: diagnosis.host };
  return [answerMessage(asked, diagnosis, 'cut'), ...threadMessages(diagnosis)];
}
function expectSound(messages: readonly SlackMessage[]): void {
  expect(messages.flatMap(messageProblems)).toEqual([]);
}

test('story 1: root and thread are as the golden file shows', async () => {
  const payload = JSON.stringify([answerMessage(request, gzipUnderLogrotate, 'complete'), ...threadMessages(gzipUnderLogrotate)], null, 2);
  await expect(`${payload}\n`).toMatchFileSnapshot('fixtures/gzip-under-logrotate.message.json');
  expectSound(allMessages(gzipUnderLogrotate));
});

test('story 1: a terminal shows the same words', async () => {
  await expect(renderText(gzipUnderLogrotate)).toMatchFileSnapshot('fixtures/gzip-under-logrotate.message.txt');
});

test('colour adds nothing but bold', () => {
  const coloured = renderText(gzipUnderLogrotate, { color: true });
  expect(coloured).toContain('\u001b[1m');
  expect(coloured.replace(/\u001b\[[01]m/g, '').replace(/ +\n/g, '\n')).toBe(renderText(gzipUnderLogrotate));
});

test('the root has the verdict first and at most six lines', () => {
  for (const diagnosis of [gzipUnderLogrotate, healthy, longest('x'.repeat(10_000))]) {
    const { text } = answerMessage(request, diagnosis, 'cut');
    expect(text.split('\n').length).toBeLessThanOrEqual(6);
    expect(text).toContain(diagnosis.headline.slice(0, 100));
  }
  expect(answerMessage(request, healthy, 'complete').text).toContain('Now: nothing to do about these');
});

test('a hostile name mentions nobody, formats nothing and hides nothing', () => {
  for (const name of hostileTexts) {
    const messages = allMessages(longest(name));
    expectSound(messages);
    const blocks = JSON.stringify(messages.map((message) => message.blocks));
    expect(blocks).not.toMatch(/"type":"(mrkdwn|broadcast|link|channel|usergroup)"/);
    for (const { text } of messages) {
      expect(text).not.toMatch(/<[!@#h]/);
      expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069]/);
    }
    expect(renderText(longest(name))).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
  }
});

test('the longest diagnosis says what it leaves out', () => {
  const messages = threadMessages(longest('long '.repeat(2_000)));
  expectSound(messages);
  const all = JSON.stringify(messages);
  expect(all).toMatch(/more messages of this part are left out/);
  expect(all).toMatch(/\[\+\d+ characters\]/);
  expect(new Set(messages.map((message) => message.slot)).size).toBe(messages.length);
});

/** Words of closed vocabularies: the types hold these. */
const CLOSED = new Set(['version', 'kind', 'unit', 'op', 'cause', 'severity', 'confidence', 'basis', 'risk']);

/** Any value in place of any other of its kind, at any depth. */
function mutated<T>(value: T, change: () => number): T {
  const roll = change();
  if (typeof value === 'string') return (roll < 30 ? (hostileTexts[roll % hostileTexts.length] ?? value) : value) as T;
  if (typeof value === 'number')
    return (roll < 30 ? ([Number.NaN, -1, 0, 1e308, 0.1, Number.POSITIVE_INFINITY][roll % 6] ?? 0) : value) as T;
  if (value instanceof Date) return (roll < 30 ? new Date(Number.NaN) : value) as T;
  if (Array.isArray(value)) {
    const items = value.map((item) => mutated(item, change));
    const first = value[0];
    if (roll < 15) return [...items, ...items, ...items].slice(0, 200) as T;
    return (roll < 25 && typeof first === 'object' ? items.slice(0, 1) : items) as T;
  }
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, CLOSED.has(key) ? item : mutated(item, change)])) as T;
  return value;
}

test('2,000 mutations of diagnoses: never beyond a limit, never a throw', { timeout: 120_000 }, () => {
  const start = fc.oneof(
    { weight: 60, arbitrary: fc.constantFrom(gzipUnderLogrotate, healthy) },
    { weight: 1, arbitrary: fc.constant(longest('name '.repeat(20))) },
  );
  fc.assert(
    fc.property(start, fc.integer({ min: 1, max: 2 ** 31 - 1 }), (original, seed) => {
      let state = seed;
      const change = () => {
        state = (state * 48_271) % 2_147_483_647;
        return state % 100;
      };
      const diagnosis = mutated(original, change);
      expectSound(allMessages(diagnosis));
      renderText(diagnosis, { color: true });
    }),
    { numRuns: 2_000 },
  );
});

test('the other roots are sound and say what to do', () => {
  const progress = progressMessage(request, { kind: 'sampling', elapsedSeconds: 3.4, windowSeconds: 5 });
  const unreachable = unreachableMessage(request, { kind: 'refused', message: 'host-42: connection refused on port 22; start sshd' });
  expectSound([progress, unreachable, endedMessage(request, 'the bot stopped'), refusedMessage(['51 blocks, 50 are allowed'])]);
  expect(progress.text).toContain('sampling 3 of 5 s');
  expect(unreachable.text).toContain('connection refused on port 22; start sshd');
  expect(JSON.stringify(unreachable.blocks)).toContain('Run again');
});

test('a host name that no button can carry costs the buttons, not the message', () => {
  const message = answerMessage({ ...request, host: 'h'.repeat(5_000) }, gzipUnderLogrotate, 'complete');
  expectSound([message]);
  expect(message.blocks.some((block) => block.type === 'actions')).toBe(false);
});

test('raw outputs stay as they came, and steer no terminal', () => {
  const file = rawFile([rawOutput('iostat', 'Device r/s\nnvme1n1 480.0\n'), rawOutput('evil', '\u001b[2J<!channel>')]);
  expect(file).toContain('Device r/s\nnvme1n1 480.0\n');
  expect(file).toContain('\uFFFD[2J<!channel>');
  expect(rawFile(Array.from({ length: 20 }, () => rawOutput('big', 'x'.repeat(2_000_000))))).toContain('more outputs are left out');
});
