import type { Culprit, Fix } from '../../model/finding.ts';
import type { BlockDevice, HostView } from '../../snapshot/views.ts';
import { devicePath, shellWord, systemdSize } from './shell.ts';

/** Units that hold whole sessions or the machine: a cap on them hits much more than the culprit. */
const SHARED_UNIT = /^(user(-\d+)?\.slice|user@\d+\.service|session-\S+\.scope|system\.slice|init\.scope|-\.slice|kubepods\S*)$/;

/** The unit that may be capped: the culprit's own, as a whole word, and no one else's. */
export function ownUnit(culprit: Culprit | undefined): string | undefined {
  const unit = culprit?.unit;
  if (!unit || SHARED_UNIT.test(unit)) return undefined;
  return /^[\w:.@\\-]+\.(service|scope)$/.test(unit) ? unit : undefined;
}

/**
 * What leaves the device to others: a third of what the culprit moves now, and at most a sixth of what the volume
 * can do, in round figures.
 */
function capBytesPerS(culprit: Culprit, device: BlockDevice): number {
  const now = Math.max(culprit.readBytesPerS ?? 0, culprit.writeBytesPerS ?? 0);
  const bought = device.limit?.maxBytesPerS;
  const wanted = Math.min(now / 3, bought === undefined ? Number.POSITIVE_INFINITY : bought / 6);
  const step = 10 ** Math.floor(Math.log10(Math.max(wanted, 1)));
  return Math.max(100_000, Math.round(wanted / step) * step);
}

/** True where the idle class changes anything: schedulers that know priorities, or one nobody told us of. */
function obeysIoClass(scheduler: string | undefined): boolean | undefined {
  if (scheduler === undefined) return undefined;
  return scheduler === 'bfq' || scheduler === 'cfq' || scheduler === 'mq-deadline';
}

interface Cap {
  /** Names of the settings that hold back reads and writes. */
  readonly settings: readonly string[];
  readonly caution: string | undefined;
}

/**
 * How systemd caps bandwidth on this host. cgroup v1 holds back reads and direct writes, not the buffered ones, so there
 * it is of use against a reader only.
 */
function capOf(culprit: Culprit, host: HostView | undefined): Cap | undefined {
  if (host?.cgroupVersion !== 1) {
    return { settings: ['IOReadBandwidthMax', 'IOWriteBandwidthMax'], caution: host?.cgroupVersion === 2 ? undefined : 'needs cgroup v2' };
  }
  const reads = (culprit.readBytesPerS ?? 0) > (culprit.writeBytesPerS ?? 0);
  return reads ? { settings: ['BlockIOReadBandwidth'], caution: 'for cgroup v1, which this host has; systemd before 256' } : undefined;
}

/** A bandwidth cap of the culprit's unit, for now. */
function capNow(culprit: Culprit, device: BlockDevice, host: HostView | undefined): Fix | undefined {
  const unit = ownUnit(culprit);
  const cap = capOf(culprit, host);
  if (!unit || !cap) return undefined;
  const limit = `${devicePath(device.name)} ${systemdSize(capBytesPerS(culprit, device))}`;
  const set = `systemctl set-property --runtime ${shellWord(unit)}`;
  return {
    does: `Cap the bandwidth of ${unit} on ${device.name}`,
    command: `${set} ${cap.settings.map((setting) => `${setting}="${limit}"`).join(' ')}`,
    risk: 'safe',
    caution: [`it takes ${unit} longer to finish`, cap.caution].filter((part) => part !== undefined).join('; '),
    undo: `${set} ${cap.settings.map((setting) => `${setting}=`).join(' ')}`,
  };
}

/** The idle I/O class for the running process, with what the scheduler makes of it. */
function idleClassNow(culprit: Culprit, device: BlockDevice): Fix | undefined {
  if (culprit.pid === undefined || obeysIoClass(device.scheduler) === false) return undefined;
  const caution =
    device.scheduler === 'mq-deadline'
      ? 'mq-deadline obeys I/O classes only in part'
      : device.scheduler === undefined
        ? `has an effect only with the scheduler bfq or mq-deadline; see /sys/block/${device.name}/queue/scheduler`
        : undefined;
  return {
    does: `Put ${culprit.process} (pid ${culprit.pid}) into the idle I/O class`,
    command: `ionice -c 3 -p ${culprit.pid}`,
    risk: 'safe',
    ...(caution ? { caution } : {}),
    undo: `ionice -c 2 -n 4 -p ${culprit.pid}`,
  };
}

/** Stop and go on later: works on every host, whatever the scheduler. */
export function pauseNow(culprit: Culprit): Fix | undefined {
  if (culprit.pid === undefined) return undefined;
  if (culprit.kind === 'database') return undefined;
  return {
    does: `Pause ${culprit.process} (pid ${culprit.pid}) until the device is free`,
    command: `kill -STOP ${culprit.pid}`,
    risk: 'disruptive',
    caution: 'its work stands still, and whoever waits for it waits too',
    undo: `kill -CONT ${culprit.pid}`,
  };
}

/** What holds the culprit back right now, the surest first. */
export function restrainNow(culprit: Culprit, device: BlockDevice, host: HostView | undefined): readonly Fix[] {
  return [capNow(culprit, device, host), idleClassNow(culprit, device), pauseNow(culprit)].filter((fix) => fix !== undefined);
}

/** What the first step needs of this host, and why a weaker one is not it: for the one line of the root message. */
export function restrainNote(culprit: Culprit, device: BlockDevice, host: HostView | undefined): string | undefined {
  const cap = ownUnit(culprit) === undefined ? undefined : capOf(culprit, host)?.caution;
  const idle =
    obeysIoClass(device.scheduler) === false ? `the idle I/O class has little effect with scheduler ${device.scheduler}` : undefined;
  const parts = [cap, idle].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : parts.join('; ');
}

/** The same for good: in the unit, or in a scope for what has none. Nothing where nothing of it works on this host. */
export function restrainLasting(culprit: Culprit, device: BlockDevice, host: HostView | undefined): Fix | undefined {
  const cap = capOf(culprit, host);
  const limit = `${devicePath(device.name)} ${systemdSize(capBytesPerS(culprit, device))}`;
  const settings = cap?.settings.map((setting) => `${setting}=${limit}`) ?? [];
  const unit = ownUnit(culprit);
  if (!unit?.endsWith('.service')) return culprit.unit === undefined && cap ? inScope(culprit, settings, cap.caution) : undefined;
  const obeys = obeysIoClass(device.scheduler);
  if (!cap && obeys === false) return undefined;
  const why =
    obeys === false
      ? `the scheduler of ${device.name} is ${device.scheduler}, with which the idle I/O class has little effect: the cap does it`
      : 'the idle I/O class works with bfq and in part with mq-deadline';
  return {
    does: `Run ${unit} with low I/O priority${cap ? ' and a bandwidth cap' : ''}: systemctl edit ${unit}`,
    command: ['[Service]', 'Nice=19', 'CPUSchedulingPolicy=idle', ...(obeys === false ? [] : ['IOSchedulingClass=idle']), ...settings].join(
      '\n',
    ),
    risk: 'safe',
    caution: cap?.caution === undefined ? why : `${why}; the cap: ${cap.caution}`,
    undo: `systemctl revert ${shellWord(unit)}`,
  };
}

/** What was started by hand or by cron has no unit to set anything in. */
function inScope(culprit: Culprit, settings: readonly string[], caution: string | undefined): Fix {
  return {
    does: `Start ${culprit.process} with a bandwidth cap the next time: it belongs to no unit that could have one`,
    command: `systemd-run --scope ${settings.map((setting) => `-p ${shellWord(setting)}`).join(' ')} COMMAND`,
    risk: 'safe',
    caution: ['needs systemd', caution].filter((part) => part !== undefined).join('; '),
    undo: 'start it without systemd-run again',
  };
}
