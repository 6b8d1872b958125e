/** Numbers in [0, 1) that the same seed gives again (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** No output that a person pastes grows beyond this; what is longer is a question for test/hostile.test.ts. */
const MAX_CHARS = 400_000;

/** One to four random changes, of what goes wrong between a host and a paste, and of what an attacker would try. */
export function mutate(text: string, seed: number): string {
  const random = randomFrom(seed);
  let changed = text;
  for (let left = 1 + Math.floor(random() * 4); left > 0; left--) {
    const change = pick(CHANGES, random) ?? ((same: string) => same);
    changed = change(changed, random).slice(0, MAX_CHARS);
  }
  return changed;
}

type Change = (text: string, random: () => number) => string;

const WORDS = [
  '-1',
  '0',
  '99999999999999999999999',
  '1e308',
  'NaN',
  'Infinity',
  '',
  '%',
  '-',
  '1,5',
  '0x10',
  '<!channel>',
  '*_~`',
  '&amp;',
  '\u202e',
  '\u0000',
  '\ud800',
  '\u00e9'.repeat(500),
  ' '.repeat(3000),
  '__proto__',
  'constructor',
  '/dev/',
  '[',
  '(',
];

const CHANGES: readonly Change[] = [
  // Cut and torn.
  (text, random) => text.slice(0, place(text, random)),
  (text, random) => text.slice(place(text, random)),
  (text, random) => removed(text, place(text, random), Math.floor(random() * 200)),
  // Lines.
  (text, random) => onLines(text, (lines) => lines.toSpliced(at(lines, random), 1)),
  (text, random) => onLines(text, (lines) => lines.toSpliced(at(lines, random), 0, ...lines)),
  (text, random) => onLines(text, (lines) => lines.toSpliced(at(lines, random), 0, lines[at(lines, random)] ?? '')),
  (text, random) => onLines(text, (lines) => shuffled(lines, random)),
  (text) => text.replaceAll('\n', '\r\n'),
  (text) => text.replaceAll('\n', ' '),
  (text, random) => text.split(' ').join(random() < 0.5 ? '\t' : '\n'),
  // Words and figures.
  (text, random) => inserted(text, place(text, random), pick(WORDS, random) ?? ''),
  (text, random) => onWord(text, random, () => pick(WORDS, random) ?? ''),
  (text, random) => onWord(text, random, (word) => word.repeat(1 + Math.floor(random() * Math.min(2000, MAX_CHARS / word.length)))),
  (text, random) => onWord(text, random, () => String(Math.floor(random() * 10 ** Math.floor(random() * 20)))),
  (text, random) => text.replaceAll(/\d+/g, (digits) => (random() < 0.2 ? (pick(WORDS, random) ?? '') : digits)),
  (text) => text.replaceAll(/(\d)\.(\d)/g, '$1,$2'),
  // Characters.
  (text, random) => inserted(text, place(text, random), String.fromCharCode(Math.floor(random() * 0x10000))),
  (text, random) => removed(text, place(text, random), 1),
  (text, random) => text.toUpperCase().slice(0, place(text, random)) + text.slice(place(text, random)),
];

function place(text: string, random: () => number): number {
  return Math.floor(random() * (text.length + 1));
}
function at(lines: readonly string[], random: () => number): number {
  return Math.floor(random() * lines.length);
}
function pick<T>(items: readonly T[], random: () => number): T | undefined {
  return items[Math.floor(random() * items.length)];
}
function removed(text: string, from: number, count: number): string {
  return text.slice(0, from) + text.slice(from + count);
}
function inserted(text: string, from: number, piece: string): string {
  return text.slice(0, from) + piece + text.slice(from);
}
function onLines(text: string, change: (lines: readonly string[]) => readonly string[]): string {
  return change(text.split('\n')).join('\n');
}
function onWord(text: string, random: () => number, change: (word: string) => string): string {
  const words = [...text.matchAll(/\S+/g)];
  const word = pick(words, random);
  return word === undefined ? text : text.slice(0, word.index) + change(word[0]) + text.slice(word.index + word[0].length);
}
function shuffled(lines: readonly string[], random: () => number): readonly string[] {
  return lines
    .map((line) => [random(), line] as const)
    .sort(([a], [b]) => a - b)
    .map(([, line]) => line);
}
