/** What a collection costs the host itself, without SSH: CPU, forks, and how far apart its samplers start. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import type { CatalogueEntry } from '../../src/model/command.ts';
import { argumentWords, programOf } from '../../src/remote/program.ts';
import { dyingGroups, liveGroups, processes } from './crowd.ts';
import { ratio, type Spread, show, spreadOf } from './measure.ts';
import { eightCommands } from './openssh.ts';

const WINDOW_SECONDS = 5;
const GROUP = '/sys/fs/cgroup/cpuacct/diagbot-bench';

const forksSoFar = (): number => Number(/^processes (\d+)/m.exec(readFileSync('/proc/stat', 'utf8'))?.[1]);
const cpuMsSoFar = (): number => Number(readFileSync(`${GROUP}/cpuacct.usage`, 'utf8')) / 1e6;

/** Runs sh with this on its standard input, within a CPU accounting group of its own, to its end; resolves to the bytes that it printed. */
function inGroup(script: string, args: readonly string[], onStart?: (child: ChildProcess) => void): Promise<number> {
  const child = spawn('sh', ['-c', `echo $$ >${GROUP}/cgroup.procs; exec sh -s -- "$@"`, 'sh', ...args], {
    detached: true,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  onStart?.(child);
  let bytes = 0;
  child.stdout?.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
  });
  child.stdin?.on('error', () => undefined);
  // The program takes an ended standard input for a reader that is gone: it stays open until the program ends.
  child.stdin?.write(script);
  return new Promise((resolve) => child.once('close', () => resolve(bytes)));
}

interface Cost {
  readonly cpuMs: number;
  readonly forks: number;
  readonly wallMs: number;
  readonly bytes: number;
}
async function costOf(work: () => Promise<number>): Promise<Cost> {
  const [cpu, forks, started] = [cpuMsSoFar(), forksSoFar(), performance.now()];
  const bytes = await work();
  return { cpuMs: cpuMsSoFar() - cpu, forks: forksSoFar() - forks, wallMs: performance.now() - started, bytes };
}

const plain = `${eightCommands.map((command) => `(${command}) >/dev/null &`).join('\n')}\nwait\nexit\n`;

function ours(entry: CatalogueEntry, onStart?: (child: ChildProcess) => void): Promise<number> {
  const words = argumentWords({
    nonce: randomBytes(16).toString('hex'),
    seconds: WINDOW_SECONDS,
    intervalSeconds: 1,
    deadlineSeconds: WINDOW_SECONDS + entry.wallSeconds,
    maxBytes: 10_000_000,
    hung: [],
  });
  return inGroup(programOf(entry).text, words, onStart);
}

/** Clock ticks since boot at which each sampler started, read from /proc/PID/stat (field 22, 10 ms). */
function samplerStartsMs(): number[] {
  const starts: number[] = [];
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      if (!/\((vmstat|iostat|pidstat)\)/.test(stat)) continue;
      starts.push(Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]) * 10);
    } catch {
      // It has ended meanwhile.
    }
  }
  return starts;
}

async function measure(
  entry: CatalogueEntry,
  rounds: number,
): Promise<Record<'oursCpu' | 'oursForks' | 'plainCpu' | 'plainForks', Spread>> {
  const costs = { ours: [] as Cost[], plain: [] as Cost[] };
  for (let round = 0; round < rounds; round += 1) {
    costs.ours.push(await costOf(() => ours(entry)));
    costs.plain.push(await costOf(() => inGroup(plain, [])));
  }
  return {
    oursCpu: spreadOf(costs.ours.map(({ cpuMs }) => cpuMs)),
    oursForks: spreadOf(costs.ours.map(({ forks }) => forks)),
    plainCpu: spreadOf(costs.plain.map(({ cpuMs }) => cpuMs)),
    plainForks: spreadOf(costs.plain.map(({ forks }) => forks)),
  };
}

function print(title: string, spreads: Awaited<ReturnType<typeof measure>>): void {
  console.log(`  ${title}`);
  console.log(`    diagbot program io: CPU ${show(spreads.oursCpu, 'ms')}, forks ${show(spreads.oursForks, '')}`);
  console.log(`    eight plain commands: CPU ${show(spreads.plainCpu, 'ms')}, forks ${show(spreads.plainForks, '')}`);
}

/** The widest collection on machines on which everything that it walks is outsize. */
async function benchLargeHosts(entry: CatalogueEntry): Promise<void> {
  const deadlineSeconds = WINDOW_SECONDS + entry.wallSeconds;
  console.log(`\nCost of ${entry.name} on a large host, ${WINDOW_SECONDS} s window, deadline ${deadlineSeconds} s, without SSH`);
  for (const crowd of [processes(5000), dyingGroups(40_000), liveGroups(40_000)]) {
    try {
      await crowd.up();
      const { cpuMs, wallMs, bytes } = await costOf(() => ours(entry));
      console.log(`  ${crowd.title}: CPU ${(cpuMs / 1000).toFixed(1)} s, ${(bytes / 1e6).toFixed(1)} MB from the host`);
      ratio(`${crowd.title}: wall time / deadline`, wallMs / 1000 / deadlineSeconds, { atMost: 1 });
      ratio(`${crowd.title}: bytes / 32 MB`, bytes / 32e6, { atMost: 1 });
    } finally {
      await crowd.down();
    }
  }
}

export async function benchHostCost(entry: CatalogueEntry, widest: CatalogueEntry, rounds: number): Promise<void> {
  mkdirSync(GROUP, { recursive: true });
  try {
    console.log(`\nCost on the host, ${WINDOW_SECONDS} s window, without SSH`);
    const skews: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await ours(entry, () => {
        setTimeout(() => {
          const starts = samplerStartsMs();
          skews.push(Math.max(...starts) - Math.min(...starts));
        }, 2000);
      });
    }
    console.log(`  start skew of vmstat, iostat and pidstat: ${show(spreadOf(skews), 'ms')} (the kernel tells it to 10 ms)`);
    print('this machine as it is', await measure(entry, rounds));
    const crowd = processes(1000);
    try {
      await crowd.up();
      const crowded = await measure(entry, rounds);
      print(`with ${crowd.title}`, crowded);
      ratio(`CPU on the host with ${crowd.title} / eight plain commands`, crowded.oursCpu.median / crowded.plainCpu.median, {
        atMost: 0.6,
      });
    } finally {
      await crowd.down();
    }
    await benchLargeHosts(widest);
  } finally {
    try {
      rmdirSync(GROUP);
    } catch {
      writeFileSync('/dev/stderr', `bench: ${GROUP} still has tasks and was left\n`);
    }
  }
}
