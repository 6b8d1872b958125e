import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect as connectTcp, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadCatalogue } from '../../src/catalogue/load.ts';
import type { CatalogueCommand, CatalogueEntry, ReadOnlyArgv } from '../../src/model/command.ts';
import type { SshReach, Target } from '../../src/model/target.ts';
import { fingerprintOf } from '../../src/remote/known-hosts.ts';
import { createRun, type RunOptions } from '../../src/remote/run.ts';
import { assemble } from '../../src/snapshot/assemble.ts';
import { freePort, type Sshd, startSshd } from '../sshd.ts';

const possible = process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/sbin/sshd');
if (!possible) console.warn('ssh.test.ts is left out: it needs root, Linux and openssh-server');

const JOURNALD = '/usr/lib/systemd/systemd-journald';
const io = loadCatalogue('commands').find(({ name }) => name === 'io');
const never = new AbortController().signal;

/** Words that the catalogue would refuse: what a host may do to us is not what we may run on it. */
function command(id: string, words: string[], more: Partial<CatalogueCommand> = {}): CatalogueCommand {
  const action = { kind: 'run' as const, argv: words as unknown as ReadOnlyArgv };
  return { id, action, why: 'a test', readings: 1, root: false, timeoutSeconds: 1, maxBytes: 100_000, ...more };
}
function entryOf(...commands: CatalogueCommand[]): CatalogueEntry {
  return { name: 'test', title: 'a test', wallSeconds: 6, commands };
}
const small = entryOf(command('uname', ['uname', '-s']));

describe.runIf(possible)('a real sshd', () => {
  let sshd: Sshd;
  let options: RunOptions;
  beforeAll(async () => {
    sshd = await startSshd();
    options = { knownHostsFiles: [sshd.knownHostsFile], identityFiles: [sshd.identityFile] };
  });
  afterAll(() => sshd.stop());

  const reach = (more: Partial<SshReach> = {}): SshReach => ({
    transport: 'ssh2',
    entry: 'host-1',
    address: '127.0.0.1',
    port: sshd.port,
    user: sshd.user,
    ...more,
  });
  const target = (way: SshReach): Target => ({ name: 'host-1', tags: [], volumes: [], reach: way });
  async function look(way: SshReach, entry: CatalogueEntry, more: Partial<RunOptions> = {}, seconds = 1, signal = never) {
    const result = await createRun({ ...options, ...more })(target(way), entry, seconds, () => {}, signal);
    const outputs = new Map(result.kind === 'collected' ? result.collection.outputs.map((output) => [output.commandId, output]) : []);
    return { result, outputs };
  }
  async function whyNot(way: SshReach, more: Partial<RunOptions> = {}): Promise<{ kind: string; message: string }> {
    const { result } = await look(way, small, more);
    return result.kind === 'unreachable' ? result.why : { kind: 'reached', message: '' };
  }
  function write(name: string, text: string): string {
    const file = join(sshd.folder, name);
    writeFileSync(file, text, { mode: 0o600 });
    return file;
  }
  const hostKey = (): string => readFileSync(join(sshd.folder, 'hostkey.pub'), 'utf8').split(' ').slice(0, 2).join(' ');

  test('the whole of commands/io.yml in one session', async () => {
    if (io === undefined) throw new Error('commands/io.yml is gone');
    const { result, outputs } = await look(reach(), io, {}, 2);
    expect(result).toMatchObject({ kind: 'collected', collection: { ended: 'complete', noise: [] } });
    expect([...outputs.keys()]).toEqual(expect.arrayContaining(io.commands.map(({ id }) => id)));
    expect([...outputs.values()].filter(({ outcome }) => !['ok', 'denied', 'not-installed'].includes(outcome))).toEqual([]);
    const pid = shellOf(outputs);
    // The program's own processes are told apart by the pid of its shell. A boolean, because a failure would print every process.
    expect(new RegExp(`^ *\\d+ +${pid} `, 'm').test(outputs.get('ps')?.stdout ?? '')).toBe(true);
    expect(await gone(pid)).toEqual([]);
  });

  describe('host keys', () => {
    test('an unknown one is refused with the lines that pin it, and either line lets it in', async () => {
      const empty = write('empty', '');
      const { kind, message } = await whyNot(reach(), { knownHostsFiles: [empty] });
      expect(kind).toBe('host-key-unknown');
      const pin = /'host_key: (SHA256:[^']+)'/.exec(message)?.[1];
      const line = /the line '([^']+)'/.exec(message)?.[1];
      expect(line).toBe(`[127.0.0.1]:${sshd.port} ${hostKey()}`);
      expect((await whyNot(reach({ hostKey: pin ?? '' }), { knownHostsFiles: [empty] })).kind).toBe('reached');
      expect((await whyNot(reach(), { knownHostsFiles: [write('pinned', `${line}\n`)] })).kind).toBe('reached');
    });
    test('that of a jump host is pinned where it belongs: at its own entry, or in known_hosts', async () => {
      const jump = reach({ entry: 'bastion' });
      const empty = write('empty', '');
      const { kind, message } = await whyNot(reach({ jump }), { knownHostsFiles: [empty] });
      expect(kind).toBe('jump');
      expect(message).toMatch(/ then add 'host_key: SHA256:[^']+' to bastion in hosts\.yml, or to /);
      const line = /the line '([^']+)'/.exec(message)?.[1];
      expect((await whyNot(reach({ jump }), { knownHostsFiles: [write('pinned', `${line}\n`)] })).kind).toBe('reached');
      const { entry: _none, ...ofSshConfig } = jump;
      const unnamed = await whyNot(reach({ jump: ofSshConfig }), { knownHostsFiles: [empty] });
      expect(unnamed.message).toMatch(/ then add to \S+ the line '/);
      expect(unnamed.message).not.toContain('hosts.yml');
    });
    test('the line that the command line prints lets its next run in', async () => {
      const hosts = write('hosts.yml', `hosts:\n  - {name: host-1, address: 127.0.0.1, port: ${sshd.port}, user: ${sshd.user}}\n`);
      const known = write('known', '');
      const run = async (): Promise<{ readonly code: unknown; readonly said: string; readonly answer: string }> => {
        const words = [
          'run',
          '--json',
          '--hosts',
          hosts,
          '--known-hosts',
          known,
          '--identity',
          sshd.identityFile,
          'io',
          'host-1',
          'for',
          '1s',
        ];
        const child = spawn(process.execPath, [join(import.meta.dirname, '../../src/cli.ts'), ...words]);
        const [said, answer] = await Promise.all([text(child.stderr), text(child.stdout), once(child, 'close')]);
        return { code: child.exitCode, said, answer };
      };
      const refused = await run();
      expect(refused).toMatchObject({ code: 3, answer: '' });
      const line = /the line '([^']+)'/.exec(refused.said)?.[1] ?? '';
      writeFileSync(known, `${line}\n`);
      const answered = await run();
      expect(answered.code).toBe(0);
      expect(JSON.parse(answered.answer)).toHaveProperty('cause');
    });
    test('a changed one is refused, in known_hosts and pinned', async () => {
      execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(sshd.folder, 'other')]);
      const other = readFileSync(join(sshd.folder, 'other.pub'), 'utf8').split(' ').slice(0, 2).join(' ');
      const changed = await whyNot(reach(), { knownHostsFiles: [write('changed', `[127.0.0.1]:${sshd.port} ${other}\n`)] });
      expect(changed.kind).toBe('host-key-changed');
      expect(changed.message).toContain('changed:1 expects ssh-ed25519 SHA256:');
      const pinned = fingerprintOf(Buffer.from(other.split(' ')[1] ?? '', 'base64'));
      expect((await whyNot(reach({ hostKey: pinned }))).kind).toBe('host-key-changed');
    });
    test('a hashed name is found', async () => {
      const file = write('hashed', `[127.0.0.1]:${sshd.port} ${hostKey()}\n`);
      execFileSync('ssh-keygen', ['-H', '-f', file], { stdio: 'ignore' });
      expect(readFileSync(file, 'utf8')).toMatch(/^\|1\|/);
      expect((await whyNot(reach(), { knownHostsFiles: [file] })).kind).toBe('reached');
    });
  });

  describe('logging in', () => {
    test('a key that the host does not know', async () => {
      execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(sshd.folder, 'stranger')]);
      const why = await whyNot(reach({ identityFile: join(sshd.folder, 'stranger') }));
      expect(why.kind).toBe('auth');
      expect(why.message).toMatch(/^host-1: .* does not accept the key .*stranger; add its public key/);
    });
    test('a key with a passphrase: without it, with a wrong one, with the right one', async () => {
      const file = join(sshd.folder, 'locked');
      execFileSync('cp', [sshd.identityFile, file]);
      execFileSync('ssh-keygen', ['-q', '-p', '-P', '', '-N', 'right one', '-f', file], { stdio: 'ignore' });
      const way = reach({ identityFile: file });
      expect((await whyNot(way)).message).toMatch(/has a passphrase; add it to an agent/);
      expect((await whyNot(way, { passphrase: 'wrong' })).message).toMatch(/passphrase for the key .* is wrong/);
      expect((await whyNot(way, { passphrase: 'right one' })).kind).toBe('reached');
    });
    test('no key at all, and a file that is none', async () => {
      expect((await whyNot(reach(), { identityFiles: [] })).message).toMatch(/there is no key to log in with/);
      expect((await whyNot(reach({ identityFile: '/no/such/key' }))).message).toMatch(/\/no\/such\/key cannot be read/);
      expect((await whyNot(reach({ identityFile: `${sshd.identityFile}.pub` }))).message).toMatch(/public key/);
    });
    test('the agent', async () => {
      const socket = join(sshd.folder, 'agent.sock');
      const agent = spawn('ssh-agent', ['-D', '-a', socket], { stdio: 'ignore' });
      try {
        while (!existsSync(socket)) await pause(50);
        execFileSync('ssh-add', ['-q', sshd.identityFile], { env: { ...process.env, SSH_AUTH_SOCK: socket }, stdio: 'ignore' });
        expect((await whyNot(reach(), { identityFiles: [], agentSocket: socket })).kind).toBe('reached');
      } finally {
        agent.kill();
      }
    });
  });

  describe('hosts that are not to be reached', () => {
    test('refused', async () => {
      const why = await whyNot(reach({ port: await freePort() }));
      expect(why).toMatchObject({ kind: 'refused', message: expect.stringMatching(/^host-1: .*refuses the connection/) });
    });
    test('a name that DNS does not know', async () => {
      expect(await whyNot(reach({ address: 'no-such-host.invalid' }))).toMatchObject({
        kind: 'dns',
        message: expect.stringContaining('no-such-host.invalid'),
      });
    });
    test('no route', async () => {
      // A route that the kernel refuses: made here, as root, and taken away.
      execFileSync('ip', ['route', 'add', 'unreachable', '198.51.100.1/32']);
      try {
        expect(await whyNot(reach({ address: '198.51.100.1' }))).toMatchObject({ kind: 'unroutable' });
      } finally {
        execFileSync('ip', ['route', 'del', 'unreachable', '198.51.100.1/32']);
      }
    });
    test('down: packets go there and nothing comes back', async () => {
      await using full = await fullBacklog();
      const startedMs = performance.now();
      const why = await whyNot(reach({ port: full.port }));
      expect(why).toEqual({
        kind: 'down',
        message: `host-1: 127.0.0.1:${full.port} did not answer within 8 s (no answer); the host is down, or a firewall drops the packets`,
      });
      expect(performance.now() - startedMs).toBeLessThan(12_000);
      const jump = await whyNot(reach({ jump: reach({ port: full.port }) }));
      expect(jump).toMatchObject({ kind: 'jump', message: expect.stringContaining('did not answer within 8 s') });
    });
    test('one that accepts and says nothing, one that closes, one that is no sshd', async () => {
      const silent = await serve(() => {});
      const closing = await serve((socket) => socket.end());
      const web = await serve((socket) => socket.write('HTTP/1.0 400 Bad Request\r\n\r\n'));
      const whys = await Promise.all([silent, closing, web].map(({ port }) => whyNot(reach({ port }))));
      for (const { server } of [silent, closing, web]) server.close();
      expect(whys[0]).toMatchObject({ kind: 'silent', message: expect.stringContaining('said nothing for 10 s') });
      expect(whys[1]).toMatchObject({ kind: 'refused', message: expect.stringContaining('closed it before the handshake') });
      expect(['silent', 'refused']).toContain(whys[2]?.kind);
    });
    test('cancelled while connecting', async () => {
      const silent = await serve(() => {});
      const controller = new AbortController();
      setTimeout(() => controller.abort(), 300);
      const { result } = await look(reach({ port: silent.port }), small, {}, 1, controller.signal);
      silent.server.close();
      expect(result).toMatchObject({ kind: 'unreachable', why: { kind: 'cancelled' } });
    });
  });

  describe('jump hosts', () => {
    test('through one that lets us', async () => {
      expect((await whyNot(reach({ jump: reach() }))).kind).toBe('reached');
    });
    test('one that is down, and one that cannot reach the host', async () => {
      const down = await whyNot(reach({ jump: reach({ port: await freePort() }) }));
      expect(down).toMatchObject({
        kind: 'jump',
        message: expect.stringMatching(/^host-1: not reached through its jump host .*refuses the connection/),
      });
      const beyond = await whyNot(reach({ port: await freePort(), jump: reach() }));
      expect(beyond).toMatchObject({ kind: 'jump', message: expect.stringContaining('it cannot reach 127.0.0.1') });
    });
  });

  describe('sessions that go wrong', () => {
    test('a cut in the middle: what came is kept and marked', async () => {
      const cut = await cuttingProxy(sshd.port, 1500);
      const known = write('proxy', `[127.0.0.1]:${cut.port} ${hostKey()}\n`);
      const entry = entryOf(command('uname', ['uname', '-s']), command('slow', ['sleep', '300'], { timeoutSeconds: 60 }));
      const { result, outputs } = await look(reach({ port: cut.port }), entry, { knownHostsFiles: [known] }, 5);
      cut.server.close();
      expect(result).toMatchObject({ kind: 'collected', collection: { ended: 'cut' } });
      expect(outputs.get('uname')).toMatchObject({ outcome: 'ok', stdout: 'Linux\n' });
      expect(outputs.get('slow')?.outcome).toBe('cut');
      expect(await gone(shellOf(outputs))).toEqual([]);
    });
    test('a hang and 100 MB: each loses only itself', async () => {
      const entry = entryOf(
        command('uname', ['uname', '-s']),
        command('hangs', ['sleep', '300']),
        command('flood', ['head', '-c', '100000000', '/dev/zero'], { maxBytes: 50_000 }),
        command('lines', ['yes'], { maxBytes: 50_000 }),
      );
      const { result, outputs } = await look(reach(), entry);
      expect(result).toMatchObject({ kind: 'collected', collection: { ended: 'complete' } });
      const outcomes = [...outputs.values()].map(({ commandId, outcome }) => [commandId, outcome]);
      expect(Object.fromEntries(outcomes)).toEqual({
        uname: 'ok',
        hangs: 'timeout',
        flood: 'too-large',
        lines: 'too-large',
        session: 'ok',
      });
      expect(await gone(shellOf(outputs))).toEqual([]);
    });
    test('cancelled: nothing is left on the host', async () => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(), 1500);
      const entry = entryOf(command('uname', ['uname', '-s']), command('slow', ['sleep', '300'], { timeoutSeconds: 60 }));
      const { result, outputs } = await look(reach(), entry, {}, 30, controller.signal);
      expect(result).toMatchObject({ kind: 'collected', collection: { ended: 'cancelled' } });
      expect(await gone(shellOf(outputs))).toEqual([]);
    });
  });

  describe('accounts whose login is noisy', () => {
    // Each is a shell of the account's own, as a login file would be; sshd runs it by ForceCommand with the request in the environment.
    const accounts = [
      [
        'motd, stty noise and a prompt without newline',
        'printf "Welcome\\n\\033[1mprompt\\033[0m\\$ "; stty -a; exec sh -c "$SSH_ORIGINAL_COMMAND"',
        'Welcome',
      ],
      [
        'a background job that prints without newline',
        '(sleep 0.4; printf "mail!"; sleep 0.2; printf "more") & exec sh -c "$SSH_ORIGINAL_COMMAND"',
        'mail!',
      ],
      [
        'an environment that changes what tools print',
        'export S_COLORS=always COLUMNS=20 POSIXLY_CORRECT=1 LANG=de_DE.UTF-8; exec bash -c "$SSH_ORIGINAL_COMMAND"',
        undefined,
      ],
    ] as const;
    test.each(accounts)('%s', async (_name, script, noise) => {
      const other = await startSshd([`ForceCommand ${script}`]);
      try {
        const way = reach({ port: other.port });
        // Until a second has gone by, so that what is printed late comes in the midst of it.
        const slow = entryOf(command('uname', ['uname', '-s']), command('slow', ['sleep', '1'], { timeoutSeconds: 5 }));
        const { result, outputs } = await look(way, slow, {
          knownHostsFiles: [other.knownHostsFile],
          identityFiles: [other.identityFile],
        });
        expect(outputs.get('uname')).toMatchObject({ outcome: 'ok', stdout: 'Linux\n' });
        const heard = result.kind === 'collected' ? result.collection.noise.join('\n') : '';
        if (noise !== undefined) expect(heard).toContain(noise);
      } finally {
        other.stop();
      }
    });
    test.each([
      ['exec cat', 'the account’s shell echoes'],
      ['echo This account is for git only.', 'only'],
      ['sleep 60', 'nothing'],
    ])('a forced command that swallows the program: %s', async (script) => {
      const other = await startSshd([`ForceCommand ${script}`]);
      try {
        const why = await whyNot(reach({ port: other.port }), {
          knownHostsFiles: [other.knownHostsFile],
          identityFiles: [other.identityFile],
        });
        expect(why.kind).toBe('no-shell');
        expect(why.message).toMatch(/^host-1: logged in, but the account's shell did not run the program: .*check its login shell/);
      } finally {
        other.stop();
      }
    });
  });

  test.runIf(existsSync(JOURNALD))('an account that dmesg refuses and the journal does not', async () => {
    const kernelLog = io?.commands.find(({ id }) => id === 'kernel-log');
    if (kernelLog === undefined) throw new Error('commands/io.yml has no kernel-log');
    // A journal of its own from the real kernel log, then an account without rights that may read it, as in group systemd-journal.
    const folder = '/run/log/journal';
    const journal = `mount -t tmpfs tmpfs /run; mkdir -p /run/systemd/journal ${folder}; test -s /etc/machine-id || { echo ${'0123456789abcdef'.repeat(2)} >/run/id; touch /etc/machine-id; mount --bind /run/id /etc/machine-id; }; ${JOURNALD} >/dev/null 2>&1 & daemon=$!; sleep 2; kill $daemon; wait $daemon; chmod -R a+rX ${folder}`;
    const account = 'exec setpriv --reuid 65534 --regid 65534 --clear-groups --bounding-set=-all --inh-caps=-all';
    const readable = await startSshd([`ForceCommand exec unshare -m sh -c '${journal}; ${account} sh -c "$SSH_ORIGINAL_COMMAND"'`]);
    const closed = await startSshd([`ForceCommand ${account} sh -c "$SSH_ORIGINAL_COMMAND"`]);
    const restricted = readFileSync('/proc/sys/kernel/dmesg_restrict', 'utf8');
    writeFileSync('/proc/sys/kernel/dmesg_restrict', '1');
    try {
      const [read, refused] = await Promise.all(
        [readable, closed].map((other) =>
          look(reach({ port: other.port }), entryOf(kernelLog), {
            knownHostsFiles: [other.knownHostsFile],
            identityFiles: [other.identityFile],
          }),
        ),
      );
      expect(read?.outputs.get('kernel-log')).toMatchObject({ outcome: 'ok', command: expect.stringMatching(/^journalctl -k /) });
      expect(read?.outputs.get('kernel-log')?.stdout).toMatch(/^\d{4}-\d\d-\d\dT\S+ \S+ kernel: /);
      // No journal either: nothing is read, and nothing that was not read is taken for a quiet log.
      const output = refused?.outputs.get('kernel-log');
      expect(output?.stdout).toBe('');
      const views = assemble({
        host: 'host-1',
        takenAt: new Date(),
        outputs: output ? [output] : [],
        volumes: [],
        pasted: false,
        commands: [kernelLog],
      });
      expect(views.views.kernelLog).toBeUndefined();
      expect(views.gaps).toMatchObject([
        { why: 'printed nothing, as it does where the account may not read it', remedy: expect.stringContaining('sudo -n dmesg') },
      ]);
    } finally {
      writeFileSync('/proc/sys/kernel/dmesg_restrict', restricted);
      for (const other of [readable, closed]) other.stop();
    }
  });

  test('an old kernel without pressure information, in a locale of its own', async () => {
    if (io === undefined) throw new Error('commands/io.yml is gone');
    // The files of a mount namespace are what its processes take for the kernel's.
    const release = write('osrelease', '3.10.0-1160.el7.x86_64\n');
    const other = await startSshd([
      `ForceCommand exec unshare -m sh -c 'mount -t tmpfs tmpfs /proc/pressure && mount --bind ${release} /proc/sys/kernel/osrelease && LC_ALL=de_DE.UTF-8 LANG=de_DE.UTF-8 exec sh -c "$SSH_ORIGINAL_COMMAND"'`,
    ]);
    try {
      const { result } = await look(
        reach({ port: other.port }),
        io,
        { knownHostsFiles: [other.knownHostsFile], identityFiles: [other.identityFile] },
        2,
      );
      if (result.kind !== 'collected') throw new Error(result.why.message);
      const { outputs } = result.collection;
      const { views, gaps, unread } = assemble({
        host: 'host-1',
        takenAt: new Date(),
        outputs,
        volumes: [],
        pasted: false,
        commands: io.commands,
      });
      expect(views.host?.kernel).toBe('3.10.0-1160.el7.x86_64');
      expect(views.pressure).toBeUndefined();
      expect(gaps).toMatchObject([{ command: '/proc/pressure/io', why: 'is not there: the kernel is older than 4.20' }]);
      // Nothing else is lost: all is read, and the samplers tell figures.
      expect(unread).toEqual([]);
      expect(views.cpu?.intervals).toHaveLength(2);
      expect(views.devices?.all.length).toBeGreaterThan(0);
    } finally {
      other.stop();
    }
  });

  test('a host without sysstat and procps, whose tools are busybox', async () => {
    if (io === undefined) throw new Error('commands/io.yml is gone');
    const root = busyboxRoot(sshd.folder);
    // The root of its own is entered in a mount namespace of its own, so nothing has to be unmounted.
    const inside = `exec unshare -m sh -c 'mount --rbind /proc ${root}/proc; mount --rbind /sys ${root}/sys; mount --rbind /dev ${root}/dev; exec chroot ${root} /bin/sh -c "$SSH_ORIGINAL_COMMAND"'`;
    const other = await startSshd([`ForceCommand ${inside}`]);
    try {
      const { result, outputs } = await look(
        reach({ port: other.port }),
        io,
        { knownHostsFiles: [other.knownHostsFile], identityFiles: [other.identityFile] },
        2,
      );
      expect(result).toMatchObject({ kind: 'collected', collection: { ended: 'complete' } });
      for (const id of ['vmstat', 'iostat', 'pidstat']) expect(outputs.get(id)?.outcome, id).toBe('not-installed');
      expect(outputs.get('ps')).toMatchObject({ outcome: 'ok', command: 'ps -o pid,ppid,sid,stat,user,args' });
      expect(outputs.get('kernel')?.stdout).toContain('/proc/diskstats:');
    } finally {
      other.stop();
    }
  });
});

/** The process id of the shell that ran the program. */
function shellOf(outputs: ReadonlyMap<string, { readonly stdout: string }>): number {
  return Number(outputs.get('session')?.stdout.split('\n', 1)[0]);
}

/** Processes of a session that are still there two seconds on. */
async function gone(sessionId: number): Promise<readonly string[]> {
  const left = (): readonly string[] =>
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((pid) => {
        try {
          const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
          return stat.slice(stat.lastIndexOf(')')).split(' ')[4] === String(sessionId) ? [stat] : [];
        } catch {
          return [];
        }
      });
  for (let waited = 0; waited < 3000 && left().length > 0; waited += 100) await pause(100);
  return left();
}

async function serve(onSocket: (socket: Socket) => void): Promise<{ readonly port: number; readonly server: Server }> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    onSocket(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  return { port: address.port, server };
}

/** A port whose kernel drops every SYN: its queue holds one connection and is full, and nobody accepts. */
async function fullBacklog(): Promise<AsyncDisposable & { readonly port: number }> {
  const script =
    'use Socket; socket(S, PF_INET, SOCK_STREAM, 0); bind(S, sockaddr_in(0, INADDR_LOOPBACK)); listen(S, 0); $| = 1; print((sockaddr_in(getsockname(S)))[0], "\\n"); sleep 100';
  const listener = spawn('perl', ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(listener.stdout, 'data')) as [Buffer];
  const port = Number(line.toString());
  const filling = Array.from({ length: 4 }, () => connectTcp({ host: '127.0.0.1', port }).on('error', () => {}));
  await pause(300);
  return {
    port,
    [Symbol.asyncDispose]: async () => {
      for (const socket of filling) socket.destroy();
      listener.kill();
      await once(listener, 'close');
    },
  };
}

/** Carries bytes to a port until it tears both ends apart. */
function cuttingProxy(port: number, afterMs: number): Promise<{ readonly port: number; readonly server: Server }> {
  return serve((socket) => {
    const upstream = connectTcp({ host: '127.0.0.1', port, noDelay: true });
    upstream.on('error', () => {});
    socket.pipe(upstream).pipe(socket);
    setTimeout(() => {
      socket.destroy();
      upstream.destroy();
    }, afterMs);
  });
}

/** A root file system that holds busybox, its libraries and links for its applets; nothing else. */
function busyboxRoot(folder: string): string {
  const root = join(folder, 'busybox-root');
  for (const name of ['bin', 'proc', 'sys', 'dev']) mkdirSync(join(root, name), { recursive: true });
  execFileSync('cp', ['-L', '/usr/bin/busybox', join(root, 'bin/busybox')]);
  const libraries = execFileSync('sh', ['-c', "ldd /usr/bin/busybox | grep -o '/[^ ]*' || true"], { encoding: 'utf8' })
    .split('\n')
    .filter(Boolean);
  for (const library of libraries)
    execFileSync('sh', ['-c', `mkdir -p "${root}$(dirname ${library})" && cp -L ${library} "${root}${library}"`]);
  const applets = execFileSync('/usr/bin/busybox', ['--list'], { encoding: 'utf8' }).split('\n').filter(Boolean);
  for (const applet of applets) if (applet !== 'busybox') execFileSync('ln', ['-sf', 'busybox', join(root, 'bin', applet)]);
  return root;
}
