import type { CgroupCounters, Counted } from './cgroup-counters.ts';
import { cgroupName } from './cgroup-path.ts';
import type { DeviceNames } from './device-names.ts';
import { ratePerS } from './rates.ts';
import { secondsBetween } from './readings.ts';
import { citesOfAll, mergeAll } from './rows.ts';
import type { Samples } from './samples.ts';
import type { CgroupIoCap } from './views/cgroups.ts';

type Cap = 'readCapBytesPerS' | 'writeCapBytesPerS' | 'readCapOpsPerS' | 'writeCapOpsPerS';
const V2: readonly (readonly [string, Cap])[] = [
  ['rbps', 'readCapBytesPerS'],
  ['wbps', 'writeCapBytesPerS'],
  ['riops', 'readCapOpsPerS'],
  ['wiops', 'writeCapOpsPerS'],
];
const V1 = [
  ['blkio.throttle.read_bps_device', 'readCapBytesPerS'],
  ['blkio.throttle.write_bps_device', 'writeCapBytesPerS'],
  ['blkio.throttle.read_iops_device', 'readCapOpsPerS'],
  ['blkio.throttle.write_iops_device', 'writeCapOpsPerS'],
] as const;
const MOVED = [
  ['readBytes', 'readBytesPerS'],
  ['writtenBytes', 'writeBytesPerS'],
  ['reads', 'readOpsPerS'],
  ['writes', 'writeOpsPerS'],
] as const;

/** The caps of one group, a row a device, with what the group moved on it where its counters were read at both ends. */
export function ioCapsOf(
  group: CgroupCounters,
  samples: Samples,
  names: DeviceNames,
  windowSeconds: number | undefined,
): readonly CgroupIoCap[] {
  const caps = capsByDevice(group);
  return [...caps].flatMap(([number, rows]) => {
    const figures = mergeAll([...rows, ...movedRows(group.path, number, samples, windowSeconds)]);
    if (figures === undefined) return [];
    const path = group.path === undefined ? {} : { path: group.path };
    return [{ ...path, name: cgroupName(group.path), device: names.ofNumber(number) ?? number, ...figures }];
  });
}

type Figures = Omit<CgroupIoCap, 'name' | 'device' | 'path'>;

function capsByDevice(group: CgroupCounters): ReadonlyMap<string, readonly Figures[]> {
  const caps = new Map<string, Figures[]>();
  const add = (device: string, field: Cap, cap: Counted | undefined) => {
    if (cap === undefined) return;
    const rows = caps.get(device) ?? [];
    caps.set(device, rows);
    rows.push({ [field]: cap.value, cites: cap.cites });
  };
  for (const key of group.keys('io.max').keys()) {
    const [device = '', name] = key.split(' ');
    const field = V2.find(([each]) => each === name)?.[1];
    if (field) add(device, field, group.now('io.max', key));
  }
  for (const [file, field] of V1) for (const device of group.keys(file).keys()) add(device, field, group.now(file, device));
  return caps;
}

function movedRows(
  path: string | undefined,
  deviceNumber: string,
  samples: Samples,
  windowSeconds: number | undefined,
): readonly Figures[] {
  const readings = samples['cgroup-io'].filter(({ sample }) => sample.cgroup === path);
  const [first] = readings;
  if (!first) return [];
  const seconds = secondsBetween(samples, first.output.commandId) ?? windowSeconds;
  const devicesOf = (reading: 1 | 2) =>
    readings
      .filter(({ output }) => output.reading === reading)
      .flatMap(({ sample }) => sample.devices.filter((each) => each.deviceNumber === deviceNumber));
  const [before, after] = [devicesOf(1), devicesOf(2)];
  return MOVED.flatMap(([counter, field]) => {
    const [start, end] = [before, after].map((devices) => devices.find((device) => device[counter] !== undefined));
    const value = ratePerS(start?.[counter], end?.[counter], seconds);
    return value === undefined || !start || !end ? [] : [{ [field]: value, cites: citesOfAll(start, end) }];
  });
}
