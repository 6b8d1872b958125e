import type { Advice, Fix } from '../../../model/finding.ts';
import { alertRule } from '../../advice/watch.ts';

/** Caches of names and inodes: what looks up files fills them. */
const FILE_NAMES = /^(?:dentry|dentry_cache|inode_cache|proc_inode_cache|.*_inode(?:_cache)?|.*_icache)$/;

export function slabAdvice(cache: string | undefined, locked: boolean): Advice {
  const names = cache === undefined || FILE_NAMES.test(cache);
  return {
    summary: locked
      ? 'Find what makes these objects: count control groups first, then the drivers and modules of this host; reclaiming frees only a part'
      : 'Reclaim once to see that it comes back, then find what fills it; it is given back by itself when memory is short',
    now: [
      { does: 'See the caches, the largest first', command: 'slabtop -o -s c | head -20', risk: 'safe' },
      ...(names ? [reclaim] : []),
      {
        does: 'Count control groups: removed ones keep their objects',
        command: 'cat /proc/cgroups; cat /sys/fs/cgroup/cgroup.stat',
        risk: 'safe',
      },
      whoFills,
    ],
    lasting: names ? [stopLooking, pressureOnNames, capWork] : [upgrade, watchCache],
    verify: [
      {
        command: "grep -E '^(Slab|SReclaimable|SUnreclaim|MemAvailable):' /proc/meminfo",
        expect: 'Slab below a tenth of MemTotal, an hour later too',
      },
    ],
    guard: [
      {
        does: 'Alert when slab holds a quarter of memory',
        prometheusRule: alertRule({
          name: 'SlabOutsize',
          expr: 'node_memory_Slab_bytes / node_memory_MemTotal_bytes > 0.25',
          holds: '30m',
          summary: 'kernel caches of {{ $labels.instance }} hold a quarter of its memory',
        }),
        risk: 'a file server with millions of files trips it without harm',
        undo: 'remove the rule and reload Prometheus',
      },
    ],
  };
}

const reclaim: Fix = {
  does: 'Give back names and inodes once: what goes was reclaimable, what stays is held',
  command: 'echo 2 > /proc/sys/vm/drop_caches',
  risk: 'disruptive',
  caution: 'a one-off command, no setting: names are read from disk again, and with tens of GB it takes seconds to minutes of system time',
  undo: 'none: the caches fill again by themselves',
};
const whoFills: Fix = {
  does: 'See who looks up names: failed lookups of names that do not exist leave entries too (session files, search paths, health checks)',
  command: 'perf trace -s -e openat,newfstatat -a sleep 5',
  risk: 'safe',
  caution: 'slows system calls for these seconds',
};
const stopLooking: Fix = {
  does: 'Let the program stop looking for ever new names, or do it in a directory of its own that is removed: removing it frees its entries',
  risk: 'disruptive',
  undo: 'the old configuration',
};
const pressureOnNames: Fix = {
  does: 'Let the kernel give back names before page cache: vm.vfs_cache_pressure at 200',
  command: 'sysctl -w vm.vfs_cache_pressure=200',
  risk: 'safe',
  caution: 'only acts when memory is reclaimed at all',
  undo: 'sysctl -w vm.vfs_cache_pressure=100',
};
const capWork: Fix = {
  does: 'Give the work a memory limit of its own (MemoryHigh= of its unit): slab is charged to it and reclaimed within it',
  risk: 'disruptive',
  caution: 'too low a limit slows that work',
  undo: 'remove the limit',
};
const upgrade: Fix = {
  does: 'Update the kernel or the module that the cache belongs to: objects that only grow are a leak; kernels before 5.9 kept caches for every memory cgroup',
  risk: 'disruptive',
  undo: 'the old kernel',
};
const watchCache: Fix = {
  does: 'Write down the cache’s size each hour: a leak grows with uptime, a cache with load',
  command: 'grep -E "^(Slab|SUnreclaim):" /proc/meminfo',
  risk: 'safe',
};
