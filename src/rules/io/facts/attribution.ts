import type { Share } from '../../../model/finding.ts';
import type { BlockDevice, DevicesView, ProcessesView } from '../../../snapshot/views.ts';
import { bytesPerS } from '../../facts/device-figures.ts';
import { type Direction, type Doer, doersOf, moved } from '../../facts/doers.ts';
import { judgedDevices, type Load, onTopOf, stackOf } from '../../facts/leaf.ts';

/** Half of a device's bytes: who moves less is not the cause, and the device is judged without him. */
export const MOST_PCT = 50;
/** Bytes of a process and of a device are counted at different moments and places. */
const SLACK = 1.25;
/** Where all other disks together move less than this part of the bytes, these came from the one. */
const OTHERS_PART = 0.1;

export interface Attribution {
  readonly doer: Doer;
  readonly share: Share;
}

/**
 * Who moves most of a device's bytes in a direction, and what ties him to this device.
 * Bytes of a process are not per device: without a tie the share is 'at-most', and nobody whose bytes
 * do not fit into the device's own is named at all.
 */
export function attribute(
  target: Load,
  direction: Direction,
  view: DevicesView,
  processes: ProcessesView | undefined,
  leastPct = MOST_PCT,
): Attribution | undefined {
  const deviceBytes = bytesPerS(target.load);
  if (!processes || deviceBytes === undefined || deviceBytes <= 0) return undefined;
  const ranked = doersOf(processes, direction, mostRead(target)).flatMap((doer) => {
    const share = shareOf(doer, direction, deviceBytes, target.device, view, processes);
    return share && share.pct >= leastPct ? [{ doer, share }] : [];
  });
  return ranked.toSorted((left, right) => tie(right.share) - tie(left.share) || right.share.pct - left.share.pct)[0];
}

/** No process can have read more of it in an interval. One interval alone is no measure: then who does not fit is dropped by `shareOf`. */
function mostRead({ device }: Load): number {
  if (device.intervals.length < 2) return Number.POSITIVE_INFINITY;
  return SLACK * Math.max(0, ...device.intervals.map((row) => row.readBytesPerS ?? Number.POSITIVE_INFINITY));
}

/** What a device moves in one direction alone. */
export function directionBytes(load: Load['load'], direction: Direction): number | undefined {
  return direction === 'read' ? load.readBytesPerS : load.writeBytesPerS;
}

function shareOf(
  doer: Doer,
  direction: Direction,
  deviceBytes: number,
  device: BlockDevice,
  view: DevicesView,
  processes: ProcessesView,
): Share | undefined {
  const stack = stackOf(device, view);
  const own = moved(doer, direction) ?? 0;
  const share = (bytes: number, basis: Share['basis']): Share => ({
    device: device.name,
    pct: Math.min(100, (bytes / deviceBytes) * 100),
    basis,
  });
  const byCgroup = cgroupBytes(doer, direction, stack, processes);
  if (byCgroup !== undefined) return share(Math.min(own, byCgroup), 'cgroup-io');
  const files = fileDevices(doer, direction, deviceBytes, device, view);
  if (files === 'elsewhere') return undefined;
  const fits = own <= deviceBytes * SLACK;
  // A writer dirties memory faster than the device takes it; what is read has come from a device.
  if (!fits && direction === 'read') return undefined;
  if (files === 'here') return share(own, 'open-files');
  if (othersBytes(direction, view, stack) <= OTHERS_PART * Math.min(own, deviceBytes)) {
    return share(own, 'only-busy-device');
  }
  return fits ? share(own, 'at-most') : undefined;
}

/** What the doer's cgroup moved on this device, where the doer is the only one of it that could. */
function cgroupBytes(doer: Doer, direction: Direction, stack: ReadonlySet<string>, processes: ProcessesView): number | undefined {
  const { cgroup } = doer.process;
  if (cgroup === undefined || cgroup === '/') return undefined;
  const rows = processes.cgroupIo.filter((row) => row.cgroup === cgroup);
  if (rows.length === 0) return undefined;
  const here = rows.filter((row) => stack.has(row.device));
  // A stack is counted at each of its levels: the largest is the one nearest to the disk.
  return Math.max(0, ...here.map((row) => (direction === 'read' ? row.readBytesPerS : row.writeBytesPerS) ?? 0));
}

/**
 * Where the doer's open regular files lie: here, elsewhere, or not to be told. A log file on a second disk that moves
 * next to nothing does not loosen the tie.
 */
function fileDevices(
  doer: Doer,
  direction: Direction,
  deviceBytes: number,
  device: BlockDevice,
  view: DevicesView,
): 'here' | 'elsewhere' | 'unknown' {
  const names = new Set(view.all.map((device) => device.name));
  const lieOn = new Set(
    doer.members.flatMap((process) => process.openFiles.flatMap((file) => (file.device && names.has(file.device) ? [file.device] : []))),
  );
  if (lieOn.size === 0) return 'unknown';
  const here = onTopOf(device, view);
  if (![...lieOn].some((name) => here.has(name))) return 'elsewhere';
  const stack = stackOf(device, view);
  const beside = judgedDevices(view)
    .filter((other) => lieOn.has(other.device.name) && !here.has(other.device.name))
    .reduce((total, other) => {
      const bytes = directionBytes(other.load, direction) ?? 0;
      // What a device moves its own disk below moves too.
      return total + (stack.has(other.device.name) ? Math.max(0, bytes - deviceBytes) : bytes);
    }, 0);
  return beside <= OTHERS_PART * Math.min(moved(doer, direction) ?? 0, deviceBytes) ? 'here' : 'unknown';
}

function othersBytes(direction: Direction, view: DevicesView, stack: ReadonlySet<string>): number {
  return judgedDevices(view)
    .filter(({ device }) => !stack.has(device.name))
    .reduce((total, { load }) => total + (directionBytes(load, direction) ?? 0), 0);
}

function tie(share: Share): number {
  return share.basis === 'at-most' ? 0 : 1;
}
