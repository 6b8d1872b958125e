import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_BYTES, readTextFile } from './bounded-text.ts';
import { dispatch } from './dispatch.ts';

const cases = join(import.meta.dirname, '..', '..', 'test', 'cases');
let dir = '';
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'diagbot-explain-'));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

async function run(args: readonly string[], stdin = '') {
  const out: string[] = [];
  const err: string[] = [];
  const code = await dispatch(args, {
    print: (text) => out.push(text),
    complain: (line) => err.push(line),
    stdin: (async function* () {
      yield Buffer.from(stdin);
    })(),
    color: false,
    now: () => new Date('2026-01-01T00:00:00Z'),
  });
  return { code, out: out.join(''), err };
}

function file(name: string, content: string | Uint8Array): string {
  const path = join(dir, name);
  writeFileSync(path, content);
  return path;
}

describe('diagbot explain', () => {
  it('answers a folder whose map names the command lines', async () => {
    const { code, out, err } = await run(['explain', '--json', join(cases, 'zfs-host-psi85')]);
    expect([code, err]).toEqual([0, []]);
    expect(JSON.parse(out)).toMatchObject({ version: 1, cause: 'io.device-saturated', subcommand: 'explain' });
  });

  it('reads nothing of a map but its files, and nothing of what is remarked there', async () => {
    const given = join(dir, 'mapped');
    mkdirSync(given);
    writeFileSync(join(given, 'a.txt'), readFileSync(join(cases, 'zfs-host-psi85', 'pressure-io.txt')));
    const answers = ['', '   # io.device-hung'].map(async (remark) => {
      writeFileSync(join(given, 'case.yml'), `expect: {top: io.device-hung}\nfiles:\n  a.txt: "cat /proc/pressure/io${remark}"\n`);
      const { out } = await run(['explain', '--json', given]);
      return { ...JSON.parse(out), id: '' };
    });
    expect(await answers[0]).toEqual(await answers[1]);
  });

  it('leaves out what is no file, instead of waiting for it', async () => {
    const given = join(dir, 'odd');
    mkdirSync(join(given, 'inner'), { recursive: true });
    execFileSync('mkfifo', [join(given, 'pipe')]);
    writeFileSync(join(given, 'a.txt'), readFileSync(join(cases, 'zfs-host-psi85', 'pressure-io.txt')));
    const { code, err } = await run(['explain', '--json', given]);
    expect(code).toBe(0);
    expect(err).toEqual(['diagbot: inner: left out, it is a folder', 'diagbot: pipe: left out, it is no regular file']);
  });

  it('does not wait for a pipe that nobody writes to, and reads one that somebody does', async () => {
    const pipe = join(dir, 'named-pipe');
    execFileSync('mkfifo', [pipe]);
    const { code, err } = await run(['explain', pipe]);
    expect([code, err[0]]).toEqual([2, `diagbot: ${pipe}: is empty`]);
    const script = `(sleep 0.3; cat ${join(cases, 'zfs-host-psi85', 'pressure-io.txt')}) > ${pipe}`;
    const writer = spawn('sh', ['-c', `exec 3<>${pipe}; ${script}; sleep 1`], { stdio: 'ignore' });
    await new Promise((resolve) => setTimeout(resolve, 150));
    const read = await run(['explain', '--json', pipe]);
    writer.kill();
    expect([read.code, read.err]).toEqual([0, []]);
  });

  it('reads the beginning of what is too large, and says so', async () => {
    const large = file('large.txt', 'a line of words\n'.repeat(1 + MAX_BYTES / 16));
    const read = await readTextFile(large);
    expect(read).toMatchObject({ kind: 'text', remark: 'is larger than 16 MB; only its first 16 MB were read' });
    expect(read.kind === 'text' && read.text.length).toBe(MAX_BYTES);
  });

  it('says of a folder without texts, and of prose alone, that there is nothing to judge, and what to give', async () => {
    const given = mkdtempSync(join(dir, 'bare-'));
    const bare = await run(['explain', given]);
    expect([bare.code, bare.err[0]]).toEqual([
      2,
      `diagbot: ${given}: holds no file; give one that holds outputs, or the outputs themselves`,
    ]);
    const prose = await run(['explain', '-'], 'Our database was slow last night.\nCan anybody help us with this please?\n');
    expect(prose.code).toBe(0);
    expect(prose.err).toEqual([
      'diagbot: no output of a known command was recognised; give the text that vmstat 1 5, iostat -x 1 5 or ps printed, with its header',
    ]);
    expect(prose.out).toContain('Nothing here decides anything');
    expect(prose.out).not.toContain('could not be read');
  });

  it('calls an empty standard input a mistake', async () => {
    const { code, out, err } = await run(['explain', '-'], ' \n');
    expect([code, out]).toEqual([2, '']);
    expect(err[0]).toBe('diagbot: standard input: is empty');
  });

  it('takes standard input for what was pasted', async () => {
    const text = `$ cat /proc/pressure/io\n${readFileSync(join(cases, 'zfs-host-psi85', 'pressure-io.txt'), 'utf8')}`;
    const { code, out } = await run(['explain', '-'], text);
    expect(code).toBe(0);
    expect(out).toContain('cat /proc/pressure/io');
  });

  it.each([
    ['binary', () => file('core', Uint8Array.of(0x7f, 0x45, 0x4c, 0x46, 0, 0)), /core: is binary/],
    ['missing', () => join(dir, 'nowhere.txt'), /nowhere\.txt: cannot be read: no such file/],
    ['a folder among files', () => dir, /is a folder/],
  ])('one that is %s costs a line, and nothing else', async (_, bad, line) => {
    const good = join(cases, 'zfs-host-psi85', 'pressure-io.txt');
    const { code, out, err } = await run(['explain', '--json', bad(), good]);
    expect(code).toBe(0);
    expect(err).toEqual([expect.stringMatching(line)]);
    expect(JSON.parse(out).undecided.length).toBeGreaterThan(0);
  });

  it('reads two-byte text, as editors elsewhere save it', async () => {
    const text = readFileSync(join(cases, 'zfs-host-psi85', 'pressure-io.txt'), 'utf8');
    const { err } = await run(['explain', '--json', file('utf16.txt', Buffer.from(`\ufeff${text}`, 'utf16le'))]);
    expect(err).toEqual([]);
  });

  it.each([
    [['explain'], /nothing to read/],
    [['explain', '--yaml', 'x'], /unknown option '--yaml'/],
    [['explain', '/nowhere/at/all'], /none of it could be read/],
    [['explode'], /unknown subcommand 'explode'; expected one of .*explain/],
    [['explian'], /unknown subcommand 'explian', did you mean explain\?; expected one of run, program, explain, score/],
    [['run', 'oi', 'host-42'], /unknown subcommand 'oi', did you mean io\?; expected one of .*io.*: diagbot run /],
    [[], /no subcommand given/],
    [['score'], /no folder given/],
    [['score', '/nowhere/at/all'], /no folder with a case\.yml/],
  ])('%j is a usage mistake and says what to type', async (args, line) => {
    const { code, out, err } = await run(args);
    expect([code, out]).toEqual([2, '']);
    expect(err.join('\n')).toMatch(line);
  });

  it.each([
    ['files: [a]', /expected 'files:'/],
    ['files: {../../etc/passwd: cat}', /lies outside the folder/],
    ['files: {a: "b', /not YAML/],
  ])('a map with a mistake names file and what was expected: %s', async (text, line) => {
    const given = mkdtempSync(join(dir, 'wrong-'));
    writeFileSync(join(given, 'commands.yml'), text);
    const { code, err } = await run(['explain', given]);
    expect(code).toBe(2);
    expect(err[0]).toMatch(line);
    expect(err[0]).toContain('commands.yml');
  });
});

describe('diagbot score', () => {
  it('prints a line a case and then the sum', async () => {
    const given = mkdtempSync(join(dir, 'scored-'));
    for (const [name, top, mustNot] of [
      ['right', 'io.device-saturated', 'cpu.saturated'],
      ['wrong', 'io.device-hung', 'io.device-saturated'],
    ]) {
      mkdirSync(join(given, name ?? ''));
      writeFileSync(join(given, name ?? '', 'p.txt'), readFileSync(join(cases, 'zfs-host-psi85', 'pressure-io.txt')));
      writeFileSync(join(given, name ?? '', 'i.txt'), readFileSync(join(cases, 'zfs-host-psi85', 'iostat-human.txt')));
      const map = 'files:\n  p.txt: cat /proc/pressure/io\n  i.txt: iostat --pretty --human\n';
      writeFileSync(join(given, name ?? '', 'case.yml'), `${map}expect: {top: ${top}, also: [], must_not: [${mustNot}]}\n`);
    }
    const { code, out } = await run(['score', given]);
    expect(code).toBe(0);
    expect(out.split('\n')).toEqual([
      'right  right: expected io.device-saturated, given io.device-saturated',
      'WRONG  wrong: expected io.device-hung, given io.device-saturated, must not: io.device-saturated',
      'top-1 1/2, must_not violated 1',
      '',
    ]);
  });
});
