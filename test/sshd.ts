import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

/** A private sshd on 127.0.0.1 with its own keys, and the files a client needs to reach it as whoever runs the test. */
export interface Sshd {
  readonly port: number;
  readonly user: string;
  readonly identityFile: string;
  readonly knownHostsFile: string;
  readonly folder: string;
  readonly stop: () => void;
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  return address.port;
}

/** Starts it and waits until it answers. `extra` are further lines of sshd_config. */
export async function startSshd(extra: readonly string[] = []): Promise<Sshd> {
  const folder = mkdtempSync(join(tmpdir(), 'diagbot-sshd-'));
  chmodSync(folder, 0o755);
  mkdirSync('/run/sshd', { recursive: true, mode: 0o755 });
  for (const key of ['hostkey', 'id']) execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(folder, key)]);
  writeFileSync(join(folder, 'authorized_keys'), readFileSync(join(folder, 'id.pub')), { mode: 0o644 });
  const port = await freePort();
  const config = [
    `Port ${port}`,
    'ListenAddress 127.0.0.1',
    `HostKey ${folder}/hostkey`,
    `AuthorizedKeysFile ${folder}/authorized_keys`,
    'PidFile none',
    'StrictModes no',
    'UsePAM no',
    'PasswordAuthentication no',
    'KbdInteractiveAuthentication no',
    'PermitRootLogin prohibit-password',
    ...extra,
  ];
  writeFileSync(join(folder, 'sshd_config'), `${config.join('\n')}\n`);
  const [type, key] = readFileSync(join(folder, 'hostkey.pub'), 'utf8').split(' ');
  writeFileSync(join(folder, 'known_hosts'), `[127.0.0.1]:${port} ${type} ${key}\n`);
  const daemon = spawn('/usr/sbin/sshd', ['-D', '-f', join(folder, 'sshd_config'), '-E', join(folder, 'sshd.log')], { stdio: 'ignore' });
  const stop = (): void => {
    daemon.kill();
    rmSync(folder, { recursive: true, force: true });
  };
  for (let attempt = 0; attempt < 50; attempt += 1) {
    try {
      execFileSync('ssh-keyscan', ['-T', '1', '-p', String(port), '127.0.0.1'], { stdio: 'ignore' });
      return {
        port,
        user: userInfo().username,
        identityFile: join(folder, 'id'),
        knownHostsFile: join(folder, 'known_hosts'),
        folder,
        stop,
      };
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  const log = readFileSync(join(folder, 'sshd.log'), 'utf8');
  stop();
  throw new Error(`sshd did not come up on port ${port}: ${log}`);
}
