import type { Row } from '../../../model/evidence.ts';
import type { Culprit } from '../../../model/finding.ts';
import type { OomReport } from '../../../model/oom-report.ts';
import type { Cgroup, CgroupsView } from '../../../snapshot/views/cgroups.ts';
import type { KernelEvent, KernelLogView, ProcessesView, ProcessView } from '../../../snapshot/views.ts';
import { culpritOf, doerOf } from '../../facts/culprit.ts';
import { kindOf } from '../../facts/kind.ts';

/** When it was, seen from the window; 'unknown' for a log without a clock. */
export type OomWhen = 'in-window' | 'just-before' | 'recent' | 'unknown' | 'past';
export interface OomEvent {
  readonly event: KernelEvent;
  readonly report: OomReport | undefined;
  readonly when: OomWhen;
}

/** A service that was killed a minute ago is still starting, and so is what its users feel. */
const JUST_BEFORE_SECONDS = 60;
/** What the log holds from longer ago is history. */
const RECENT_SECONDS = 3600;
/** More than half of what the group held was waiting to be written: no process grew. */
const DIRTY_PART = 0.5;

const ORDER: readonly OomWhen[] = ['in-window', 'just-before', 'unknown', 'recent', 'past'];

/** The kill to speak of: the latest of those nearest to the window, one that names its victim before one that does not. */
export function nearestOom(log: KernelLogView | undefined, cgroups: CgroupsView | undefined): OomEvent | undefined {
  const all = (log?.events ?? [])
    .filter(({ kind }) => kind === 'oom-kill')
    .map((event) => ({ event, report: event.oom, when: whenOf(event, log?.windowSeconds ?? 0, cgroups) }));
  const [best] = all.toSorted((left, right) => ORDER.indexOf(left.when) - ORDER.indexOf(right.when));
  const near = all.filter(({ when }) => when === best?.when);
  return near.findLast(({ report }) => report?.victimNamed === true) ?? near.at(-1);
}

function whenOf(event: KernelEvent, windowSeconds: number, cgroups: CgroupsView | undefined): OomWhen {
  if (event.ageSeconds === undefined) return 'unknown';
  const before = event.ageSeconds - windowSeconds;
  if (before <= 0) return 'in-window';
  if (before <= JUST_BEFORE_SECONDS && !isGone(groupOf(event), cgroups)) return 'just-before';
  return before <= RECENT_SECONDS ? 'recent' : 'past';
}

/** The group whose limit it was: the victim's own may lie below it. */
export function groupOf({ oom, cgroup }: KernelEvent): string | undefined {
  if (oom?.scope === 'host') return undefined;
  const limit = oom?.limitCgroup;
  // A line that the terminal folded inside the path: the limit's group is the victim's own or one above it, never half a name.
  const cut = limit !== undefined && cgroup?.startsWith(limit) && !`${cgroup}/`.startsWith(`${limit}/`);
  return cut ? cgroup : (limit ?? cgroup);
}

/** Groups were read and its whole branch is not among them: what ran in it was taken down for good. */
function isGone(path: string | undefined, cgroups: CgroupsView | undefined): boolean {
  const branch = path?.split('/')[1];
  const known = (cgroups?.all ?? []).flatMap((group) => group.path?.split('/')[1] ?? []).filter((part) => part !== '');
  return branch !== undefined && branch !== '' && known.length > 0 && !known.includes(branch);
}

/** Groups that lost a process in the window, the one with most losses first. */
export function groupsThatLost(cgroups: CgroupsView | undefined): readonly Cgroup[] {
  const lost = (cgroups?.all ?? []).filter(({ oomKills, path }) => (oomKills ?? 0) > 0 && path !== '/');
  // A kill counts in every group above as well: the innermost is the one that is meant.
  return lost
    .filter(({ path }) => !lost.some((other) => path !== undefined && other.path?.startsWith(`${path}/`)))
    .toSorted((left, right) => (right.oomKills ?? 0) - (left.oomKills ?? 0));
}

/** Who held the memory: the victim, or where it was dirty page cache the one that writes. */
export function culpritOfOom({ event, report }: OomEvent, processes: ProcessesView | undefined): Culprit | undefined {
  const writer = report && isDirty(report) ? report.tasks.find(({ process }) => isWriter(process)) : undefined;
  const name = writer?.process ?? (report?.victimNamed === false ? undefined : event.process);
  const pid = writer?.pid ?? event.pid;
  if (name === undefined) return undefined;
  const cgroup = event.cgroup ?? groupOf(event);
  const alive = processes && successorOf({ name, pid, cgroup }, processes);
  if (alive && processes) return { ...culpritOf(doerOf(alive), processes), ...(cgroup === undefined ? {} : { cgroup }) };
  return {
    kind: kindOf(name, [], undefined),
    process: name,
    ...(pid === undefined ? {} : { pid }),
    parents: [],
    ...(cgroup === undefined ? {} : { cgroup }),
  };
}

/** The same process if it still dies, else the one of its name that was started in its place. */
function successorOf(
  { name, pid, cgroup }: { readonly name: string; readonly pid: number | undefined; readonly cgroup: string | undefined },
  { all, byPid }: ProcessesView,
): ProcessView | undefined {
  const same = pid === undefined ? undefined : byPid.get(pid);
  if (same?.name === name) return same;
  const inGroup = (process: ProcessView) => [process.cgroup, ...(process.cgroups ?? [])].includes(cgroup);
  return cgroup === undefined ? undefined : all.find((process) => process.name === name && inGroup(process));
}

export function isDirty({ dirtyBytes, usageBytes, limitBytes }: OomReport): boolean {
  const whole = usageBytes ?? limitBytes;
  return dirtyBytes !== undefined && whole !== undefined && whole > 0 && dirtyBytes >= DIRTY_PART * whole;
}

function isWriter(name: string): boolean {
  const kind = kindOf(name, [], undefined);
  return kind === 'copy' || kind === 'backup';
}

/** The report as a row whose figures may be cited. */
export function reportRow({ report, event }: OomEvent): OomReport & Row {
  return report ?? { victimNamed: true, tasks: [], cites: event.cites };
}
