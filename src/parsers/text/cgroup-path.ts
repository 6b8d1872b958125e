/** The cgroup that a file below /sys/fs/cgroup belongs to: '/system.slice/cron.service', '/' for the root. */
export function cgroupOfPath(path: string): string | undefined {
  const match = /^\/sys\/fs\/cgroup((?:\/[^/]+)*)\/[^/]+$/.exec(path);
  if (!match) return undefined;
  // v1 has a hierarchy a controller: its directory is no part of the cgroup's name.
  const below = (match[1] ?? '').replace(
    /^\/(?:unified|systemd|(?:[a-z_]+,)*(?:blkio|cpu|cpuacct|memory|pids|devices|freezer|net_cls|net_prio|cpuset|perf_event|hugetlb)(?:,[a-z_]+)*)(?=\/|$)/,
    '',
  );
  return below === '' ? '/' : below;
}
