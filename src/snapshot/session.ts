import type { RawOutput } from '../model/output.ts';

/** The id of the output that tells the pid of the shell that collected the others. */
const SESSION = 'session';

export function isSession(output: RawOutput): boolean {
  return output.commandId === SESSION;
}

/** The pid of the shell that ran the commands, where one session collected them. */
export function sessionPid(outputs: readonly RawOutput[]): number | undefined {
  const text = outputs.find(isSession)?.stdout.trim() ?? '';
  return /^\d{1,10}$/.test(text) ? Number(text) : undefined;
}

/** The shell and everything that it started: the looking itself, which must not be judged as load. */
export function ownProcesses(parents: ReadonlyMap<number, number>, shell: number | undefined): ReadonlySet<number> {
  const own = new Set<number>();
  if (shell === undefined) return own;
  own.add(shell);
  const children = Map.groupBy(parents.keys(), (pid) => parents.get(pid));
  for (const pid of own) {
    for (const child of children.get(pid) ?? []) own.add(child);
  }
  return own;
}
