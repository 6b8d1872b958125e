import type { Culprit } from '../../../model/finding.ts';
import type { ProcessesView, ProcessInterval, ProcessView } from '../../../snapshot/views.ts';
import { culpritOf, doerOf } from '../../facts/culprit.ts';
import { isKernelThread } from '../../facts/doers.ts';

/** How a process holds memory over the window: its last size, and what it gained since its first. */
export interface Holding {
  readonly process: ProcessView;
  readonly last: ProcessInterval;
  readonly residentBytes: number;
  readonly gainedBytes: number;
  readonly majorFaultsPerS: number;
}

/** Everybody whose size was read, the largest first. */
export function holdersOf(processes: ProcessesView | undefined): readonly Holding[] {
  return (processes?.all ?? [])
    .filter((process) => !isKernelThread(process))
    .flatMap((process) => holding(process) ?? [])
    .toSorted((left, right) => right.residentBytes - left.residentBytes);
}

function holding(process: ProcessView): Holding | undefined {
  const sized = process.intervals.filter((row) => row.residentBytes !== undefined);
  const [first, last] = [sized[0], sized.at(-1)];
  if (first?.residentBytes === undefined || last?.residentBytes === undefined) return undefined;
  const faults = process.intervals.reduce((sum, row) => sum + (row.majorFaultsPerS ?? 0), 0);
  return {
    process,
    last,
    residentBytes: last.residentBytes,
    gainedBytes: last.residentBytes - first.residentBytes,
    majorFaultsPerS: faults / process.intervals.length,
  };
}

/** Who brings most pages back from disk, else who holds most: that is whose memory does not fit. */
export function thrasher(processes: ProcessesView | undefined): Culprit | undefined {
  const holders = holdersOf(processes);
  const [most] = holders.toSorted((left, right) => right.majorFaultsPerS - left.majorFaultsPerS);
  const chosen = most && most.majorFaultsPerS > 0 ? most : holders[0];
  return chosen && processes ? culpritOf(doerOf(chosen.process), processes) : undefined;
}
