import { spawn } from 'node:child_process';
import { type Opened, unreachable } from './transport.ts';

/** Starts the program on the machine that the bot runs on. */
export function openLocal(name: string, words: readonly string[], shell: readonly [string, ...string[]] = ['sh']): Promise<Opened> {
  const [program, ...before] = shell;
  // Detached, in a process group of its own: the program ends itself by a signal to its group, which else is the bot's.
  const child = spawn(program, [...before, '-s', '--', ...words], { detached: true, env: {}, stdio: ['pipe', 'pipe', 'ignore'] });
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  child.stdin.on('error', () => {
    // EPIPE when the shell has ended before it was told to: `closed` tells the same.
  });
  const channel = {
    write: (text: string) => void child.stdin.write(text),
    onData: (listener: (chunk: Uint8Array) => void) => void child.stdout.on('data', listener),
    close: () => void child.stdin.end(),
    closed,
  };
  return new Promise((resolve) => {
    child.once('spawn', () => resolve({ kind: 'open', channel }));
    child.once('error', (error) => resolve(unreachable('no-shell', `${name}: sh does not start on this machine: ${error.message}`)));
  });
}
