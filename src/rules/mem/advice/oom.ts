import type { Advice, Fix } from '../../../model/finding.ts';
import type { Cgroup } from '../../../snapshot/views/cgroups.ts';
import type { HostView } from '../../../snapshot/views.ts';
import { memoryLimitAdvice } from '../../advice/memory-limit.ts';
import { shellWord } from '../../advice/shell.ts';
import { alertRule } from '../../advice/watch.ts';

/** For a process that was killed at the limit of its own group: the host has memory, the group may not have more of it. */
export function groupOomAdvice(group: Cgroup, { host, dirty }: { readonly host: HostView | undefined; readonly dirty: boolean }): Advice {
  const advice = memoryLimitAdvice(group, { host, cache: false });
  return {
    ...advice,
    summary: dirty
      ? `Pace the writer in ${group.name} or raise its memory limit: what it wrote could not reach the disk in time`
      : `Fit the memory limit of ${group.name} to the work, or the work to the limit`,
    lasting: dirty ? [paceWriter, ...advice.lasting] : advice.lasting,
    verify: [{ command: 'dmesg -T | grep -i "killed process" | tail -n 3', expect: 'no line newer than the change' }, ...advice.verify],
    guard: [oomGuard, ...advice.guard],
  };
}

/** For a host that had nothing left: who grew, and who must not be the one to die. */
export function hostOomAdvice(victim: string | undefined, unit: string | undefined): Advice {
  return {
    summary: victim
      ? `See who grew, then start ${victim} again: it was only the largest when memory ran out`
      : 'See who grew and free memory before the next process is killed',
    now: [
      { does: 'See who holds the memory now', command: 'ps -eo pid,rss,etimes,args --sort=-rss | head -n 15', risk: 'safe' },
      {
        does: unit ? `See whether ${unit} runs again, and start it` : 'Start again what was killed',
        ...(unit ? { command: `systemctl status ${shellWord(unit)}` } : {}),
        risk: 'safe',
      },
    ],
    lasting: [
      { does: 'Give whoever grew a limit of its own (MemoryMax= of its unit), so that it dies instead of its neighbours', ...undoLimit },
      { does: 'Give the host more memory, or move a service away', risk: 'disruptive', caution: 'needs a restart in most clouds' },
      {
        does: 'Keep what matters most from being chosen: OOMScoreAdjust=-500 in its unit',
        risk: 'safe',
        caution: 'somebody else is killed in its place',
        undo: 'remove the line and restart the unit',
      },
    ],
    verify: [
      { command: 'grep oom_kill /proc/vmstat', expect: 'the count stands still' },
      { command: 'grep MemAvailable /proc/meminfo', expect: 'above a tenth of MemTotal' },
    ],
    guard: [oomGuard],
  };
}

const undoLimit = { risk: 'safe', caution: 'set below its need it is killed more often', undo: 'remove the limit' } as const;

const paceWriter: Fix = {
  does: 'Let the job write past the page cache or in pieces that are flushed (dd oflag=direct, cp to a mount with dirty limits, rsync --bwlimit)',
  risk: 'safe',
  undo: 'start it as before',
};

const oomGuard: Advice['guard'][number] = {
  does: 'Alert on every OOM kill, of the host and of control groups alike',
  prometheusRule: alertRule({
    name: 'OomKill',
    expr: 'increase(node_vmstat_oom_kill[10m]) > 0',
    holds: '0m',
    summary: 'the kernel killed a process on {{ $labels.instance }} for want of memory',
  }),
  risk: 'a job that is meant to die at its limit trips it; needs kernel 4.13',
  undo: 'remove the rule and reload Prometheus',
};
