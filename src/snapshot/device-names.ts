import { latest } from './readings.ts';
import type { Samples } from './samples.ts';

/** Turns what tools call a device into the kernel's name for it, as far as the outputs tell. */
export interface DeviceNames {
  /** '259:1' -> 'nvme1n1'. */
  readonly ofNumber: (deviceNumber: string | undefined) => string | undefined;
  /** '/dev/mapper/vg-root', 'vg-root', '/dev/sda1', 'sda1' -> 'dm-0', 'sda1'. A name that nobody explains stays as it is. */
  readonly ofName: (name: string) => string;
}

export function deviceNames(samples: Samples): DeviceNames {
  const byNumber = new Map<string, string>();
  const byMapperName = new Map<string, string>();
  for (const { device, major, minor } of latest(samples.diskstats)?.devices ?? []) byNumber.set(`${major}:${minor}`, device);
  for (const { sample } of samples['block-queue']) {
    for (const fact of sample.facts) {
      if (fact.deviceNumber !== undefined) byNumber.set(fact.deviceNumber, fact.device);
      if (fact.mapperName !== undefined) byMapperName.set(fact.mapperName, fact.device);
    }
  }
  return {
    ofNumber: (deviceNumber) => (deviceNumber === undefined ? undefined : (byNumber.get(deviceNumber) ?? scsiDisk(deviceNumber))),
    ofName: (name) => {
      const bare = name.replace(/^\/dev\/(?:mapper\/)?/, '');
      return byMapperName.get(bare) ?? bare;
    },
  };
}

/**
 * '8:17' -> 'sdb1': the first sixteen SCSI disks have numbers of their own (Documentation/admin-guide/devices.txt, major 8).
 * Others are given out as devices appear, and tell no name.
 */
function scsiDisk(deviceNumber: string): string | undefined {
  const minor = /^8:(\d{1,3})$/.exec(deviceNumber)?.[1];
  if (minor === undefined || Number(minor) > 255) return undefined;
  const partition = Number(minor) % 16;
  return `sd${String.fromCharCode(97 + Math.floor(Number(minor) / 16))}${partition === 0 ? '' : partition}`;
}
