/**
 * Brings the Debian packages that the end-to-end tests use, announced first; npm test runs it before the tests.
 * Where they cannot be brought (not root, no apt) it says loudly what the tests will leave out, and lets them run.
 */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** What shows that a package is there, the package, and what needs it. */
const needed: readonly { readonly files: readonly string[]; readonly debian: string; readonly why: string }[] = [
  { files: ['sshd', 'ssh', 'ssh-keygen'], debian: 'openssh-server openssh-client', why: 'a real sshd to collect over' },
  { files: ['iostat', 'pidstat'], debian: 'sysstat', why: 'the samplers' },
  { files: ['vmstat', 'ps'], debian: 'procps', why: 'the samplers' },
  { files: ['fio'], debian: 'fio', why: 'disk load of the real faults' },
  { files: ['ip', 'tc', 'ss', 'iptables-legacy'], debian: 'iproute2 iptables', why: 'the network faults' },
  { files: ['logrotate'], debian: 'logrotate', why: 'the log rotation fault' },
  { files: ['mkfs.ext4'], debian: 'e2fsprogs', why: 'file systems of the real faults' },
  { files: ['python3'], debian: 'python3', why: 'the hung remote file system' },
  { files: ['chromium'], debian: 'chromium', why: 'the page, used as a person would' },
  { files: ['pg_ctlcluster'], debian: 'postgresql', why: 'the store on a real Postgres' },
  { files: ['busybox'], debian: 'busybox', why: 'the collecting program under busybox sh' },
];

function isThere(program: string): boolean {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/sbin', '/usr/bin', '/bin'];
  return folders.some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

const missing = needed.filter(({ files }) => !files.every(isThere));
if (missing.length > 0) {
  const packages = missing.flatMap(({ debian }) => debian.split(' '));
  const canInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (canInstall) {
    console.error(`npm test: installing Debian packages that the end-to-end tests need: ${packages.join(' ')}`);
    const apt = (...args: string[]): boolean =>
      spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
        .status === 0;
    apt('update', '-qq');
    apt('install', '-y', '-qq', '--no-install-recommends', ...packages);
  }
  for (const { files, debian, why } of needed.filter(({ files: programs }) => !programs.every(isThere))) {
    console.error(
      `npm test: LEFT OUT what needs ${debian} (${why}): ${files.join(', ')} not found; as root on Debian or Ubuntu: apt-get install ${debian}`,
    );
  }
}
