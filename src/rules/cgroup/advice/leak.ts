import type { Advice, Fix } from '../../../model/finding.ts';
import type { HostView } from '../../../snapshot/views.ts';
import { shellWord } from '../../advice/shell.ts';
import { alertRule } from '../../advice/watch.ts';

/** What a busy, healthy Kubernetes node of the story behind the rule had. */
export const HEALTHY_GROUPS = 1_800;

/** Removed groups whose pages and slab objects hold them in the kernel. */
export function dyingAdvice(host: HostView | undefined, path: string | undefined): Advice {
  return {
    summary: 'Reclaim once to confirm that they are dying groups, then cycle this node, and upgrade the kernel to 5.4 or later',
    now: [confirm(host, path), cycleNode],
    lasting: [
      {
        does: `Run a kernel in which slab memory moves to the parent when a group is removed: 5.4 or later, or a vendor’s backport${kernelWords(host)}`,
        risk: 'disruptive',
        caution: 'later kernels still keep a group as long as pages of a shared file are charged to it; 6.1 and later keep fewer',
        undo: 'the old kernel',
      },
      {
        does: 'Put short-lived pods and cron jobs onto nodes of their own, away from what must not slow down',
        risk: 'safe',
        undo: 'remove the taint',
      },
      {
        does: 'Empty a group before it is removed: memory.force_empty (v1) in a preStop hook of short-lived pods',
        risk: 'safe',
        caution: 'the cache of that pod is read from disk again',
        undo: 'remove the hook',
      },
      {
        does: 'Reclaim slab and cache on a timer as a stopgap',
        risk: 'disruptive',
        caution: 'each time costs reads from disk until the caches are warm again, and time in the kernel',
        undo: 'remove the timer',
      },
    ],
    verify: [verify(host)],
    guard: [guard],
  };
}

/** Groups whose directories nobody removes. */
export function leftBehindAdvice(host: HostView | undefined, path: string | undefined): Advice {
  const hierarchy = host?.cgroupVersion === 2 ? '/sys/fs/cgroup' : '/sys/fs/cgroup/memory';
  return {
    summary: 'The groups are alive: find which runtime makes them and does not remove them; reclaiming frees none of them',
    now: [
      {
        does: 'See below which parent they are',
        command: `find ${hierarchy} -mindepth 1 -maxdepth 4 -type d -printf '%h\\n' | sort | uniq -c | sort -rn | head`,
        risk: 'safe',
        caution: 'takes seconds where there are tens of thousands',
      },
      {
        does: 'Remove those that are empty below that parent, once the runtime is known to be done with them',
        command: `find ${shellWord(`${hierarchy}${path ?? '/PARENT'}`)} -mindepth 1 -depth -type d -exec rmdir {} + 2>/dev/null`,
        risk: 'disruptive',
        caution: 'rmdir refuses groups with tasks; a runtime that still counts on an empty one fails to start its container',
      },
    ],
    lasting: [
      {
        does: 'Upgrade or mend the runtime, agent or script that makes them (runc, kubelet, systemd-run, a monitoring agent)',
        risk: 'disruptive',
        undo: 'the old version',
      },
      { does: 'Remove empty groups from a timer until then', risk: 'safe', undo: 'remove the timer' },
    ],
    verify: [verify(host)],
    guard: [guard],
  };
}

function confirm(host: HostView | undefined, path: string | undefined): Fix {
  const v1 = host?.cgroupVersion !== 2;
  const parent = path && path !== '/' ? path : v1 ? '/kubepods' : '';
  const file = shellWord(v1 ? `/sys/fs/cgroup/memory${parent}/memory.force_empty` : `/sys/fs/cgroup${parent}/memory.reclaim`);
  return {
    does: `Confirm: reclaim what the parent’s groups still hold (${v1 ? 'here /kubepods; the parent of what comes and goes on this host' : 'cgroup v2'}) and count again`,
    command: v1 ? `echo 1 > ${file}; grep memory /proc/cgroups` : `echo 10G > ${file}; cat /sys/fs/cgroup${shellWord(parent)}/cgroup.stat`,
    risk: 'disruptive',
    caution:
      'drops page cache of the groups below: their files are read from disk again, and the command itself may take minutes of system time',
    undo: 'none: caches fill again by themselves',
  };
}

const cycleNode: Fix = {
  does: 'Move the work off this node and reboot or replace it: the quickest cure that lasts for weeks',
  command: 'kubectl drain NODE --ignore-daemonsets --delete-emptydir-data',
  risk: 'disruptive',
  caution: 'what runs there starts anew elsewhere',
  undo: 'kubectl uncordon NODE',
};

function kernelWords(host: HostView | undefined): string {
  return host?.kernel === undefined ? '' : ` (this one is ${host.kernel})`;
}

function verify(host: HostView | undefined): Advice['verify'][number] {
  return host?.cgroupVersion === 2
    ? { command: 'cat /sys/fs/cgroup/cgroup.stat', expect: 'nr_dying_descendants in the hundreds' }
    : {
        command: 'grep memory /proc/cgroups',
        expect: `below ${HEALTHY_GROUPS.toLocaleString('en')}, about as many as the other controllers have`,
      };
}

const guard: Advice['guard'][number] = {
  does: 'Alert when a node keeps more than 3,000 memory control groups',
  prometheusRule: alertRule({
    name: 'MemoryCgroupLeak',
    expr: 'node_cgroups_cgroups{subsys_name="memory"} > 3000',
    holds: '1h',
    summary: 'memory control groups pile up on {{ $labels.instance }}',
  }),
  risk: 'a node with very many pods trips it; needs node_exporter with --collector.cgroups',
  undo: 'remove the rule and reload Prometheus',
};
