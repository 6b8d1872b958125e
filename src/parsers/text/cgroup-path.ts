/** v1 has a hierarchy a controller: its directory, which may stand for several, is no part of the cgroup's name. */
const HIERARCHY =
  /^\/(unified|systemd|(?:[a-z_]+,)*(?:blkio|cpu|cpuacct|memory|pids|devices|freezer|net_cls|net_prio|cpuset|perf_event|hugetlb)(?:,[a-z_]+)*)(?=\/|$)/;

/** A directory below /sys/fs/cgroup: the cgroup, '/' for the root, and the v1 hierarchy in which it lies, 'cpu,cpuacct'. */
export function cgroupOfFolder(folder: string): { readonly cgroup: string; readonly hierarchy: string | undefined } | undefined {
  const below = /^\/sys\/fs\/cgroup((?:\/[^/]+)*)$/.exec(folder)?.[1];
  if (below === undefined) return undefined;
  const [whole = '', hierarchy] = HIERARCHY.exec(below) ?? [];
  return { cgroup: below.slice(whole.length) || '/', hierarchy };
}

/** The cgroup that a file below /sys/fs/cgroup belongs to: '/system.slice/cron.service', '/' for the root. */
export function cgroupOfPath(path: string): string | undefined {
  const end = path.lastIndexOf('/');
  return end === path.length - 1 ? undefined : cgroupOfFolder(path.slice(0, Math.max(end, 0)))?.cgroup;
}
