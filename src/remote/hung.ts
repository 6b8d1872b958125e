import type { RawOutput } from '../model/output.ts';
import type { FrameState } from './frames.ts';

/** A command that did not end, and the process it was. */
export interface HungCommand {
  readonly id: string;
  readonly pid: number;
}
/** What hung where, as long as the bot runs: on that host it is not started again while its process is in state D. */
export interface HungMemory {
  readonly of: (host: string) => readonly HungCommand[];
  readonly learn: (host: string, outputs: readonly RawOutput[], frames: FrameState) => void;
}

const MAX_HOSTS = 1000;
const MAX_COMMANDS = 20;

export function createHungMemory(): HungMemory {
  const hosts = new Map<string, readonly HungCommand[]>();
  return {
    of: (host) => hosts.get(host) ?? [],
    learn: (host, outputs, frames) => {
      const hung = outputs
        .filter(({ outcome }) => outcome === 'timeout' || outcome === 'not-run')
        .flatMap(({ id }) => {
          const pid = frames.commands.get(id)?.pid;
          return pid === undefined ? [] : [{ id, pid }];
        });
      hosts.delete(host);
      if (hung.length > 0) hosts.set(host, hung.slice(0, MAX_COMMANDS));
      // Maps keep the order of insertion: the first is the oldest.
      for (const oldest of hosts.keys()) {
        if (hosts.size <= MAX_HOSTS) break;
        hosts.delete(oldest);
      }
    },
  };
}
