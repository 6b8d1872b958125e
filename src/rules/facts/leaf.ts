import type { BlockDevice, DeviceInterval, DevicesView } from '../../snapshot/views.ts';
import { outstanding } from './device-figures.ts';
import { worstStretch } from './stretch.ts';

/** A device with the seconds it is judged by. */
export interface Load {
  readonly device: BlockDevice;
  readonly load: DeviceInterval;
}

/** Device mapper and md only pass requests on: their figures repeat those of the disks below. A loop device has a queue of its own. */
const PASSES_ON = /^(dm-\d+|md\d+|md_\w+|drbd\d+|bcache\d+)$/;

/** The devices to judge, each stack of md and device mapper once, by its disks where those are known; the longest queue first. */
export function judgedDevices(view: DevicesView): readonly Load[] {
  const loads = view.all.flatMap((device) => {
    const load = worstStretch(device, view.intervalSeconds);
    return load ? [{ device, load }] : [];
  });
  const disks = loads.filter(({ device }) => !PASSES_ON.test(device.name));
  const chosen = disks.length > 0 ? disks : loads;
  return chosen.toSorted((left, right) => (outstanding(right.load) ?? 0) - (outstanding(left.load) ?? 0));
}

/** True where devices were read, but only as averages since boot: such a view decides nothing. */
export function onlySinceBoot(view: DevicesView): boolean {
  return (
    view.all.length > 0 &&
    view.all.every((device) => device.intervals.length === 0 && device.window === undefined && device.sinceBoot !== undefined)
  );
}

/** The names of everything below and above a device, itself included. */
export function stackOf(device: BlockDevice, view: DevicesView): ReadonlySet<string> {
  const byName = new Map(view.all.map((each) => [each.name, each]));
  const stack = new Set<string>([device.name]);
  walk(device, (each) => each.below, byName, stack);
  walk(device, (each) => each.above, byName, stack);
  return stack;
}

/** The names of a device and of everything that lies on it: where files of this device may be said to lie. */
export function onTopOf(device: BlockDevice, view: DevicesView): ReadonlySet<string> {
  const upper = new Set<string>([device.name]);
  walk(device, (each) => each.above, new Map(view.all.map((each) => [each.name, each])), upper);
  return upper;
}

/** 'sda1' -> 'sda', 'nvme0n1p2' -> 'nvme0n1'; a disk stays what it is. */
export function wholeDisk(name: string): string {
  return /^((?:nvme\d+n|mmcblk|md|loop)\d+)p\d+$/.exec(name)?.[1] ?? /^((?:sd|vd|xvd|hd)[a-z]+)\d+$/.exec(name)?.[1] ?? name;
}

/** Mount points that lie on a device, directly or through mapper, array or partition. */
function mountsOn(device: BlockDevice, view: DevicesView): readonly string[] {
  const byName = new Map(view.all.map((each) => [each.name, each]));
  return [...new Set([...onTopOf(device, view)].flatMap((name) => byName.get(name)?.mounts ?? []))];
}

/** 'nvme1n1 (/var/lib/mysql, /var/log)': the device as people know it. */
export function nameOf(device: BlockDevice, view: DevicesView): string {
  const mounts = mountsOn(device, view).slice(0, 2);
  return mounts.length > 0 ? `${device.name} (${mounts.join(', ')})` : device.name;
}

function walk(
  from: BlockDevice,
  next: (device: BlockDevice) => readonly string[],
  byName: ReadonlyMap<string, BlockDevice>,
  seen: Set<string>,
): void {
  const queue = [...next(from)];
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    if (seen.has(name)) continue;
    seen.add(name);
    const device = byName.get(name);
    if (device) queue.push(...next(device));
  }
}
