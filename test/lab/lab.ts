import { execFile, execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dispatch } from '../../src/cli/dispatch.ts';
import type { Diagnosis } from '../../src/model/diagnosis.ts';
import { type Sshd, startSshd } from '../sshd.ts';
import type { Scenario } from './scenario.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const scriptOf = ({ area }: Scenario): string => fileURLToPath(new URL(`faults/${area}.sh`, import.meta.url));
const execFileAsync = (file: string, args: readonly string[]): Promise<{ code: number; stdout: string; stderr: string }> =>
  new Promise((resolve) => {
    execFile(file, args, { cwd: root, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? 1 : 0, stdout, stderr });
    });
  });

/** `diagbot …` in this process: starting another for each reading would cost the machine more CPU than some of the faults. */
async function diagbot(args: readonly string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const said = { stdout: '', stderr: '' };
  const code = await dispatch(args, {
    print: (text) => {
      said.stdout += text;
    },
    complain: (line) => {
      said.stderr += `${line}\n`;
    },
    stdin: process.stdin,
    color: false,
    now: () => new Date(),
  });
  return { code, ...said };
}

/** What this machine lacks for making faults; empty where they can be made. */
export function missingForLab(): string[] {
  const missing: string[] = [];
  if (process.platform !== 'linux') missing.push('Linux');
  if (process.getuid?.() !== 0) missing.push('root');
  try {
    accessSync('/sys/fs/cgroup/blkio/blkio.throttle.read_bps_device', constants.W_OK);
  } catch {
    missing.push('a writable cgroup v1 blkio hierarchy');
  }
  if (!existsSync('/dev/fuse')) missing.push('/dev/fuse');
  for (const program of ['losetup', 'fio', 'mkfs.ext4', 'fsfreeze', 'python3', 'ssh-keygen', 'ip', 'tc', 'iptables-legacy']) {
    try {
      execFileSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' });
    } catch {
      missing.push(program);
    }
  }
  for (const file of ['/usr/sbin/sshd', '/usr/sbin/logrotate']) if (!existsSync(file)) missing.push(file);
  return missing;
}

/** The machine itself as an SSH host of the product, for as long as the lab is open. */
export interface Lab {
  readonly diagnose: (subcommand: string, windowSeconds: number) => Promise<Diagnosis>;
  readonly close: () => void;
}

export async function openLab(): Promise<Lab> {
  const sshd: Sshd = await startSshd();
  const hosts = join(sshd.folder, 'hosts.yml');
  writeFileSync(hosts, `hosts:\n  - {name: lab, address: 127.0.0.1, port: ${sshd.port}, user: ${sshd.user}, transport: ssh2}\n`);
  const login = ['--hosts', hosts, '--known-hosts', sshd.knownHostsFile, '--identity', sshd.identityFile];
  return {
    diagnose: async (subcommand, windowSeconds) => {
      const args = ['run', '--json', ...login, subcommand, 'lab', 'for', `${windowSeconds}s`];
      const { code, stdout, stderr } = await diagbot(args);
      if (code !== 0) throw new Error(`diagbot ${args.join(' ')} ended with ${code}: ${stderr}`);
      return JSON.parse(stdout) as Diagnosis;
    },
    close: sshd.stop,
  };
}

/** One fault that is up: what it is called on this machine, and the way to take it down. */
export interface Fault {
  /** What the answer may have to be about, where the fault has such a thing. */
  readonly subjects: Readonly<Record<NonNullable<Scenario['subject']>, string | undefined>>;
  readonly down: () => Promise<void>;
}

export async function raise(scenario: Scenario): Promise<Fault> {
  const { fault } = scenario;
  const state = mkdtempSync(join(tmpdir(), 'diagbot-lab-'));
  const up = await execFileAsync('bash', [scriptOf(scenario), 'up', fault, state]);
  const down = async (): Promise<void> => {
    const { stderr } = await execFileAsync('bash', [scriptOf(scenario), 'down', fault, state]);
    if (existsSync(state)) {
      rmSync(state, { recursive: true, force: true });
      throw new Error(`${fault} could not be taken down: ${stderr}`);
    }
  };
  if (up.code !== 0 && !fault.startsWith('full-')) {
    await down();
    throw new Error(`${fault} could not be made: ${up.stderr}`);
  }
  const noted = (name: string) => (existsSync(join(state, name)) ? basename(readFileSync(join(state, name), 'utf8').trim()) : undefined);
  return { subjects: { device: noted('device'), mount: join(state, 'mnt'), cgroup: noted('cgroup') }, down };
}

/** What of a diagnosis is not as the scenario demands, in words; empty when all is right. */
export function faultsOf(diagnosis: Diagnosis, scenario: Scenario, { subjects }: Fault): string[] {
  const wrong: string[] = [];
  const [answer] = diagnosis.findings;
  if (!scenario.accepted.includes(diagnosis.cause)) {
    wrong.push(`expected ${scenario.accepted.join(' or ')}, got ${diagnosis.cause}: ${diagnosis.headline}`);
  }
  const named = answer?.culprit?.process;
  if (scenario.culprit && !scenario.culprit.includes(named ?? ''))
    wrong.push(`expected culprit ${scenario.culprit.join(' or ')}, got ${named}`);
  if (scenario.parent && !answer?.culprit?.parents.some(({ process: parent }) => parent === scenario.parent)) {
    wrong.push(
      `expected ${scenario.parent} among the parents, got ${answer?.culprit?.parents.map((parent) => parent.process).join(' > ')}`,
    );
  }
  const subject = scenario.subject && subjects[scenario.subject];
  if (subject !== undefined && !isAbout(answer?.subject?.name, subject))
    wrong.push(`expected it to be about ${subject}, got ${answer?.subject?.name}`);
  if (scenario.headline && !scenario.headline.test(diagnosis.headline))
    wrong.push(`expected ${scenario.headline}, got ${diagnosis.headline}`);
  if (scenario.notice && !diagnosis.findings.some(({ cause, severity }) => cause === scenario.notice && severity === 'notice')) {
    wrong.push(`expected a notice of ${scenario.notice}, got none`);
  }
  for (const { command, text, why } of diagnosis.unread.lines) wrong.push(`${command} printed what was not understood (${why}): ${text}`);
  for (const { culprit } of diagnosis.findings) {
    if (culprit && scenario.never?.includes(culprit.process)) wrong.push(`${culprit.process} is blamed, which only stands beside it`);
  }
  return wrong;
}

/** A control group is named by its path, of which the last part is the fault's own. */
function isAbout(found: string | undefined, wanted: string): boolean {
  return found === wanted || found?.split('/').at(-1) === wanted;
}

export const seconds = (count: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, count * 1000));
