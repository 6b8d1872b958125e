/**
 * The control group of a process as ps prints it: '0::/system.slice/cron.service', or for the old hierarchies a list
 * '5:blkio:/a,1:name=systemd:/b', of which the one that systemd keeps tells the unit. A bare path stays as it is.
 */
export function cgroupPath(printed: string | undefined): string | undefined {
  if (printed === undefined) return undefined;
  if (printed.startsWith('/')) return printed;
  const entries = printed.split(/,(?=\d+:)/).flatMap((entry) => {
    const match = /^(\d+):([^:]*):(\/.*)$/.exec(entry);
    return match ? [{ hierarchy: match[1], controllers: match[2], path: match[3] }] : [];
  });
  const best =
    entries.find(({ hierarchy, path }) => hierarchy === '0' && path !== '/') ??
    entries.find(({ controllers }) => controllers === 'name=systemd') ??
    entries[0];
  return best?.path;
}

/**
 * True where the name of a control group is of a container runtime: the process then has mounts of its own. A private
 * cgroup namespace shows '/' for any container, so false only means that nothing tells.
 */
export function isContainer(cgroup: string | undefined): boolean {
  return cgroup !== undefined && /\b(?:docker|kubepods|libpod|lxc|crio|containerd|machine)\b/.test(cgroup);
}

/** The innermost systemd unit of a control group: '/system.slice/cron.service' -> 'cron.service'. Slices hold units and are none. */
export function unitOf(cgroup: string | undefined): string | undefined {
  return cgroup?.split('/').findLast((part) => /\.(?:service|scope|mount|swap|socket)$/.test(part));
}
