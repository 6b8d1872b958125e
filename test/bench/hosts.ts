/** What a collection costs beside the system's OpenSSH: one host, one host with slow login files, 200 hosts at once. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Run } from '../../src/app/ports.ts';
import { loadCatalogue } from '../../src/catalogue/load.ts';
import type { CatalogueEntry } from '../../src/model/command.ts';
import type { Target } from '../../src/model/target.ts';
import { createRun } from '../../src/remote/run.ts';
import type { Sshd } from '../sshd.ts';
import { inTurn, ratio, sh, show, wallMs } from './measure.ts';
import { eightCommands, runEight, sshOptions } from './openssh.ts';

const WINDOW_SECONDS = 5;
const CURVE = 'curve25519-sha256';

export function entryNamed(name: string, folder: string): CatalogueEntry {
  const entry = loadCatalogue(folder).find((candidate) => candidate.name === name);
  if (entry === undefined) throw new Error(`${folder} has no ${name}.yml`);
  return entry;
}

/** As many as sshd can listen on; hosts take them in turn, because a client is gentle with many connections to one address. */
export const addresses: readonly string[] = Array.from({ length: 16 }, (_, index) => `127.0.0.${index + 1}`);
const addressOf = (index: number): string => addresses[index % addresses.length] ?? '127.0.0.1';

function targetOf(sshd: Sshd, user: string, name = 'bench', address = '127.0.0.1'): Target {
  const reach = { transport: 'ssh2', address, port: sshd.port, user, identityFile: sshd.identityFile } as const;
  return { name, tags: [], volumes: [], reach };
}

async function collect(run: Run, target: Target, entry: CatalogueEntry): Promise<void> {
  const result = await run(target, entry, WINDOW_SECONDS, () => undefined, new AbortController().signal);
  if (result.kind === 'unreachable') throw new Error(result.why.message);
  if (result.collection.ended !== 'complete') throw new Error(`the collection ended ${result.collection.ended}`);
}

const beyond = async (work: () => Promise<unknown>): Promise<number> => (await wallMs(work)) - WINDOW_SECONDS * 1000;

/** An account of its own with just these login files, so that those of whoever runs the bench do not count. */
async function withAccount(sshd: Sshd, bashrc: string, work: (user: string) => Promise<void>): Promise<void> {
  const user = 'diagbot-bench';
  const home = join(sshd.folder, 'home');
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, '.bashrc'), bashrc);
  execFileSync('useradd', ['-d', home, '-M', '-s', '/bin/bash', user], { stdio: 'ignore' });
  try {
    execFileSync('usermod', ['-p', '*', user], { stdio: 'ignore' });
    execFileSync('chown', ['-R', user, home]);
    await work(user);
  } finally {
    execFileSync('userdel', [user], { stdio: 'ignore' });
  }
}

export async function benchOneHost(sshd: Sshd, commands: string, rounds: number): Promise<void> {
  const run = createRun({ knownHostsFiles: [sshd.knownHostsFile], identityFiles: [sshd.identityFile] });
  const entry = entryNamed('io', commands);
  console.log(`\nOne host, ${WINDOW_SECONDS} s window, wall time beyond it; each from a fresh connection`);
  console.log(`  eight commands at once over one fresh multiplexed connection: ${eightCommands.join('; ')}`);
  await withAccount(sshd, '', async (user) => {
    const spreads = await inTurn(rounds, {
      ours: () => beyond(() => collect(run, targetOf(sshd, user), entry)),
      default: () => beyond(() => runEight(sshd, user)),
      curve: () => beyond(() => runEight(sshd, user, CURVE)),
    });
    for (const [name, spread] of Object.entries(spreads)) console.log(`  ${name}: ${show(spread, 'ms')}`);
    ratio('diagbot io / OpenSSH, default key exchange', (spreads['ours']?.median ?? 0) / (spreads['default']?.median ?? 0), {
      atMost: 1.0,
    });
    ratio(`diagbot io / OpenSSH, ${CURVE}`, (spreads['ours']?.median ?? 0) / (spreads['curve']?.median ?? 0), { atMost: 1.2 });
  });
}

/** ~/.bashrc starts a hundred processes at each login, as prompt and completion set-ups do. */
export async function benchSlowLogin(sshd: Sshd, commands: string, rounds: number): Promise<void> {
  const run = createRun({ knownHostsFiles: [sshd.knownHostsFile], identityFiles: [sshd.identityFile] });
  const entry = entryNamed('io', commands);
  console.log('\nOne host whose ~/.bashrc starts 100 processes, wall time beyond the window');
  await withAccount(sshd, 'for i in $(seq 100); do /bin/true; done\n', async (user) => {
    const spreads = await inTurn(rounds, {
      ours: () => beyond(() => collect(run, targetOf(sshd, user), entry)),
      openssh: () => beyond(() => runEight(sshd, user, CURVE)),
    });
    for (const [name, spread] of Object.entries(spreads)) console.log(`  ${name}: ${show(spread, 'ms')}`);
    ratio('diagbot io / OpenSSH with slow login files', (spreads['ours']?.median ?? 0) / (spreads['openssh']?.median ?? 0), {
      atMost: 0.5,
    });
  });
}

/** One line of vmstat on each of 200 hosts (one sshd plays all of them), so that what is compared is the way there. */
export async function benchManyHosts(sshd: Sshd, folder: string, hosts: number, rounds: number): Promise<void> {
  const commands = join(folder, 'commands');
  mkdirSync(commands, { recursive: true });
  writeFileSync(
    join(commands, 'probe.yml'),
    'name: probe\ntitle: One sampler\nwallSeconds: 60\ncommands:\n  - id: vmstat\n    run: vmstat -w {interval} {count+1}\n    parser: vmstat\n    timeoutSeconds: 60\n    why: the way to the host\n',
  );
  const entry = entryNamed('probe', commands);
  const run = createRun({ knownHostsFiles: [sshd.knownHostsFile], identityFiles: [sshd.identityFile] });
  await withAccount(sshd, '', (user) =>
    compareMany(sshd, folder, user, hosts, rounds, (name) => collect(run, targetOf(sshd, user, name), entry)),
  );
}

async function compareMany(
  sshd: Sshd,
  folder: string,
  user: string,
  hosts: number,
  rounds: number,
  ours: (name: string) => Promise<void>,
): Promise<void> {
  const list = join(folder, 'hosts.txt');
  const names = Array.from({ length: hosts }, (_, index) => `h${index}`);
  // OpenSSH and pssh want distinct names: each is an alias of the one address.
  const config = join(folder, 'ssh_config');
  const places = names.map((name, index) => `Host ${name}\n  HostName ${addressOf(index)}\n`).join('');
  writeFileSync(config, `${places}Host h*\n  HostKeyAlias [127.0.0.1]:${sshd.port}\n  User ${user}\n`);
  writeFileSync(list, `${names.join('\n')}\n`);
  const optionsWith = (kex?: string) => sshOptions(sshd, kex).replace('-F none', `-F ${config}`);
  const command = `vmstat -w 1 ${WINDOW_SECONDS + 1}`;
  console.log(
    `\n${hosts} hosts at once, ${WINDOW_SECONDS} s window, wall time beyond it: ${command}; pssh with the key exchange it chooses, xargs ssh with ${CURVE}`,
  );
  const pssh = optionsWith()
    .replace(/-o (\S+)/g, '-O $1')
    .replace(/-F (\S+)/, '-x "-F $1"')
    .replace(/-i (\S+)/, '-x "-i $1"');
  const spreads = await inTurn(rounds, {
    ours: () => beyond(() => Promise.all(names.map(ours))),
    pssh: () => beyond(() => sh(`parallel-ssh -p ${hosts} -t 0 -h ${list} ${pssh} '${command}' >/dev/null`)),
    xargs: () => beyond(() => sh(`xargs -P ${hosts} -I{} ssh ${optionsWith(CURVE)} {} '${command}' <${list} >/dev/null`)),
  });
  for (const [name, spread] of Object.entries(spreads)) console.log(`  ${name}: ${show(spread, 'ms')}`);
  ratio('diagbot / pssh', (spreads['ours']?.median ?? 0) / (spreads['pssh']?.median ?? 0), { atMost: 0.35 });
  ratio('diagbot / xargs ssh', (spreads['ours']?.median ?? 0) / (spreads['xargs']?.median ?? 0), { atMost: 1.0 });
}
