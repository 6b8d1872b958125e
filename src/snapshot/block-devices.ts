import type { VolumeLimit } from '../model/target.ts';
import type { BlockFact } from '../parsers/block-queue/sample.ts';
import { fromCounters, fromIostat, fromSar } from './device-intervals.ts';
import type { DeviceNames } from './device-names.ts';
import { iostatSeconds, sarSeconds } from './interval-seconds.ts';
import type { MountTable } from './mount-table.ts';
import { firstFilled, present } from './present.ts';
import { bothEnds, latest } from './readings.ts';
import type { Samples } from './samples.ts';
import { reach, type Topology, topologyOf } from './topology.ts';
import type { BlockDevice, DeviceInterval, DevicesView } from './views.ts';

export interface DeviceContext {
  readonly names: DeviceNames;
  readonly mounts: MountTable;
  readonly windowSeconds: number | undefined;
  readonly volumes: readonly VolumeLimit[];
}

/**
 * Every block device that any output names: its load by iostat, else sar -d, else the kernel's counters; what lies on it
 * and below; its queue's settings and the limit it was bought with. A device that `iostat -z` hides is here by its counters.
 */
export function devicesView(samples: Samples, context: DeviceContext): DevicesView | undefined {
  const load = loadOf(samples, context);
  const facts = factsByDevice(samples);
  const topology = topologyOf(samples, context.names, context.mounts);
  const swapping = devicesWithSwap(samples, context);
  const names = new Set([...load.names, ...facts.keys(), ...topology.below.keys(), ...topology.above.keys(), ...swapping]);
  if (names.size === 0) return undefined;
  const all = [...names].map((name) => describe(name, { load, facts, topology, swapping, context })).filter(canMoveBytes);
  return { all, ...present({ intervalSeconds: intervalSecondsOf(samples, context.windowSeconds) }) };
}

/** A loop device without a file, an empty card reader: listed by the kernel, and no place for load. */
function canMoveBytes({ sizeBytes }: BlockDevice): boolean {
  return sizeBytes !== 0;
}

interface Load {
  readonly names: ReadonlySet<string>;
  readonly iostat: ReadonlyMap<string, readonly DeviceInterval[]>;
  readonly sar: ReadonlyMap<string, readonly DeviceInterval[]>;
  readonly window: ReadonlyMap<string, DeviceInterval>;
  readonly sinceBoot: ReadonlyMap<string, readonly DeviceInterval[]>;
}

function loadOf(samples: Samples, { names, windowSeconds }: DeviceContext): Load {
  const iostat = new Map<string, DeviceInterval[]>();
  const sinceBoot = new Map<string, DeviceInterval[]>();
  for (const report of samples.iostat.flatMap(({ sample }) => sample.reports)) {
    for (const row of report.devices) append(report.sinceBoot ? sinceBoot : iostat, names.ofName(row.device), fromIostat(row));
  }
  const sar = new Map<string, DeviceInterval[]>();
  for (const { sample } of samples.sar) {
    const current = sample.disks.filter((row) => !row.average);
    for (const row of current.length > 0 ? current : sample.disks) {
      append(sar, names.ofNumber(row.deviceNumber) ?? names.ofName(row.device), fromSar(row));
    }
  }
  const window = windowsOf(samples, windowSeconds);
  const counted = (latest(samples.diskstats)?.devices ?? []).map(({ device }) => device);
  return { names: new Set([...iostat.keys(), ...sar.keys(), ...sinceBoot.keys(), ...counted]), iostat, sar, window, sinceBoot };
}

function windowsOf(samples: Samples, seconds: number | undefined): ReadonlyMap<string, DeviceInterval> {
  const ends = bothEnds(samples.diskstats);
  const before = new Map(ends?.before.devices.map((counters) => [counters.device, counters]));
  const windows = new Map<string, DeviceInterval>();
  for (const counters of ends?.after.devices ?? []) {
    const first = before.get(counters.device);
    // Another number under the same name is another device, plugged in within the window.
    if (first?.major !== counters.major || first.minor !== counters.minor) continue;
    windows.set(counters.device, fromCounters(first, counters, seconds));
  }
  return windows;
}

function factsByDevice(samples: Samples): ReadonlyMap<string, readonly BlockFact[]> {
  const facts = new Map<string, BlockFact[]>();
  for (const fact of samples['block-queue'].flatMap(({ sample }) => sample.facts)) append(facts, fact.device, fact);
  return facts;
}

/** Swap files are on the device of their file system. */
function devicesWithSwap(samples: Samples, { names, mounts }: DeviceContext): ReadonlySet<string> {
  const areas = latest(samples.swaps)?.areas ?? [];
  const devices = areas.map(({ path }) => (path.startsWith('/dev/') ? names.ofName(path) : mounts.of(path)?.device));
  return new Set(devices.filter((device) => device !== undefined));
}

interface Known {
  readonly load: Load;
  readonly facts: ReadonlyMap<string, readonly BlockFact[]>;
  readonly topology: Topology;
  readonly swapping: ReadonlySet<string>;
  readonly context: DeviceContext;
}

function describe(name: string, { load, facts, topology, swapping, context }: Known): BlockDevice {
  const window = load.window.get(name);
  const above = reach(name, (device) => topology.above.get(device) ?? []);
  const mounts = context.mounts.all.filter(({ device }) => device !== undefined && above.has(device)).map(({ mount }) => mount.mount);
  const own = facts.get(name) ?? [];
  const first = <K extends keyof BlockFact>(field: K) => own.find((fact) => fact[field] !== undefined)?.[field];
  return {
    name,
    intervals: firstFilled(load.iostat.get(name) ?? [], load.sar.get(name) ?? [], window ? [window] : []),
    ...present({
      window,
      sinceBoot: load.sinceBoot.get(name)?.[0],
      scheduler: first('scheduler'),
      rotational: first('rotational'),
      queueDepth: first('queueDepth'),
      readAheadBytes: first('readAheadBytes'),
      sizeBytes: first('sizeBytes'),
      swap: [...above].some((device) => swapping.has(device)) ? true : undefined,
      limit: context.volumes.find((volume) => context.names.ofName(volume.device) === name),
    }),
    mounts: [...new Set(mounts)],
    below: [...(topology.below.get(name) ?? [])],
    above: [...(topology.above.get(name) ?? [])],
  };
}

function intervalSecondsOf(samples: Samples, windowSeconds: number | undefined): number | undefined {
  if (samples.iostat.some(({ sample }) => sample.reports.some((report) => !report.sinceBoot))) return iostatSeconds(samples);
  const disks = samples.sar.flatMap(({ sample }) => sample.disks);
  return sarSeconds(disks) ?? (samples.diskstats.length > 1 ? windowSeconds : undefined);
}

function append<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
