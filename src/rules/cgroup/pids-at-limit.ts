import { figureText } from '../../model/figure-text.ts';
import type { Advice, Verdict } from '../../model/finding.ts';
import { figure, line } from '../../snapshot/cite.ts';
import { type Cgroup, cgroupUnits } from '../../snapshot/views/cgroups.ts';
import type { HostView } from '../../snapshot/views.ts';
import { raiseLasting, raiseNow } from '../advice/control-group.ts';
import { membersOf } from '../facts/members.ts';
import { recentEvents } from '../facts/stuck.ts';
import { found, ruledOut, undecided } from '../facts/verdict.ts';
import { word } from '../facts/words.ts';
import { defineRule } from '../rule.ts';
import { worstBy } from './facts/worst.ts';

/** The next fork or thread fails; a program that starts a few at once fails a little earlier. */
const AT_LIMIT_PCT = 98;

/**
 * cgroup.pids-at-limit: a group has as many tasks as it may, and fork and thread creation fail in it.
 *
 * Found      forks were refused in the window, the number of tasks stands at the limit, or, where no group was
 *            counted, the kernel says that a fork was refused within the last hour
 * Ruled out  no group is at its limit and no fork was refused
 * Why        pids.events counts refused forks; "Resource temporarily unavailable" of a program does not say which of three limits it was
 * Certain    refused in the window
 * Misses     the limits of users (ulimit -u) and of the host (kernel.pid_max, threads-max)
 * Reference  https://docs.kernel.org/admin-guide/cgroup-v2.html#pid
 */
export const pidsAtLimit = defineRule({
  cause: 'cgroup.pids-at-limit',
  needs: [],
  uses: ['cgroups', 'kernelLog', 'processes', 'host'],
  explains: [],
  decide: ({ cgroups, kernelLog, processes, host }): Verdict => {
    const groups = cgroups?.all ?? [];
    const refused = worstBy(groups, ({ forksRefused }) => (forksRefused ? forksRefused : undefined));
    const full = worstBy(groups, (group) => ((usedPct(group) ?? 0) >= AT_LIMIT_PCT ? usedPct(group) : undefined));
    const [event] = recentEvents(kernelLog, ['fork-rejected']).slice(-1);
    // Counters of the window know better than a log what is so now.
    const refusal = groups.some(isCounted) ? undefined : event;
    const told = refusal && groupIn(refusal.text);
    const group = refused ?? full ?? (refusal && told ? { cites: refusal.cites, path: told, name: told } : undefined);
    if (!group) return nothingAtLimit(groups);
    const [most] = commonest(membersOf(group, processes, 'cpuPct').map(({ name }) => name));
    return found(
      {
        severity: 'critical',
        confidence: refused ? 'certain' : 'likely',
        headline: told === undefined ? headlineOf(group, most) : `${group.name} was refused a fork by its limit of tasks`,
        subject: { kind: 'cgroup', name: group.path ?? group.name },
        advice: adviceOf(group, host),
      },
      [
        figure(group, cgroupUnits, 'pids', group.name),
        figure(group, cgroupUnits, 'pidsLimit', group.name),
        figure(group, cgroupUnits, 'forksRefused', group.name),
        event && line(event, 'kernel log', 'fork refused', event.text),
      ],
    );
  },
});

function usedPct({ pids, pidsLimit }: Cgroup): number | undefined {
  return pids === undefined || pidsLimit === undefined || pidsLimit <= 0 ? undefined : (pids / pidsLimit) * 100;
}

/** Were the counters of groups read over a window? Then one that is gone, or has no limit, refuses nothing now. */
function isCounted({ pids, forksRefused, cpuUsedCpus, memoryLimitHitsPerS }: Cgroup): boolean {
  return (pids ?? forksRefused ?? cpuUsedCpus ?? memoryLimitHitsPerS) !== undefined;
}

/** 'cgroup: fork rejected by pids controller in /user.slice/user-1000.slice' */
function groupIn(text: string): string | undefined {
  return /fork rejected by pids controller in (\/\S*)/.exec(text)?.[1];
}

function nothingAtLimit(groups: readonly Cgroup[]): Verdict {
  const fullest = worstBy(groups, usedPct);
  if (fullest) {
    return ruledOut(`no group is at its limit of tasks; ${fullest.name} comes nearest with ${figureText(usedPct(fullest) ?? 0, 'pct')}`, [
      figure(fullest, cgroupUnits, 'pids', fullest.name),
      figure(fullest, cgroupUnits, 'pidsLimit', fullest.name),
    ]);
  }
  if (groups.some(isCounted)) return ruledOut('no group is at a limit of tasks');
  return undecided('tasks of groups were not read', 'pids.current, pids.max and pids.events of the group');
}

/** The name that most of them have, with how many. */
function commonest(names: readonly string[]): readonly { readonly name: string; readonly count: number }[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => ({ name, count })).toSorted((left, right) => right.count - left.count);
}

function headlineOf(group: Cgroup, most: { readonly name: string; readonly count: number } | undefined): string {
  const used =
    group.pids === undefined || group.pidsLimit === undefined
      ? ''
      : `: ${figureText(group.pids, 'count')} of ${figureText(group.pidsLimit, 'count')}`;
  const refused = group.forksRefused ? `, ${figureText(group.forksRefused, 'count')} forks refused in the window` : '';
  const who = most && most.count > 1 ? `; ${most.count} of them are ${word(most.name)}` : '';
  return `${group.name} has as many tasks as it may${used}${refused}${who}`;
}

function adviceOf(group: Cgroup, host: HostView | undefined): Advice {
  const now = group.pidsLimit ?? 0;
  const more = now === 0 ? 'COUNT' : String(now * 2);
  const before = now === 0 ? 'COUNT' : String(now);
  const limit = {
    what: 'the limit of tasks',
    property: `TasksMax=${more}`,
    before: `TasksMax=${before}`,
    docker: `--pids-limit ${more}`,
    field: 'podPidsLimit (of the kubelet)',
    file: { v1: 'pids.max', v2: 'pids.max', value: more, before },
  };
  return {
    summary: `Raise the limit of tasks of ${group.name}, then find what does not end`,
    now: [
      raiseNow(group, limit, host),
      {
        does: 'See which tasks there are most of, and which are zombies',
        command: 'ps -eLo stat,cgroup:80,comm | sort | uniq -c | sort -rn | head',
        risk: 'safe',
      },
    ],
    lasting: [
      raiseLasting(group, limit),
      {
        does: 'Bound the pool that grows (workers, threads, connections), and let a parent wait for its children',
        risk: 'safe',
        undo: 'the old bound',
      },
    ],
    verify: [
      {
        command: 'cat pids.events pids.current of the group, twice, a minute apart',
        expect: 'max stands still and current is below the limit',
      },
    ],
    guard: [
      {
        does: 'Alert when a group has nine tenths of the tasks that it may have',
        risk: 'cAdvisor has container_threads and container_threads_max; other exporters differ',
        undo: 'remove the rule and reload Prometheus',
      },
    ],
  };
}
