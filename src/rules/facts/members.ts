import type { Culprit } from '../../model/finding.ts';
import type { Cgroup } from '../../snapshot/views/cgroups.ts';
import type { ProcessesView, ProcessInterval, ProcessView } from '../../snapshot/views.ts';
import { culpritOf, doerOf } from './culprit.ts';
import { isKernelThread, windowOf } from './doers.ts';

/** Is the process in the group or in one below it? On version 1 any of its trees may say so. */
function isIn(process: ProcessView, path: string): boolean {
  const own = [process.cgroup, ...(process.cgroups ?? [])];
  return own.some((each) => each !== undefined && (each === path || each.startsWith(`${path}/`)));
}

/** The processes of a group, those with most of a figure first; one without the figure comes last. */
export function membersOf(
  group: Pick<Cgroup, 'path'>,
  processes: ProcessesView | undefined,
  by: 'cpuPct' | 'residentBytes' | 'readBytesPerS' | 'writeBytesPerS',
): readonly ProcessView[] {
  const { path } = group;
  if (path === undefined || path === '/' || processes === undefined) return [];
  const size = (process: ProcessView) => windowOf(process, processes.reports)?.[by satisfies keyof ProcessInterval] ?? -1;
  return processes.all
    .filter((process) => isIn(process, path) && !isKernelThread(process))
    .toSorted((left, right) => size(right) - size(left));
}

/** The process of a group that has most of a figure, with the group's name where its own unit is unknown. */
export function culpritIn(
  group: Pick<Cgroup, 'path' | 'name'>,
  processes: ProcessesView | undefined,
  by: 'cpuPct' | 'residentBytes' | 'readBytesPerS' | 'writeBytesPerS',
): Culprit | undefined {
  const [process] = membersOf(group, processes, by);
  if (process === undefined || processes === undefined || group.path === undefined) return undefined;
  return { ...culpritOf(doerOf(process), processes), cgroup: group.path };
}
