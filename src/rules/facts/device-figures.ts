import { sumOf } from '../../snapshot/rates.ts';
import type { DeviceInterval } from '../../snapshot/views.ts';

export function opsPerS(load: DeviceInterval): number | undefined {
  return sumOf(load.readOpsPerS, load.writeOpsPerS) ?? load.opsPerS;
}

export function bytesPerS(load: DeviceInterval): number | undefined {
  return sumOf(load.readBytesPerS, load.writeBytesPerS);
}

/** The latency of the direction that suffers most, or of both where the tool does not part them. */
export function slowestAwaitMs(load: DeviceInterval): number | undefined {
  const known = [load.readAwaitMs, load.writeAwaitMs].filter((value) => value !== undefined);
  return known.length > 0 ? Math.max(...known) : load.awaitMs;
}

/** Requests waiting and in service: as printed, else by Little's law from rate and latency. */
export function outstanding(load: DeviceInterval): number | undefined {
  if (load.queueLength !== undefined) return load.queueLength;
  const parted = sumOf(product(load.readOpsPerS, load.readAwaitMs), product(load.writeOpsPerS, load.writeAwaitMs));
  const busyMs = parted ?? product(opsPerS(load), load.awaitMs);
  return busyMs === undefined ? undefined : busyMs / 1000;
}

function product(left: number | undefined, right: number | undefined): number | undefined {
  return left === undefined || right === undefined ? undefined : left * right;
}
