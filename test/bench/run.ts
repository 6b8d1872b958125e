/**
 * npm run bench [-- --only hosts,many,cost,parse,judge] [--rounds N]: everything that is said of speed, measured in one run on
 * one machine, as ratios. Needs root on a Linux machine that may be loaded, with openssh-server, sysstat, pssh and jc.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startSshd } from '../sshd.ts';
import { benchHostCost } from './host-cost.ts';
import { addresses, benchManyHosts, benchOneHost, benchSlowLogin, entryNamed } from './hosts.ts';
import { benchDiagnosis } from './judge.ts';
import { benchParsers } from './parse.ts';

const { values } = parseArgs({
  options: { only: { type: 'string', default: 'hosts,many,cost,parse,judge' }, rounds: { type: 'string', default: '7' } },
});
const sections = values.only.split(',');
const rounds = Number(values.rounds);
const commands = fileURLToPath(new URL('../../commands', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'diagbot-bench-'));

console.log(`${cpus().length} x ${cpus()[0]?.model}, Node ${process.version}; figures are medians (least to most), ratios are of medians`);
try {
  if (sections.includes('parse')) await benchParsers(folder);
  if (sections.includes('judge')) benchDiagnosis(50);
  if (sections.includes('cost')) await benchHostCost(entryNamed('io', commands), entryNamed('all', commands), rounds);
  if (sections.includes('hosts') || sections.includes('many')) {
    // One sshd plays 200 hosts: its limit of connections that have not logged in yet is that of one host.
    const elsewhere = addresses.slice(1).map((address) => `ListenAddress ${address}`);
    const sshd = await startSshd(['MaxStartups 500:30:1000', 'MaxSessions 20', 'LogLevel ERROR', ...elsewhere]);
    const known = readFileSync(sshd.knownHostsFile, 'utf8');
    writeFileSync(sshd.knownHostsFile, addresses.map((address) => known.replace('127.0.0.1', address)).join(''));
    try {
      if (sections.includes('hosts')) {
        await benchOneHost(sshd, commands, rounds);
        await benchSlowLogin(sshd, commands, Math.min(rounds, 5));
      }
      if (sections.includes('many')) await benchManyHosts(sshd, folder, 200, Math.min(rounds, 3));
    } finally {
      sshd.stop();
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
