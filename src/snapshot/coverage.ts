import type { ProcessIdentity } from './process-identity.ts';
import type { Samples } from './samples.ts';
import type { ProcessesView } from './views.ts';

export interface CoverageContext {
  readonly pasted: boolean;
  readonly sessionPids: readonly number[];
}

/**
 * Whose bytes could be read. pidstat prints -1 for tasks of others, or leaves them out without a word, so an account
 * other than root that was shown only its own tasks was shown no others.
 */
export function coverageOf(
  samples: Samples,
  identities: ReadonlyMap<number, ProcessIdentity>,
  { pasted, sessionPids }: CoverageContext,
): ProcessesView['coverage'] {
  if (pasted) return 'some';
  const rows = samples.pidstat.flatMap(({ sample }) => sample.intervals.flatMap((interval) => interval.rows));
  const readable = rows.filter((row) => row.readBytesPerS !== undefined);
  if (rows.some((row) => row.ioUnreadable)) return 'own';
  if (readable.length === 0) return samples.iotop.length > 0 ? 'all' : 'some';
  const account = sessionPids.map((pid) => identities.get(pid)?.user).find((user) => user !== undefined);
  if (account === undefined || account === 'root') return 'all';
  const ofOthers = readable.some(({ pid }) => pid !== undefined && ![undefined, account].includes(identities.get(pid)?.user));
  return ofOthers ? 'all' : 'own';
}
