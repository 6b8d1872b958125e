import { figureText } from '../../model/figure-text.ts';
import type { Confidence, Severity, Verdict } from '../../model/finding.ts';
import { oomTaskUnits, oomUnits } from '../../model/oom-report.ts';
import { cgroupName } from '../../snapshot/cgroup-path.ts';
import { figure, line } from '../../snapshot/cite.ts';
import { type Cgroup, type CgroupsView, cgroupUnits } from '../../snapshot/views/cgroups.ts';
import type { ReclaimView } from '../../snapshot/views/reclaim.ts';
import { reclaimUnits } from '../../snapshot/views/reclaim.ts';
import type { HostView, KernelLogView, ProcessesView } from '../../snapshot/views.ts';
import { culpritIn } from '../facts/members.ts';
import { found, ruledOut, undecided } from '../facts/verdict.ts';
import { word } from '../facts/words.ts';
import { defineRule } from '../rule.ts';
import { groupOomAdvice, hostOomAdvice } from './advice/oom.ts';
import { culpritOfOom, groupOf, groupsThatLost, isDirty, nearestOom, type OomEvent, type OomWhen, reportRow } from './facts/oom.ts';
import { headlineOf } from './facts/oom-words.ts';

interface Given {
  readonly kernelLog?: KernelLogView | undefined;
  readonly cgroups?: CgroupsView | undefined;
  readonly reclaim?: ReclaimView | undefined;
  readonly processes?: ProcessesView | undefined;
  readonly host?: HostView | undefined;
}

const SEVERITIES: Readonly<Record<OomWhen, Severity>> = {
  'in-window': 'critical',
  'just-before': 'warning',
  unknown: 'warning',
  recent: 'notice',
  past: 'notice',
};

/**
 * mem.oom-killed: the kernel killed a process for want of memory, of the host or of a control group.
 *
 * Found      critical: oom_kill of /proc/vmstat or of a group's memory.events grew in the window, or the kernel log has a kill in it. A
 *            warning: the log has one up to 60 s before, or tells no time. A notice: up to an hour before, or its group is gone
 * Ruled out  no kill was counted in the window, and the log of the last hour has none
 * Why        each kill is an event of its own, so one is enough. A minute is what a service needs to come back; an hour is what
 *            on-call looks back
 * Certain    counted in the window, or the log's report with a time; likely from a log without a clock
 * Misses     kills by systemd-oomd or earlyoom, which are signals of a program; a log that has wrapped
 * Reference  https://docs.kernel.org/admin-guide/mm/concepts.html
 */
export const oomKilled = defineRule({
  cause: 'mem.oom-killed',
  needs: [],
  uses: ['kernelLog', 'reclaim', 'cgroups', 'processes', 'host'],
  explains: ['cgroup.memory-at-limit', 'mem.process-growth', 'mem.exhausted', 'mem.swap-thrash'],
  decide: (given): Verdict => {
    const { kernelLog, cgroups, reclaim } = given;
    const [group] = groupsThatLost(cgroups);
    const event = nearestOom(kernelLog, cgroups);
    const counted = group !== undefined || (reclaim?.oomKills ?? 0) > 0;
    if (counted) return inWindow(group, event, given);
    if (event && event.when !== 'past') return logged(event, given);
    const proof = reclaim && figure(reclaim, reclaimUnits, 'oomKills', 'host');
    if (proof || kernelLog?.windowSeconds !== undefined) return ruledOut('the kernel killed no process for want of memory', [proof]);
    return undecided('neither the kernel log nor the counts of OOM kills were read over a window', 'dmesg -T as root');
  },
});

/** Counted in the window: the log, which may have been read before the kill, tells of one of the same group. */
function inWindow(group: Cgroup | undefined, newest: OomEvent | undefined, given: Given): Verdict {
  const ofGroup = group === undefined || newest === undefined || sameGroup(groupOf(newest.event), group.path);
  const event = ofGroup && newest?.when !== 'past' ? newest : undefined;
  if (event) return logged({ ...event, when: 'in-window' }, given, group);
  const kills = group?.oomKills ?? given.reclaim?.oomKills ?? 0;
  const culprit = group && culpritIn(group, given.processes, 'residentBytes');
  return found(
    {
      severity: 'critical',
      confidence: 'certain',
      headline: `The kernel killed ${figureText(kills, 'count')} ${kills === 1 ? 'process' : 'processes'} for want of memory in the window${group ? `, at the limit of ${group.name}` : ''}`,
      ...(group?.path ? { subject: { kind: 'cgroup', name: group.path } } : {}),
      ...(culprit ? { culprit } : {}),
      advice: group ? groupOomAdvice(group, { host: given.host, dirty: false }) : hostOomAdvice(undefined, undefined),
    },
    counts(group, given.reclaim),
  );
}

function sameGroup(logged: string | undefined, path: string | undefined): boolean {
  return logged !== undefined && path !== undefined && (logged === path || logged.startsWith(`${path}/`) || path.startsWith(`${logged}/`));
}

function logged(oom: OomEvent, given: Given, counted?: Cgroup): Verdict {
  const { event, when } = oom;
  const path = counted?.path ?? groupOf(event);
  const ofGroup = path !== undefined || oom.report?.scope === 'cgroup';
  const group = counted ?? groupFrom(oom, path, given.cgroups);
  const culprit = culpritOfOom(oom, given.processes) ?? (counted && culpritIn(counted, given.processes, 'residentBytes'));
  return found(
    {
      severity: SEVERITIES[when],
      confidence: confidenceOf(when),
      headline: headlineOf(oom, ofGroup ? group.name : undefined),
      ...(path === undefined ? {} : { subject: { kind: 'cgroup', name: path } }),
      ...(culprit ? { culprit } : {}),
      advice: ofGroup
        ? groupOomAdvice(group, { host: given.host, dirty: oom.report !== undefined && isDirty(oom.report) })
        : hostOomAdvice(culprit && word(culprit.process), culprit?.unit),
    },
    [...counts(counted, given.reclaim), ...proofOf(oom, ofGroup ? group.name : 'host')],
  );
}

function confidenceOf(when: OomWhen): Confidence {
  return when === 'unknown' ? 'likely' : 'certain';
}

/** The group as it stands, else what the report says of it. */
function groupFrom(oom: OomEvent, path: string | undefined, cgroups: CgroupsView | undefined): Cgroup {
  const known = cgroups?.all.find((each) => each.path !== undefined && each.path === path);
  if (known) return known;
  const { usageBytes, limitBytes, cites } = reportRow(oom);
  return {
    name: cgroupName(path),
    cites,
    ...(path === undefined ? {} : { path }),
    ...(usageBytes === undefined ? {} : { memoryBytes: usageBytes }),
    ...(limitBytes === undefined ? {} : { memoryLimitBytes: limitBytes }),
  };
}

function counts(group: Cgroup | undefined, reclaim: ReclaimView | undefined) {
  return [
    group && figure(group, cgroupUnits, 'oomKills', group.name),
    reclaim && (reclaim.oomKills ?? 0) > 0 ? figure(reclaim, reclaimUnits, 'oomKills', 'host') : undefined,
  ];
}

function proofOf(oom: OomEvent, subject: string) {
  const row = reportRow(oom);
  const [largest] = row.tasks;
  const fields = ['usageBytes', 'limitBytes', 'failures', 'anonBytes', 'cacheBytes', 'swapFreeBytes'] as const;
  const victim = oom.event.pid === undefined ? subject : `pid ${oom.event.pid} (${word(oom.event.process ?? 'a process')})`;
  return [
    ...fields.map((field) => figure(row, oomUnits, field, subject)),
    isDirty(row) ? figure(row, oomUnits, 'dirtyBytes', subject) : undefined,
    figure(row, oomUnits, 'victimAnonBytes', victim),
    largest && figure(largest, oomTaskUnits, 'residentBytes', `pid ${largest.pid} (${word(largest.process)})`),
    line(oom.event, 'kernel log', 'oom-kill', oom.event.text),
  ];
}
