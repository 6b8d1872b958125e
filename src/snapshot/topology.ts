import type { DeviceNames } from './device-names.ts';
import type { MountTable } from './mount-table.ts';
import { latest } from './readings.ts';
import type { Samples } from './samples.ts';

/** Which device lies on which: partitions on disks, dm and md on their members, loops on the disk of their file. */
export interface Topology {
  readonly below: ReadonlyMap<string, ReadonlySet<string>>;
  readonly above: ReadonlyMap<string, ReadonlySet<string>>;
}

export function topologyOf(samples: Samples, names: DeviceNames, mounts: MountTable): Topology {
  const below = new Map<string, Set<string>>();
  const above = new Map<string, Set<string>>();
  const link = (upper: string, lower: string | undefined) => {
    if (lower === undefined || lower === upper) return;
    add(below, upper, lower);
    add(above, lower, upper);
  };
  for (const { sample } of samples['block-queue']) {
    for (const { device, disk, slave, holder, backingFile } of sample.facts) {
      link(device, disk);
      link(device, slave);
      if (holder !== undefined) link(holder, device);
      if (backingFile !== undefined) link(device, deviceOfBacking(backingFile, names, mounts));
    }
  }
  for (const array of latest(samples.mdstat)?.arrays ?? []) {
    for (const member of array.members) link(array.name, names.ofName(member.device));
  }
  return { below, above };
}

/** A loop lies on the disk of its file, or straight on a device: losetup takes /dev/loop0 as a file too. */
function deviceOfBacking(path: string, names: DeviceNames, mounts: MountTable): string | undefined {
  return path.startsWith('/dev/') ? names.ofName(path) : mounts.of(path)?.device;
}

function add(map: Map<string, Set<string>>, key: string, value: string): void {
  const set = map.get(key) ?? new Set();
  map.set(key, set.add(value));
}

/** A device and all that it reaches by `next`, itself first. Rings, which no sane host has, end. */
export function reach(start: string, next: (name: string) => Iterable<string>): ReadonlySet<string> {
  const seen = new Set([start]);
  for (const name of seen) {
    for (const other of next(name)) seen.add(other);
  }
  return seen;
}
