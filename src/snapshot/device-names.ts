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
    ofNumber: (deviceNumber) => (deviceNumber === undefined ? undefined : byNumber.get(deviceNumber)),
    ofName: (name) => {
      const bare = name.replace(/^\/dev\/(?:mapper\/)?/, '');
      return byMapperName.get(bare) ?? bare;
    },
  };
}
