import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { quoted } from './quote.ts';

// Any text but NUL, which no word can hold, and unpaired surrogates, which no byte sequence is.
const word = fc.string({ unit: 'grapheme', maxLength: 30 }).filter((text) => !text.includes('\0'));
const nasty = fc.constantFrom("'", '"', '\\', '$(id)', '`id`', '\n', '*', '~', '-n', '', ' ', '!', '#', '%s', "'\\''");
const words = fc.array(
  fc.oneof(
    word,
    nasty,
    fc.tuple(nasty, nasty).map(([a, b]) => a + b),
  ),
  { minLength: 1, maxLength: 40 },
);

test.each([[['sh']], [['dash']], [['bash']], [['busybox', 'sh']]])('%s reads every word back as it was', ([shell = 'sh', ...before]) => {
  fc.assert(
    fc.property(words, (list) => {
      const line = `printf '%s\\0' ${list.map(quoted).join(' ')}`;
      const out = execFileSync(shell, [...before, '-c', line], { encoding: 'utf8' });
      expect(out.split('\0').slice(0, -1)).toEqual(list);
    }),
    { numRuns: 50 },
  );
});
