import type { CatalogueCommand, CatalogueEntry } from '../model/command.ts';
import type { OutputId, RawOutput } from '../model/output.ts';

/** No session outlives this: a connection that is cut in silence is noticed by the host only at its deadline. */
export const MAX_SESSION_SECONDS = 300;

/** The windows of the sessions that together fill a long one, whole seconds each. */
export function windowsOf(windowSeconds: number, wallSeconds: number, maxSessionSeconds: number): readonly number[] {
  const sessions = Math.ceil(windowSeconds / Math.max(1, maxSessionSeconds - wallSeconds));
  const base = Math.floor(windowSeconds / sessions);
  return Array.from({ length: sessions }, (_, index) => base + (index < windowSeconds % sessions ? 1 : 0));
}

/**
 * The outputs of consecutive sessions as those of one: samplers end to end, the first of two readings from the first
 * session and the second from the last that has one, the pids of all shells, the ps of each, all else from the first
 * session that has it.
 */
export function joined(entry: CatalogueEntry, sessions: readonly (readonly RawOutput[])[]): readonly RawOutput[] {
  const samplers = new Map(entry.commands.filter(isSampler).map((command) => [command.id, command]));
  return [...Map.groupBy(sessions.flat(), ({ id }) => id).values()].flatMap((parts) => {
    const [first, ...later] = parts;
    if (first === undefined) return [];
    const sampler = samplers.get(first.commandId);
    if (sampler) return [later.reduce((whole, part) => endToEnd(whole, part, startsSinceBoot(sampler)), first)];
    if (first.parser === PROCESSES) return parts.map((part, at) => (at === 0 ? part : { ...part, id: `${part.id}.${at + 1}` as OutputId }));
    if (first.commandId === SESSION) return [{ ...first, stdout: parts.map(({ stdout }) => stdout).join('') }];
    // A session that was cut has no second reading: the one before it still tells the counters up to then.
    return [first.reading === 2 ? (parts.findLast(({ outcome }) => outcome === 'ok') ?? first) : first];
  });
}

/** The output that holds the pid of a session's shell. */
const SESSION = 'session';
/** Who came after the first ps has his parents and unit from a later one; among them are our own samplers of that session. */
const PROCESSES = 'ps';

function endToEnd(whole: RawOutput, part: RawOutput, sinceBootFirst: boolean): RawOutput {
  const stdout = sinceBootFirst ? withoutFirstReport(part.stdout) : part.stdout;
  return { ...whole, stdout: whole.stdout + stdout, durationMs: whole.durationMs + part.durationMs, outcome: worse(whole, part) };
}

function worse(whole: RawOutput, part: RawOutput): RawOutput['outcome'] {
  return whole.outcome === 'ok' ? part.outcome : whole.outcome;
}

/** vmstat's two lines of header and its first row, the mean since boot: in the middle of a window it would be a wrong figure. */
function withoutFirstReport(stdout: string): string {
  return stdout.split('\n').slice(3).join('\n');
}

function isSampler({ action }: CatalogueCommand): boolean {
  return action.kind === 'run' && action.argv.some((word) => word.startsWith('{'));
}

function startsSinceBoot({ action }: CatalogueCommand): boolean {
  return action.kind === 'run' && action.argv.includes('{count+1}');
}
