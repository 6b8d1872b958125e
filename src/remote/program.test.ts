import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { loadCatalogue } from '../catalogue/load.ts';
import type { CatalogueCommand, CatalogueEntry, ReadOnlyArgv, ReadOnlyGlobs } from '../model/command.ts';
import type { RawOutput } from '../model/output.ts';
import { createHungMemory } from './hung.ts';
import { openLocal } from './local.ts';
import { outputsOf } from './outputs.ts';
import { argumentWords, programOf } from './program.ts';
import { runSession, type SessionEnd } from './session.ts';

const nonce = 'abcdef0123456789';
const shells: readonly (readonly [string, ...string[]])[] = [['dash'], ['bash'], ['busybox', 'sh']];
const args = (seconds: number, deadlineSeconds: number) => ({
  nonce,
  seconds,
  intervalSeconds: 1,
  deadlineSeconds,
  maxBytes: 8_000_000,
  hung: [],
});

/** A hierarchy in which this account may make groups, where there is one. */
const memoryGroups = ['/sys/fs/cgroup/memory', '/sys/fs/cgroup'].find((folder) => {
  try {
    accessSync(`${folder}/cgroup.procs`, constants.W_OK);
    return true;
  } catch {
    return false;
  }
});

/** Words that the catalogue would refuse: what a host may do to us is not what we may run on it. */
function command(id: string, words: string[], more: Partial<CatalogueCommand> = {}, instead?: string[]): CatalogueCommand {
  const argv = words as unknown as ReadOnlyArgv;
  const action = instead ? { kind: 'run' as const, argv, instead: instead as unknown as ReadOnlyArgv } : { kind: 'run' as const, argv };
  return { id, action, why: 'a test', readings: 1, root: false, timeoutSeconds: 1, maxBytes: 100_000, ...more };
}
function entryOf(...commands: CatalogueCommand[]): CatalogueEntry {
  return { name: 'test', title: 'a test', wallSeconds: 10, commands };
}

interface Ran {
  readonly session: SessionEnd;
  readonly outputs: ReadonlyMap<string, RawOutput>;
}
async function run(
  entry: CatalogueEntry,
  shell: readonly [string, ...string[]],
  signal = new AbortController().signal,
  hung: readonly { readonly id: string; readonly pid: number }[] = [],
): Promise<Ran> {
  const opened = await openLocal('here', argumentWords({ ...args(1, 20), hung }), shell);
  if (opened.kind === 'unreachable') throw new Error(opened.why.message);
  const limits = { windowSeconds: 1, deadlineSeconds: 20, maxBytes: 50_000_000 };
  const session = await runSession(opened.channel, programOf(entry), nonce, entry, limits, () => {}, signal);
  return { session, outputs: new Map(outputsOf(entry, session, new Date()).map((output) => [output.id, output])) };
}

/** Processes of a session, by the session id in /proc/PID/stat. */
function processesOf(sessionId: number | undefined): readonly string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
        return stat.slice(stat.lastIndexOf(')')).split(' ')[4] === String(sessionId) ? [stat] : [];
      } catch {
        return [];
      }
    });
}
async function gone(sessionId: number | undefined, withinMs: number): Promise<readonly string[]> {
  for (let waited = 0; waited < withinMs && processesOf(sessionId).length > 0; waited += 100) await pause(100);
  return processesOf(sessionId);
}

describe.each(shells.map((sh) => ({ sh, name: sh.join(' ') })))('under $name', ({ sh }) => {
  test('everything of commands/io.yml is answered, and nothing is left', async () => {
    const io = loadCatalogue('commands').find(({ name }) => name === 'io');
    if (io === undefined) throw new Error('commands/io.yml is gone');
    const { session, outputs } = await run(io, sh);
    expect(session.ended).toBe('complete');
    expect(session.frames.noise).toEqual([]);
    const bad = [...outputs.values()].filter(({ outcome }) => !['ok', 'not-installed', 'denied'].includes(outcome));
    expect(bad.map(({ id, outcome, stderr }) => ({ id, outcome, stderr }))).toEqual([]);
    expect(outputs.get('kernel.1')?.stdout).toMatch(/^\/proc\/uptime:\d+\.\d+ /);
    expect(outputs.get('kernel.2')?.stdout).toContain('/proc/diskstats:');
    expect(outputs.get('vmstat')?.stdout.split('\n')).toHaveLength(5);
    expect(outputs.get('ps')?.stdout).toMatch(/PPID/);
    expect([...outputs.keys()].filter((id) => id.startsWith('df.'))).not.toEqual([]);
    expect(await gone(session.frames.helloPid, 2000)).toEqual([]);
  });

  test('a file of each control group, beside others, and no other file', async () => {
    const groups = command('groups', []);
    const globs = ['/proc/uptime', '/sys/fs/cgroup/**/cgroup.procs'] as unknown as ReadOnlyGlobs;
    const { outputs } = await run(entryOf({ ...groups, action: { kind: 'files', globs, matching: '^[0-9]' } }), sh);
    const { outcome, stdout } = outputs.get('groups') ?? {};
    expect(outcome).toBe('ok');
    expect(stdout).toMatch(/^\/proc\/uptime:\d/);
    const others = stdout?.split('\n').filter((line) => line !== '' && !/^\/sys\/fs\/cgroup(?:\/.*)?\/cgroup\.procs:\d+$/.test(line));
    expect(others).toHaveLength(1);
    const here = execFileSync('sh', ['-c', 'find /sys/fs/cgroup -name cgroup.procs -exec grep -l . {} + | sort | head -n 5'], {
      encoding: 'utf8',
    });
    for (const path of here.split('\n').filter((line) => line.split('/').length <= 10)) expect(stdout).toContain(path);
  });

  test.runIf(memoryGroups)(
    'where groups lie by the thousand in one directory they are left out, it is read, and both are said',
    async () => {
      const crowd = `${memoryGroups}/diagbot-crowd-${process.pid}`;
      execFileSync('sh', ['-c', 'mkdir "$1" && cd "$1" && seq -f group-%.0f 2100 | xargs mkdir', 'sh', crowd]);
      try {
        // Of version 1 and of version 2: one of them is there, with text in it.
        const globs = ['/sys/fs/cgroup/**/notify_on_release', '/sys/fs/cgroup/**/cgroup.max.depth'] as unknown as ReadOnlyGlobs;
        const crowds = ['find', '/sys/fs/cgroup', '-maxdepth', '5', '-type', 'd', '-links', '+2000', '-prune'];
        const groups: CatalogueCommand = { ...command('groups', []), action: { kind: 'files', globs } };
        const { outputs } = await run(entryOf(groups, command('crowds', crowds)), sh);
        expect(outputs.get('groups')?.outcome).toBe('too-large');
        expect(outputs.get('groups')?.stdout).toContain(`${crowd}/`);
        expect(outputs.get('groups')?.stdout).not.toContain('/group-');
        expect(outputs.get('crowds')?.stdout).toBe(`${crowd}\n`);
      } finally {
        execFileSync('find', [crowd, '-depth', '-type', 'd', '-exec', 'rmdir', '{}', '+']);
      }
    },
  );

  test('a command that hangs loses only itself, even one that ignores TERM', async () => {
    const entry = entryOf(
      command('quick', ['uname', '-s']),
      command('hangs', ['sleep', '300']),
      command('stubborn', ['sh', '-c', "trap '' TERM; sleep 300; sleep 300"]),
    );
    const { session, outputs } = await run(entry, sh);
    expect(outputs.get('quick')).toMatchObject({ outcome: 'ok', stdout: 'Linux\n', exitCode: 0 });
    expect(outputs.get('hangs')).toMatchObject({ outcome: 'timeout', exitCode: undefined, command: 'sleep 300' });
    expect(outputs.get('stubborn')?.outcome).toBe('timeout');
    expect(session.ended).toBe('complete');
    expect(await gone(session.frames.helloPid, 3000)).toEqual([]);
  });

  test('long lines, no newline, bytes that are no text, and 100 MB', async () => {
    const entry = entryOf(
      command('long', ['seq', '-s', ',', '1', '12000']),
      command('flood', ['yes', 'x'.repeat(200)], { maxBytes: 50_000 }),
      command('endless-line', ['head', '-c', '100000000', '/dev/zero'], { maxBytes: 50_000 }),
      command('live-flood', ['sh', '-c', 'yes $0 | head -c 100000000', '{interval}'], { maxBytes: 50_000 }),
      command('binary', ['head', '-c', '20000', '/bin/ls']),
      command('no-newline', ['printf', 'ends here']),
    );
    const { outputs } = await run(entry, sh);
    const numbers = Array.from({ length: 12_000 }, (_, index) => index + 1).join(',');
    expect(outputs.get('long')).toMatchObject({ outcome: 'ok', stdout: `${numbers}\n` });
    for (const id of ['flood', 'endless-line', 'live-flood']) expect(outputs.get(id)?.outcome, id).toBe('too-large');
    expect(outputs.get('flood')?.stdout.length).toBeGreaterThan(40_000);
    expect(outputs.get('flood')?.stdout.length).toBeLessThanOrEqual(50_000);
    expect(outputs.get('binary')).toMatchObject({ outcome: 'ok', exitCode: 0 });
    expect(outputs.get('no-newline')?.stdout).toBe('ends here\n');
  });

  test('what a program says on its way out: status, standard error, the other form', async () => {
    const entry = entryOf(
      command('missing', ['no-such-program-here']),
      command('fails', ['ls', '/no/such/file']),
      command('other', ['ls', '--no-such-option'], {}, ['printf', 'other form\n']),
      command('last', ['seq', '1', '5000'], { lastLines: 3 }),
      command('quoted', ['printf', '%s|', "it's", '$HOME', '`id`', '*', 'a  b', ';', '\\']),
    );
    const { outputs } = await run(entry, sh);
    expect(outputs.get('missing')).toMatchObject({ outcome: 'not-installed', exitCode: 127 });
    expect(outputs.get('fails')).toMatchObject({ outcome: 'exit-nonzero', exitCode: 2 });
    expect(outputs.get('fails')?.stderr).toContain('No such file');
    expect(outputs.get('other')).toMatchObject({
      outcome: 'ok',
      stdout: 'other form\n',
      stderr: '',
      command: 'printf other form\n'.trim(),
    });
    expect(outputs.get('last')?.stdout).toBe('4998\n4999\n5000\n');
    expect(outputs.get('quoted')?.stdout).toBe("it's|$HOME|`id`|*|a  b|;|\\|\n");
  });

  test('cancelled in the middle, nothing is left and what came is kept', async () => {
    const controller = new AbortController();
    const entry = entryOf(command('quick', ['uname', '-s']), command('slow', ['sleep', '300'], { timeoutSeconds: 60 }));
    setTimeout(() => controller.abort(), 700);
    const { session, outputs } = await run(entry, sh, controller.signal);
    expect(session.ended).toBe('cancelled');
    expect(outputs.get('quick')?.outcome).toBe('ok');
    expect(outputs.get('slow')?.outcome).toBe('cut');
    expect(await gone(session.frames.helloPid, 3000)).toEqual([]);
  });

  test('the deadline ends everything by itself, also when nobody reads', async () => {
    const program = programOf(entryOf(command('flood', ['yes'], { maxBytes: 4_000_000 }), command('slow', ['sleep', '300'])));
    const child = spawn(sh[0], [...sh.slice(1), '-s', '--', ...argumentWords(args(1, 2))], {
      detached: true,
      env: {},
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    child.stdin.on('error', () => {});
    child.stdin.write(program.text);
    await pause(1000);
    expect(processesOf(child.pid)).not.toEqual([]);
    expect(await gone(child.pid, 4000)).toEqual([]);
  });

  test('arguments that are not hex and digits run nothing', () => {
    const { text } = programOf(entryOf(command('quick', ['uname', '-s'])));
    const good = argumentWords(args(1, 20));
    const bad = [
      [],
      good.slice(1),
      [...good, 'x', 'y'],
      ['$(id)', ...good.slice(1)],
      ['', ...good.slice(1)],
      [nonce, '0', '1', '9', '9'],
      [nonce, '1', '08', '9', '9'],
      [nonce, '1', '1', '9;id', '9'],
      [...good, 'a b'],
      [nonce, '1\n', '1', '9', '9'],
    ];
    for (const words of bad) {
      const { status, stdout } = spawnSync(sh[0], [...sh.slice(1), '-s', '--', ...words], { input: text, encoding: 'utf8', env: {} });
      expect({ words, status, stdout }).toEqual({ words, status: 64, stdout: '' });
    }
  });

  test('a program that was cut off runs nothing', () => {
    const { text } = programOf(entryOf(command('quick', ['uname', '-s'])));
    const cuts = [...Array.from({ length: 40 }, (_, index) => Math.floor((text.length * index) / 40)), text.length - 14, text.length - 3];
    for (const cut of cuts) {
      const { stdout } = spawnSync(sh[0], [...sh.slice(1), '-s', '--', ...argumentWords(args(1, 20))], {
        input: text.slice(0, cut),
        encoding: 'utf8',
        env: {},
      });
      expect({ cut, stdout }).toEqual({ cut, stdout: '' });
    }
  });
});

// A parent that waits for its vfork child is in state D, as a process in a dead file system is. The call's number is x86-64's.
test.runIf(process.arch === 'x64' && existsSync('/usr/bin/perl'))('what hung is not started again while it is stuck', async () => {
  const stuck = spawn('/usr/bin/perl', ['-e', 'if (syscall(58) == 0) { select(undef, undef, undef, 4); exec "true" }'], {
    stdio: 'ignore',
  });
  await pause(500);
  const hung = [
    { id: 'first', pid: stuck.pid ?? 0 },
    { id: 'second', pid: process.pid },
    { id: 'third', pid: 4_000_000_000 },
  ];
  const entry = entryOf(...hung.map(({ id }) => command(id, ['uname', '-s'])));
  const { session, outputs } = await run(entry, ['sh'], new AbortController().signal, hung);
  expect([...outputs.values()].map(({ outcome }) => outcome)).toEqual(['not-run', 'ok', 'ok', 'ok']);
  const memory = createHungMemory();
  memory.learn('host-1', [...outputs.values()], session.frames);
  expect(memory.of('host-1')).toEqual([hung[0]]);
  expect(memory.of('host-2')).toEqual([]);
});

test('the text is the same for every run, and shells find no mistake in it', () => {
  const [io] = loadCatalogue('commands');
  if (io === undefined) throw new Error('no catalogue');
  expect(programOf(io)).toEqual(programOf(io));
  expect(programOf(io).sha256).toMatch(/^[0-9a-f]{64}$/);
  for (const shell of ['dash', 'bash']) execFileSync(shell, ['-n'], { input: programOf(io).text });
});
