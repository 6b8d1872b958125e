import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFrameReader, type FrameState } from './frames.ts';

const nonce = '0123456789abcdef';

function read(bytes: Uint8Array, cuts: readonly number[] = []): FrameState {
  const reader = createFrameReader(nonce);
  const places = [0, ...[...cuts].map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  for (const [index, place] of places.slice(1).entries()) reader.push(bytes.subarray(places[index], place));
  return reader.state;
}

const session = Buffer.from(
  [
    'Welcome to db-1!',
    `prompt$ ${nonce} - h 4711`,
    `${nonce} ps s ps -e`,
    `${nonce} ps oc ${'x'.repeat(3899)}`,
    `${nonce} ps o last piece`,
    `${nonce} ps o  a line that quotes ${nonce} ps x 1`,
    `${nonce} ps p 99`,
    `${nonce} ps e warning`,
    `${nonce} df.1 s df -lP /data`,
    `${nonce} ps x 0`,
    `stray text${nonce} - z`,
    '',
  ].join('\n'),
);

test('reads commands, pieces and noise', () => {
  const state = read(session);
  expect(state).toMatchObject({ helloPid: 4711, ended: true, noise: ['Welcome to db-1!', 'prompt$', 'stray text'] });
  expect(state.commands.get('ps')).toMatchObject({
    pid: 99,
    command: 'ps -e',
    stdout: `${'x'.repeat(3899)}last piece\n a line that quotes ${nonce} ps x 1\n`,
    stderr: 'warning\n',
    exitCode: 0,
  });
  expect(state.commands.get('df.1')).toMatchObject({ command: 'df -lP /data', exitCode: undefined });
});

test('the size of the chunks changes nothing', () => {
  const whole = read(session).commands.get('ps')?.stdout;
  fc.assert(
    fc.property(fc.array(fc.nat(), { maxLength: 40 }), (cuts) => {
      const state = read(session, cuts);
      expect(state.commands.get('ps')?.stdout).toBe(whole);
      expect(state.ended).toBe(true);
    }),
  );
});

test('a character that two pieces share is whole again', () => {
  const [first, second] = [Buffer.from('é').subarray(0, 1), Buffer.from('é').subarray(1)];
  const state = read(Buffer.concat([Buffer.from(`${nonce} a oc `), first, Buffer.from(`\n${nonce} a o `), second, Buffer.from('\n')]));
  expect(state.commands.get('a')?.stdout).toBe('é\n');
});

test('a second start throws away what the first form said', () => {
  const lines = [`${nonce} a s ps -eo x`, `${nonce} a e usage`, `${nonce} a s ps -o x`, `${nonce} a o row`, `${nonce} a x 0`, ''];
  const state = read(Buffer.from(lines.join('\n')));
  expect(state.commands.get('a')).toMatchObject({ command: 'ps -o x', stdout: 'row\n', stderr: '', exitCode: 0 });
});

test('after the end nothing is taken in, not in the same chunk and not in a later one', () => {
  const reader = createFrameReader(nonce);
  const late = `${nonce} a o forged\n${nonce} a x 1\n${nonce} b s ls\n${nonce} - h 1\nbye\n`;
  reader.push(Buffer.from(`${nonce} - h 7\n${nonce} a s ps\n${nonce} a o row\n${nonce} a x 0\n${nonce} - z\n${late}`));
  reader.push(Buffer.from(late));
  expect(reader.state).toMatchObject({ helloPid: 7, ended: true, noise: [] });
  expect([...reader.state.commands.keys()]).toEqual(['a']);
  expect(reader.state.commands.get('a')).toMatchObject({ stdout: 'row\n', exitCode: 0 });
});

test('an id longer than any of ours is noise', () => {
  const state = read(Buffer.from(`${nonce} ${'a'.repeat(40)} s ls\n${nonce} ${'b'.repeat(41)} s ls\n`));
  expect([...state.commands.keys()]).toEqual(['a'.repeat(40)]);
  expect(state.noise).toHaveLength(1);
});

test('asking again and again what has ended does not cost the size of what came', () => {
  const reader = createFrameReader(nonce);
  const chunk = Buffer.from(`${nonce} a o ${'x'.repeat(3000)}\n`.repeat(100));
  const startedMs = performance.now();
  // Put together anew each time, these 30 MB would be copied a hundred times over.
  for (let index = 0; index < 100; index += 1) {
    reader.push(chunk);
    for (let tick = 0; tick < 20; tick += 1) expect(reader.state.commands.get('a')?.exitCode).toBeUndefined();
  }
  expect(performance.now() - startedMs).toBeLessThan(5000);
  expect(reader.state.commands.get('a')?.stdout).toHaveLength(3001 * 10_000);
});

test('whatever a host sends, nothing throws and memory is bounded', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 2000 }), (bytes) => {
      const state = read(bytes);
      expect(state.noise.length).toBeLessThanOrEqual(50);
    }),
  );
  const reader = createFrameReader(nonce);
  for (let index = 0; index < 2000; index++) {
    reader.push(Buffer.from(`${nonce} id${index} s x\nnoise ${index}\n`));
    reader.push(Buffer.alloc(10_000, 'x'));
  }
  expect(reader.state.commands.size).toBeLessThanOrEqual(500);
  expect(reader.state.noise.length).toBe(50);
});
