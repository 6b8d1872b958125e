import type { CgroupIoDevice, CgroupIoSample } from '../parsers/cgroup-io/cgroup-io.ts';
import type { DeviceNames } from './device-names.ts';
import { hasFigure, present } from './present.ts';
import { ratePerS } from './rates.ts';
import { secondsBetween } from './readings.ts';
import { citesOfAll } from './rows.ts';
import type { Samples } from './samples.ts';
import type { CgroupIo } from './views.ts';

/**
 * Bytes that each control group moved on each device, from its counters at both ends. A group without a first reading
 * was made in the window and began at 0, as long as that reading came whole. What moved nothing is left out: there are thousands.
 */
export function cgroupIoView(samples: Samples, names: DeviceNames, windowSeconds: number | undefined): readonly CgroupIo[] {
  const readings = samples['cgroup-io'];
  const last = readings.findLast(({ output }) => output.reading === 2)?.output;
  const first = readings.find(({ output }) => output.reading === 1)?.output;
  if (!first || !last) return [];
  const seconds = secondsBetween(samples, last.commandId) ?? windowSeconds;
  const before = countersOf(readings.filter(({ output }) => output.reading === 1).map(({ sample }) => sample));
  const after = countersOf(readings.filter(({ output }) => output.reading === 2).map(({ sample }) => sample));
  const rows = [...after].map(([key, counters]) => moved(before.get(key), counters, { seconds, names, whole: first.outcome === 'ok' }));
  return rows.filter((row) => row !== undefined);
}

interface Counters {
  readonly cgroup: string;
  readonly io: CgroupIoDevice;
}

function countersOf(samples: readonly CgroupIoSample[]): ReadonlyMap<string, Counters> {
  const rows = samples.flatMap(({ cgroup, devices }) =>
    // On version 1 requests stand in a file of their own, which tells no bytes.
    cgroup === undefined
      ? []
      : devices.filter(({ readBytes, writtenBytes }) => (readBytes ?? writtenBytes) !== undefined).map((io) => ({ cgroup, io })),
  );
  return new Map(rows.map((row) => [`${row.io.deviceNumber} ${row.cgroup}`, row]));
}

interface Measure {
  readonly seconds: number | undefined;
  readonly names: DeviceNames;
  readonly whole: boolean;
}

function moved(before: Counters | undefined, { cgroup, io }: Counters, { seconds, names, whole }: Measure): CgroupIo | undefined {
  const device = names.ofNumber(io.deviceNumber);
  if (device === undefined || (before === undefined && !whole)) return undefined;
  const start = before ? before.io : { readBytes: 0, writtenBytes: 0 };
  const readBytesPerS = ratePerS(start.readBytes, io.readBytes, seconds);
  const writeBytesPerS = ratePerS(start.writtenBytes, io.writtenBytes, seconds);
  const row: CgroupIo = {
    cgroup,
    device,
    ...present({ readBytesPerS, writeBytesPerS }),
    cites: before ? citesOfAll(before.io, io) : io.cites,
  };
  return hasFigure(row) && (readBytesPerS !== 0 || writeBytesPerS !== 0) ? row : undefined;
}
