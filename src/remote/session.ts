import type { CatalogueEntry } from '../model/command.ts';
import type { Collection } from '../model/output.ts';
import { createFrameReader, type FrameState } from './frames.ts';
import type { Program } from './program.ts';
import type { Channel } from './transport.ts';

/** How one session went: what came, and why it ended. */
export interface SessionEnd {
  readonly frames: FrameState;
  readonly ended: Collection['ended'] | 'no-hello';
}

export interface SessionLimits {
  readonly windowSeconds: number;
  readonly deadlineSeconds: number;
  /** Of everything that the host sends. */
  readonly maxBytes: number;
}

/** Login files that read or print for longer have swallowed the program. */
const HELLO_SECONDS = 10;
/** What the host takes to end its process group once its standard input has ended, before the connection is dropped. */
const CLOSING_SECONDS = 3;

/**
 * Sends the program over an open channel and reads its frames until it says that it has ended. Whatever happens on the
 * way (silence, too many bytes, a deadline, a wish to cancel) ends the lifeline, and what came until then is the answer.
 */
export function runSession(
  channel: Channel,
  program: Program,
  nonce: string,
  entry: CatalogueEntry,
  limits: SessionLimits,
  onHello: () => void,
  signal: AbortSignal,
): Promise<SessionEnd> {
  const reader = createFrameReader(nonce);
  const startedMs = performance.now();
  return new Promise((resolve) => {
    let greeted = false;
    let settled = false;
    const elapsed = () => (performance.now() - startedMs) / 1000;
    const finish = (ended: SessionEnd['ended']): void => {
      if (settled) return;
      settled = true;
      clearInterval(watch);
      signal.removeEventListener('abort', cancel);
      channel.close();
      const grace = setTimeout(() => resolve({ frames: reader.state, ended }), CLOSING_SECONDS * 1000);
      // After a clean end nothing more can come; else the host is given the time to clean up.
      const done = () => {
        clearTimeout(grace);
        resolve({ frames: reader.state, ended });
      };
      if (ended === 'complete' && reader.state.ended) done();
      else void channel.closed.then(done);
    };
    const cancel = () => finish('cancelled');
    const watch = setInterval(() => {
      if (!greeted && elapsed() > HELLO_SECONDS) finish('no-hello');
      else if (elapsed() > limits.deadlineSeconds) finish('deadline');
      else if (greeted && onlyHungLeft(entry, reader.state, limits.windowSeconds, elapsed())) finish('complete');
    }, 250);
    channel.onData((chunk) => {
      if (settled) return;
      reader.push(chunk);
      if (!greeted && reader.state.helloPid !== undefined) {
        greeted = true;
        onHello();
      }
      if (reader.state.ended) finish('complete');
      else if (reader.state.bytes > limits.maxBytes) finish('cut');
    });
    void channel.closed.then(() => finish(greeted ? 'cut' : 'no-hello'));
    if (signal.aborted) cancel();
    else signal.addEventListener('abort', cancel);
    channel.write(program.text);
  });
}

/** True when all that has not ended has outlived its own deadline: waiting on brings nothing more. */
function onlyHungLeft(entry: CatalogueEntry, frames: FrameState, windowSeconds: number, elapsedSeconds: number): boolean {
  if (elapsedSeconds < windowSeconds + SHORTEST_TIMEOUT_SECONDS) return false;
  const { commands } = frames;
  return entry.commands.every((command) => {
    const last = command.readings === 2 ? `${command.id}.2` : command.id;
    const own = [...commands].filter(([id]) => id === last || (command.action.kind === 'mounts' && id.startsWith(`${command.id}.`)));
    const over = elapsedSeconds > windowSeconds + command.timeoutSeconds;
    return over || (own.length > 0 && own.every(([, frame]) => frame.endedAt !== undefined || frame.skipped));
  });
}
const SHORTEST_TIMEOUT_SECONDS = 1;
