import type { Fix } from '../../model/finding.ts';
import type { Cgroup } from '../../snapshot/views/cgroups.ts';
import type { HostView } from '../../snapshot/views.ts';
import { shellWord } from './shell.ts';

/** Who keeps the limits of a group, and so where they are changed. */
export type Keeper = 'systemd' | 'kubernetes' | 'docker' | 'other';

export function keeperOf({ path = '' }: Pick<Cgroup, 'path'>): Keeper {
  if (path.includes('kubepods')) return 'kubernetes';
  if (/\/docker[-/]/.test(path)) return 'docker';
  return /\.(?:service|slice|scope)$/.test(path) ? 'systemd' : 'other';
}

/** The unit's own name where systemd keeps the group. */
export function unitName({ path = '' }: Pick<Cgroup, 'path'>): string {
  return shellWord(path.split('/').at(-1) ?? '');
}

/** The id by which docker knows a container. */
function containerId({ path = '' }: Pick<Cgroup, 'path'>): string {
  return shellWord(/([0-9a-f]{12})[0-9a-f]*(?:\.scope)?$/.exec(path)?.[1] ?? 'CONTAINER');
}

/** One limit, in the words of each keeper. */
export interface Limit {
  /** 'the CPU quota'. */
  readonly what: string;
  /** systemd's property and its new value: 'CPUQuota=200%'. */
  readonly property: string;
  /** The property as it was, for the way back. */
  readonly before: string;
  /** docker update's option: '--cpus 2'. */
  readonly docker: string;
  /** The field of a container in a pod: 'resources.limits.cpu'. */
  readonly field: string;
  /** The kernel's file below the group, for whoever made it by hand, and what to write into it. */
  readonly file: { readonly v1: string; readonly v2: string; readonly value: string; readonly v2value?: string; readonly before: string };
}

/** Raises a limit now, where that can be done without a restart. */
export function raiseNow(group: Cgroup, limit: Limit, host: HostView | undefined): Fix {
  const does = `Raise ${limit.what} of ${group.name} for now`;
  const unit = unitName(group);
  switch (keeperOf(group)) {
    case 'systemd':
      return {
        does,
        command: `systemctl set-property --runtime ${unit} ${limit.property}`,
        risk: 'safe',
        caution: 'others on the host get less while it takes more',
        undo: `systemctl set-property --runtime ${unit} ${limit.before}`,
      };
    case 'docker':
      return {
        does,
        command: `docker update ${limit.docker} ${containerId(group)}`,
        risk: 'safe',
        caution: 'others on the host get less while it takes more',
        undo: 'docker update with the old value (docker inspect shows it before)',
      };
    case 'kubernetes':
      return {
        does: `Raise ${limit.field} of the container behind ${group.name}; crictl pods and crictl ps on the node tell which it is`,
        command: `kubectl set resources deployment NAME --limits=${limit.field.replace('resources.limits.', '')}=VALUE`,
        risk: 'disruptive',
        caution: 'pods are replaced one by one',
        undo: 'kubectl rollout undo deployment NAME',
      };
    case 'other':
      return byHand(group, limit, host, does);
  }
}

function byHand(group: Cgroup, { file }: Limit, host: HostView | undefined, does: string): Fix {
  const controller = file.v1.split('.')[0] ?? '';
  const path = group.path ?? '/GROUP';
  const [folder, name, value] =
    host?.cgroupVersion === 1
      ? [`/sys/fs/cgroup/${controller}`, file.v1, file.value]
      : ['/sys/fs/cgroup', file.v2, file.v2value ?? file.value];
  const target = shellWord(`${folder}${path}/${name}`);
  return {
    does,
    command: `echo ${shellWord(value)} > ${target}`,
    risk: 'safe',
    caution: 'whoever made the group may set it again',
    undo: `echo ${shellWord(file.before)} > ${target}`,
  };
}

/** The same for good. */
export function raiseLasting(group: Cgroup, limit: Limit): Fix {
  switch (keeperOf(group)) {
    case 'systemd':
      return {
        does: `Set ${limit.what} of ${group.name} to what its work needs: systemctl edit ${unitName(group)}`,
        command: `[${group.name.endsWith('.slice') ? 'Slice' : 'Service'}]\n${limit.property}`,
        risk: 'safe',
        undo: `systemctl revert ${unitName(group)}`,
      };
    case 'docker':
      return {
        does: `Set ${limit.docker} where the container is started (docker run, compose file)`,
        risk: 'safe',
        undo: 'set the old value',
      };
    case 'kubernetes':
      return {
        does: `Set ${limit.field} in the manifest or chart to what the work needs, from figures of a week`,
        risk: 'safe',
        undo: 'set the old value',
      };
    case 'other':
      return { does: `Set ${limit.what} where ${group.name} is made`, risk: 'safe', undo: 'set the old value' };
  }
}
