import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadCatalogue } from '../../src/catalogue/load.ts';
import type { RawOutput } from '../../src/model/output.ts';
import { createRun } from '../../src/remote/run.ts';
import { assemble } from '../../src/snapshot/assemble.ts';
import type { Snapshot } from '../../src/snapshot/snapshot.ts';
import { type Sshd, startSshd } from '../sshd.ts';

const possible = process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/sbin/sshd');
if (!possible) console.warn('long-window.test.ts is left out: it needs root, Linux and openssh-server');

const SESSIONS = 3;
const SESSION_SECONDS = 3;

describe.runIf(possible)('a window that is longer than a session', () => {
  let sshd: Sshd;
  let outputs: ReadonlyMap<string, RawOutput>;
  let snapshot: Snapshot;
  let elapsedSeconds: number;
  const busy: ChildProcess[] = [];
  const burn = (): number => {
    const child = spawn('sh', ['-c', 'while :; do :; done'], { stdio: 'ignore' });
    busy.push(child);
    return child.pid ?? 0;
  };
  let early: number;
  let late: number;

  beforeAll(async () => {
    sshd = await startSshd();
    const io = loadCatalogue('commands').find(({ name }) => name === 'io');
    if (io === undefined) throw new Error('commands/io.yml is gone');
    const run = createRun({
      knownHostsFiles: [sshd.knownHostsFile],
      identityFiles: [sshd.identityFile],
      maxSessionSeconds: io.wallSeconds + SESSION_SECONDS,
    });
    const reach = { transport: 'ssh2', address: '127.0.0.1', port: sshd.port, user: sshd.user } as const;
    const startedMs = performance.now();
    early = burn();
    // As long as the first session samples nothing else is known of it: it begins in the second or the third.
    const timer = setTimeout(() => (late = burn()), 5500);
    const result = await run(
      { name: 'host-1', tags: [], volumes: [], reach },
      io,
      SESSIONS * SESSION_SECONDS,
      () => {},
      new AbortController().signal,
    );
    clearTimeout(timer);
    elapsedSeconds = (performance.now() - startedMs) / 1000;
    if (result.kind !== 'collected') throw new Error(result.why.message);
    expect(result.collection).toMatchObject({ ended: 'complete', noise: [] });
    outputs = new Map(result.collection.outputs.map((output) => [output.id, output]));
    snapshot = assemble({
      host: 'host-1',
      takenAt: new Date(),
      outputs: result.collection.outputs,
      volumes: [],
      pasted: false,
      commands: io.commands,
    });
  });
  afterAll(() => {
    for (const child of busy) child.kill('SIGKILL');
    sshd.stop();
  });
  const textOf = (id: string): string => outputs.get(id)?.stdout ?? '';
  const counter = (id: string, name: string): number => Number(new RegExp(`^/proc/stat:${name} (\\d+)`, 'm').exec(textOf(id))?.[1]);
  const processOf = (pid: number) => snapshot.views.processes?.all.find((process) => process.pid === pid);

  test('samplers tell of each second, and no mean since boot stands among them', () => {
    expect(snapshot.views.cpu?.intervals).toHaveLength(SESSIONS * SESSION_SECONDS);
    expect(textOf('vmstat').match(/^-*procs/gm)).toHaveLength(1);
    expect(textOf('iostat').match(/^Device/gm)).toHaveLength(SESSIONS * SESSION_SECONDS);
  });

  test('counters grow from the first reading of the first session to the second of the last, over the time that this took', () => {
    const uptime = (id: string): number => Number(/^\/proc\/uptime:([\d.]+)/m.exec(textOf(id))?.[1]);
    const seconds = uptime('kernel.2') - uptime('kernel.1');
    expect(seconds).toBeGreaterThan(SESSIONS * SESSION_SECONDS);
    expect(seconds).toBeLessThan(elapsedSeconds);
    expect(snapshot.windowSeconds).toBeCloseTo(seconds, 1);
    const { window } = snapshot.views.cpu ?? {};
    expect(window?.contextSwitchesPerS).toBeCloseTo((counter('kernel.2', 'ctxt') - counter('kernel.1', 'ctxt')) / seconds, 0);
    const shares = [window?.userPct, window?.nicePct, window?.systemPct, window?.idlePct, window?.iowaitPct, window?.stealPct];
    const sum = shares.reduce<number>((total, share) => total + (share ?? 0), 0);
    expect(sum).toBeGreaterThan(90);
    expect(sum).toBeLessThan(101);
  });

  test('a process is followed through all sessions, and one that came later is known by parent and command line', () => {
    const { reports } = snapshot.views.processes ?? {};
    expect(processOf(early)?.intervals).toHaveLength(reports ?? 0);
    expect(Math.min(...(processOf(early)?.intervals ?? []).map(({ cpuPct }) => cpuPct ?? 0))).toBeGreaterThan(1);
    expect(processOf(late)).toMatchObject({ parentPid: process.pid, commandLine: 'sh -c while :; do :; done' });
    expect(processOf(late)?.intervals.length).toBeLessThan(reports ?? 0);
  });

  test('nothing that a session of ours started is taken for a process of the host', () => {
    const known = textOf('session').trim().split('\n').map(Number);
    const ps = [...outputs.values()].filter(({ commandId }) => commandId === 'ps');
    expect(ps).toHaveLength(SESSIONS);
    // pid, ppid, sid: each session has its shell for its leader.
    const rows = ps.flatMap(({ stdout }) => stdout.split('\n').map((line) => line.trim().split(/ +/).map(Number)));
    const inSessions = rows.filter(([, , sid = -1]) => known.includes(sid)).map(([pid]) => pid);
    expect(new Set(inSessions).size).toBeGreaterThan(SESSIONS * 10);
    const own = new Set([...known, ...inSessions]);
    expect(snapshot.views.processes?.all.filter(({ pid }) => own.has(pid))).toEqual([]);
    // Samplers run for the whole of a session: each is known, whether ps came too early for it or not.
    const sampled = textOf('pidstat')
      .split('\n')
      .filter((line) => /\s(pidstat|iostat|vmstat)$/.test(line))
      .map((line) => line.trim().split(/\s+/).map(Number))
      .filter((cells) => cells.some((cell) => own.has(cell)));
    expect(sampled.length).toBeGreaterThanOrEqual(SESSIONS);
  });
});
