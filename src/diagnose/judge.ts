import type { Verdict } from '../model/finding.ts';
import type { Rule } from '../rules/rule.ts';
import type { ViewName, Views } from '../snapshot/views.ts';

/** What to run for a view that is missing. */
const SOURCES: Readonly<Record<ViewName, string>> = {
  host: '/proc/uptime, nproc and uname -r',
  cpu: 'vmstat 1 5',
  devices: 'iostat -x -k -y 1 5',
  processes: 'pidstat -d 1 5 and ps -eo pid,ppid,stat,wchan:32,args, as root',
  pressure: '/proc/pressure/io, read twice',
  memory: '/proc/meminfo',
  paging: 'vmstat 1 5',
  filesystems: 'df -lP and df -liP',
  raid: '/proc/mdstat',
  kernelLog: 'dmesg -T as root',
  stacks: '/proc/PID/stack as root',
  smart: 'smartctl -A DEVICE as root',
  slab: 'slabtop -o as root',
  buddy: '/proc/buddyinfo',
  zones: '/proc/zoneinfo',
  reclaim: '/proc/vmstat, read twice',
  compaction: '/proc/vmstat, read twice',
  interrupts: '/proc/interrupts and /proc/softirqs, read twice',
  threads: 'pidstat -t 1 5',
  perf: 'perf top or perf record -a -g sleep 5, as root',
  network: '/proc/net/dev, /proc/net/snmp and /proc/net/netstat, read twice',
  cgroups: 'cpu.stat, memory.events and cgroup.stat below /sys/fs/cgroup, read twice',
};

/** One rule over the views; of what a person `pasted` nobody tried to read more. A rule that throws is a bug: the others still answer, and the bug is told. */
export function judge(rule: Rule, views: Views, pasted = false): Verdict {
  const missing = rule.needs.filter((name) => views[name] === undefined);
  if (missing.length > 0) {
    return {
      kind: 'undecided',
      because: pasted ? `nothing given tells of ${missing.join(' or ')}` : `${missing.join(' and ')} could not be read`,
      wouldDecide: missing.map((name) => SOURCES[name]).join('; '),
    };
  }
  try {
    const names = [...rule.needs, ...rule.uses];
    const given = Object.fromEntries(names.flatMap((name) => (views[name] === undefined ? [] : [[name, views[name]]])));
    // Only views that the rule names are handed over, each of the needed ones is there: what Given says.
    return rule.decide(given as unknown as Parameters<Rule['decide']>[0]);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { kind: 'undecided', because: `this rule failed, which is a bug of diagbot: ${why.slice(0, 200)}` };
  }
}
