import type { ProcessesView, ProcessView } from '../../../snapshot/views.ts';
import { isKernelThread, windowOf } from '../../facts/doers.ts';
import { type Worker, workersBy } from './workers.ts';

/** A child of this age was started while the window was open, or just before. */
const YOUNG_SECONDS = 2;
/** Whoever starts a program and waits for it sleeps once a child: a fifth of all forks is a main part of them. */
const PART_OF_FORKS = 0.2;

/**
 * Who starts so many: the parent of most young processes; where those were gone before ps looked, the process that slept about as
 * often as children were started and spent most system time, as a shell does that waits for each.
 */
export function forkerOf(processes: ProcessesView | undefined, forksPerS: number): Worker | undefined {
  if (processes === undefined) return undefined;
  const waiters = workersBy(processes, 'systemPct').filter(
    ({ row, members }) => (row.voluntarySwitchesPerS ?? 0) * members.length >= PART_OF_FORKS * forksPerS,
  );
  const parents = youngFamilies(processes);
  return waiters.find(({ members }) => members.some(({ pid }) => parents.has(pid))) ?? waiters[0] ?? parentWithMost(processes, parents);
}

/** How many young children each process has. */
function youngFamilies(processes: ProcessesView): ReadonlyMap<number, number> {
  const families = new Map<number, number>();
  for (const { parentPid, runningForSeconds } of processes.all) {
    if (parentPid === undefined || parentPid <= 2 || runningForSeconds === undefined || runningForSeconds > YOUNG_SECONDS) continue;
    families.set(parentPid, (families.get(parentPid) ?? 0) + 1);
  }
  return families;
}

function parentWithMost(processes: ProcessesView, families: ReadonlyMap<number, number>): Worker | undefined {
  const ranked = [...families].toSorted(([, left], [, right]) => right - left);
  const parents = ranked.flatMap(([pid, total]) => {
    const process = processes.byPid.get(pid);
    return process && isForker(process) ? [{ process, total }] : [];
  });
  const [first] = parents;
  if (first === undefined) return undefined;
  const row = windowOf(first.process, processes.reports) ?? { cites: first.process.cites };
  return { ...first, row, members: [first.process] };
}

/** What was itself just started is a child of the storm. */
function isForker(process: ProcessView): boolean {
  return !isKernelThread(process) && (process.runningForSeconds ?? Number.POSITIVE_INFINITY) > YOUNG_SECONDS;
}
