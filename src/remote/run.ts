import { randomBytes } from 'node:crypto';
import type { CatalogueEntry } from '../model/command.ts';
import type { Collection } from '../model/output.ts';
import type { Target } from '../model/target.ts';
import { joined, MAX_SESSION_SECONDS, windowsOf } from './chain.ts';
import { createHungMemory, type HungMemory } from './hung.ts';
import { openLocal } from './local.ts';
import { outputsOf } from './outputs.ts';
import { argumentWords, intervalSecondsFor, type Program, programOf } from './program.ts';
import { replay } from './replay.ts';
import { runSession, type SessionEnd } from './session.ts';
import { createSshOpener, type SshOptions } from './ssh.ts';
import { type Opened, type RunResult, unreachable } from './transport.ts';

type Progress =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'sampling'; readonly elapsedSeconds: number; readonly windowSeconds: number }
  | { readonly kind: 'reading' };

type OnProgress = (progress: Progress) => void;

/** The `run` of app/ports.ts. */
export type RunOnHost = (
  target: Target,
  entry: CatalogueEntry,
  windowSeconds: number,
  onProgress: OnProgress,
  signal: AbortSignal,
) => Promise<RunResult>;

export interface RunOptions extends SshOptions {
  /** What one session may last; a longer window is a chain of them. Five minutes unless said. */
  readonly maxSessionSeconds?: number;
}

/** Of everything that one session may send. */
const MAX_SESSION_BYTES = 32_000_000;
const MAX_COMMAND_BYTES = 8_000_000;
/** The host ends the program at its own deadline; the bot waits a little longer before it gives up on the host. */
const BOT_PATIENCE_SECONDS = 4;

/** Runs a catalogue entry on a target: one session, or a chain of them for a long window. */
export function createRun(options: RunOptions): RunOnHost {
  const openSsh = createSshOpener(options);
  const hung = createHungMemory();
  const maxSessionSeconds = options.maxSessionSeconds ?? MAX_SESSION_SECONDS;
  const open = (target: Target, words: readonly string[], signal: AbortSignal): Promise<Opened> =>
    target.reach.transport === 'ssh2' ? openSsh(target.name, target.reach, words, signal) : openLocal(target.name, words);

  return async (target, entry, windowSeconds, onProgress, signal) => {
    onProgress({ kind: 'connecting' });
    if (target.reach.transport === 'replay') {
      const sampling = (elapsedSeconds: number, recordedSeconds: number) =>
        onProgress({ kind: 'sampling', elapsedSeconds, windowSeconds: recordedSeconds });
      return replay(target.name, target.reach.recording, sampling, signal);
    }
    const program = programOf(entry);
    const progress = windowProgress(windowSeconds, onProgress);
    try {
      const windows = windowsOf(windowSeconds, entry.wallSeconds, maxSessionSeconds);
      return await runChain(target, entry, windows, { program, hung, open, progress, signal });
    } finally {
      progress.stop();
    }
  };
}

interface ChainTools {
  readonly program: Program;
  readonly hung: HungMemory;
  readonly open: (target: Target, words: readonly string[], signal: AbortSignal) => Promise<Opened>;
  readonly progress: WindowProgress;
  readonly signal: AbortSignal;
}

async function runChain(target: Target, entry: CatalogueEntry, windows: readonly number[], tools: ChainTools): Promise<RunResult> {
  const sessions: Collection[] = [];
  for (const seconds of windows) {
    const result = await runOnce(target, entry, seconds, tools);
    // Where the host is lost between two sessions, what the earlier ones gave is still an answer.
    if (result.kind === 'unreachable') return sessions.length === 0 ? result : collected(entry, sessions, 'cut');
    sessions.push(result.collection);
    if (result.collection.ended !== 'complete') break;
  }
  return collected(entry, sessions, sessions.at(-1)?.ended ?? 'complete');
}

function collected(entry: CatalogueEntry, sessions: readonly Collection[], ended: Collection['ended']): RunResult {
  const outputs = joined(
    entry,
    sessions.map((session) => session.outputs),
  );
  return { kind: 'collected', collection: { outputs, ended, noise: sessions.flatMap(({ noise }) => noise).slice(0, 50) } };
}

async function runOnce(target: Target, entry: CatalogueEntry, seconds: number, tools: ChainTools): Promise<RunResult> {
  const nonce = randomBytes(8).toString('hex');
  const deadlineSeconds = seconds + entry.wallSeconds;
  const words = argumentWords({
    nonce,
    seconds,
    intervalSeconds: intervalSecondsFor(seconds),
    deadlineSeconds,
    maxBytes: MAX_COMMAND_BYTES,
    hung: tools.hung.of(target.name),
  });
  const opened = await tools.open(target, words, tools.signal);
  if (opened.kind === 'unreachable') return opened;
  const startedAt = new Date();
  const limits = { windowSeconds: seconds, deadlineSeconds: deadlineSeconds + BOT_PATIENCE_SECONDS, maxBytes: MAX_SESSION_BYTES };
  const session = await runSession(opened.channel, tools.program, nonce, entry, limits, tools.progress.start, tools.signal);
  if (session.ended === 'no-hello' || session.frames.helloPid === undefined) return noShell(target.name, session);
  const outputs = outputsOf(entry, session, startedAt);
  tools.hung.learn(target.name, outputs, session.frames);
  return { kind: 'collected', collection: { outputs, ended: session.ended, noise: session.frames.noise } };
}

function noShell(name: string, session: SessionEnd): RunResult {
  if (session.ended === 'cancelled') return unreachable('cancelled', `${name}: cancelled before the host answered`);
  const [said] = session.frames.noise;
  const found = said === undefined ? 'nothing came back' : `what came back begins with ${JSON.stringify(said.slice(0, 120))}`;
  return unreachable(
    'no-shell',
    `${name}: logged in, but the account's shell did not run the program: ${found}; check its login shell, forced command and ~/.bashrc`,
  );
}

interface WindowProgress {
  readonly start: () => void;
  readonly stop: () => void;
}

/** Tells each second how far the window is, from the first hello on; a chain of sessions counts on. */
function windowProgress(windowSeconds: number, onProgress: OnProgress): WindowProgress {
  let timer: NodeJS.Timeout | undefined;
  const tell = (startedMs: number): void => {
    const elapsedSeconds = (performance.now() - startedMs) / 1000;
    if (elapsedSeconds < windowSeconds) onProgress({ kind: 'sampling', elapsedSeconds, windowSeconds });
    else onProgress({ kind: 'reading' });
  };
  return {
    start: () => {
      if (timer !== undefined) return;
      const startedMs = performance.now();
      tell(startedMs);
      timer = setInterval(() => tell(startedMs), 1000);
    },
    stop: () => clearInterval(timer),
  };
}
