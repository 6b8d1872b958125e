import type { Mount } from '../parsers/mounts/mounts.ts';
import type { DeviceNames } from './device-names.ts';
import { latest } from './readings.ts';
import type { Samples } from './samples.ts';

export interface MountTable {
  readonly all: readonly MountedDevice[];
  /** The mount that a path lies on: the longest mount point that leads it. */
  readonly of: (path: string) => MountedDevice | undefined;
}
export interface MountedDevice {
  readonly mount: Mount;
  /** The block device below, where the file system has one. */
  readonly device: string | undefined;
}

export function mountTable(samples: Samples, names: DeviceNames): MountTable {
  const all = (latest(samples.mounts)?.mounts ?? []).map((mount) => ({ mount, device: deviceOf(mount, names) }));
  // Of several mounts on one point the last hides the others.
  const byPoint = new Map(all.map((mounted) => [mounted.mount.mount, mounted]));
  return { all, of: (path) => longestPrefix(byPoint, path) };
}

/** By number where the kernel tells it; btrfs has numbers of no device, so its source is asked. Network sources have no device. */
function deviceOf({ source, deviceNumber }: Mount, names: DeviceNames): string | undefined {
  return names.ofNumber(deviceNumber) ?? (source.startsWith('/dev/') ? names.ofName(source) : undefined);
}

function longestPrefix(byPoint: ReadonlyMap<string, MountedDevice>, path: string): MountedDevice | undefined {
  for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) {
    const found = byPoint.get(path.slice(0, end));
    if (found) return found;
  }
  return byPoint.get('/');
}
