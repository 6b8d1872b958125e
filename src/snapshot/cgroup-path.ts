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

/**
 * What a person calls a control group: the unit, the container by the short id that `docker ps` and `crictl ps` show, the
 * pod by its uid, the user; else its path.
 */
export function cgroupName(cgroup: string | undefined): string {
  if (cgroup === undefined) return 'the control group';
  if (cgroup === '/') return 'the root group';
  const parts = cgroup.split('/').filter((part) => part !== '');
  const last = parts.at(-1) ?? '';
  const pod = podOf(parts);
  const container = containerOf(last, pod !== undefined);
  if (container) return pod ? `${container} of ${pod}` : container;
  if (pod && PODS.test(last)) return pod;
  const lxc = /^lxc(?:\.payload)?[./](.+)$/.exec(parts.slice(-2).join('/'))?.[1] ?? /^lxc\.payload\.(.+)$/.exec(last)?.[1];
  if (lxc) return `lxc container ${lxc}`;
  const user = /^user-(\d+)\.slice$/.exec(last)?.[1];
  if (user) return `user ${user}`;
  return unitOf(last) ?? cgroup;
}

/** kubepods-burstable-pod1b2c_3d.slice of the systemd driver, pod1b2c-3d below kubepods of cgroupfs. */
const PODS = /^(?:kubepods.*-)?pod([0-9a-f][0-9a-f_-]{7,63}|<[a-z-]+>)(?:\.slice)?$/;

function podOf(parts: readonly string[]): string | undefined {
  if (!parts.some((part) => part.startsWith('kubepods'))) return undefined;
  const uid = parts.map((part) => PODS.exec(part)?.[1]).find((found) => found !== undefined);
  return uid === undefined ? undefined : `pod ${uid.replaceAll('_', '-')}`;
}

const RUNTIMES: Readonly<Record<string, string>> = {
  docker: 'docker container',
  crio: 'container',
  libpod: 'podman container',
  'cri-containerd': 'container',
  containerd: 'container',
  nerdctl: 'container',
};

/** docker-ID.scope, cri-containerd-ID.scope, kubepods-…:cri-containerd:ID, and the bare id of the cgroupfs driver. */
function containerOf(part: string, inPod: boolean): string | undefined {
  const match = /^(?:[^:]*:)?(?:([a-z-]+)[-:])?([0-9a-f]{12,64})(?:\.scope)?$/.exec(part);
  const [, runtime, id] = match ?? [];
  if (!id || (runtime === undefined && id.length < 64)) return undefined;
  const kind = runtime === undefined ? (inPod ? 'container' : 'docker container') : RUNTIMES[runtime];
  return kind && `${kind} ${id.slice(0, 12)}`;
}
