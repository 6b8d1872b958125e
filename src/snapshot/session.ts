import type { RawOutput } from '../model/output.ts';

/** The id of the output that tells the pid of the shell that collected the others. */
const SESSION = 'session';

export function isSession(output: RawOutput): boolean {
  return output.commandId === SESSION;
}

/** The pids of the shells that ran the commands, and of what they are known to have started: a line each. */
export function sessionPids(outputs: readonly RawOutput[]): readonly number[] {
  return outputs
    .filter(isSession)
    .flatMap(({ stdout }) => stdout.split('\n'))
    .filter((text) => /^\d{1,10}$/.test(text))
    .map(Number);
}

/** What collected and everything that it started: the looking itself, which must not be judged as load. */
export function ownProcesses(parents: ReadonlyMap<number, number>, collecting: readonly number[]): ReadonlySet<number> {
  const own = new Set(collecting);
  const children = Map.groupBy(parents.keys(), (pid) => parents.get(pid));
  for (const pid of own) {
    for (const child of children.get(pid) ?? []) own.add(child);
  }
  return own;
}
