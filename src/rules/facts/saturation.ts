import type { EvidenceItem } from '../../model/evidence.ts';
import { figureText, RATE_MB } from '../../model/figure-text.ts';
import { figure } from '../../snapshot/cite.ts';
import { type BlockDevice, type DeviceInterval, type DevicesView, deviceUnits } from '../../snapshot/views.ts';
import { bytesPerS, opsPerS, outstanding, slowestAwaitMs } from './device-figures.ts';
import { judgedDevices, type Load } from './leaf.ts';

/** A device counts as busy all the time from here: reports of a full second round down. */
export const BUSY_PCT = 90;
/** Three requests always waiting or in service: one or two are a single task that waits for itself. */
export const QUEUE_REQUESTS = 3;
/** Several times what such a device needs when idle: 0.1-1 ms for flash, 5-10 ms for a turning disk. */
const FLASH_AWAIT_MS = 5;
const UNKNOWN_AWAIT_MS = 10;
const DISK_AWAIT_MS = 20;
/** What serves less than this is not at its limit but broken or cut off: io.slow-device and io.device-hung. */
const SERVES_OPS_PER_S = 15;
const SERVES_BYTES_PER_S = 2 * RATE_MB;

/** How high r_await or w_await must be on such a device to speak of waiting. */
export function waitLimitMs(device: BlockDevice): number {
  // What speaks NVMe has no platters; a paste rarely tells the flag.
  if (device.rotational === undefined && /^nvme\d/.test(device.name)) return FLASH_AWAIT_MS;
  // A loop device repeats the flag of whatever its file lies on.
  if (device.rotational === undefined || device.name.startsWith('loop')) return UNKNOWN_AWAIT_MS;
  return device.rotational ? DISK_AWAIT_MS : FLASH_AWAIT_MS;
}

/**
 * Is the device at its limit? 'unread' where queue or latency is missing: util alone is no evidence,
 * since flash and arrays serve in parallel.
 */
export function saturation({ device, load }: Load): 'saturated' | 'below' | 'unread' {
  const queue = outstanding(load);
  const awaitMs = slowestAwaitMs(load);
  if (load.utilPct !== undefined && load.utilPct < BUSY_PCT) return 'below';
  if (queue === undefined || awaitMs === undefined) return 'unread';
  const serves = (opsPerS(load) ?? SERVES_OPS_PER_S) >= SERVES_OPS_PER_S || (bytesPerS(load) ?? 0) >= SERVES_BYTES_PER_S;
  return queue >= QUEUE_REQUESTS && awaitMs >= waitLimitMs(device) && serves ? 'saturated' : 'below';
}

/** The saturated devices, the longest queue first. */
export function saturatedDevices(view: DevicesView | undefined): readonly Load[] {
  return view ? judgedDevices(view).filter((load) => saturation(load) === 'saturated') : [];
}

/** True where at least one device has figures that can be judged. */
export function anyJudged(view: DevicesView | undefined): boolean {
  return view !== undefined && judgedDevices(view).some((load) => saturation(load) !== 'unread');
}

/** The figures a saturated device is called so by: the slower latency and the queue first. */
export function loadEvidence({ device, load }: Load): readonly EvidenceItem[] {
  const limit = { op: '>=', value: waitLimitMs(device) } as const;
  return [
    awaitFigure(load, device.name, limit),
    figure(load, deviceUnits, 'queueLength', device.name, { op: '>=', value: QUEUE_REQUESTS }),
    figure(load, deviceUnits, 'utilPct', device.name, { op: '>=', value: BUSY_PCT }),
    figure(load, deviceUnits, 'readBytesPerS', device.name),
    figure(load, deviceUnits, 'readOpsPerS', device.name),
    figure(load, deviceUnits, 'writeBytesPerS', device.name),
    figure(load, deviceUnits, 'writeOpsPerS', device.name),
  ].filter((item) => item !== undefined);
}

/**
 * The latency to show: that of the direction which moves most bytes where it passes the limit, else the slower one.
 * So a bulk reader's r_await is shown, not the w_await of the few writes beside it.
 */
export function awaitFigure(
  load: DeviceInterval,
  subject: string,
  limit?: { readonly op: '>=' | '<='; readonly value: number },
): EvidenceItem | undefined {
  return figure(load, deviceUnits, awaitField(load, limit?.value ?? 0), subject, limit);
}

function awaitField(load: DeviceInterval, limitMs: number): 'readAwaitMs' | 'writeAwaitMs' | 'awaitMs' {
  const { readAwaitMs, writeAwaitMs } = load;
  if (readAwaitMs === undefined && writeAwaitMs === undefined) return 'awaitMs';
  if (readAwaitMs === undefined) return 'writeAwaitMs';
  if (writeAwaitMs === undefined) return 'readAwaitMs';
  const readsMore = (load.readBytesPerS ?? 0) >= (load.writeBytesPerS ?? 0);
  if (readsMore && readAwaitMs >= limitMs) return 'readAwaitMs';
  if (!readsMore && writeAwaitMs >= limitMs) return 'writeAwaitMs';
  return readAwaitMs >= writeAwaitMs ? 'readAwaitMs' : 'writeAwaitMs';
}

/** '100 % busy, 24 requests queued, 46 ms each' */
export function figuresOf({ device, load }: Load): string {
  const queue = outstanding(load);
  const awaitMs = load[awaitField(load, waitLimitMs(device))];
  const ops = opsPerS(load);
  const bytes = bytesPerS(load);
  return [
    load.utilPct === undefined ? '' : `${figureText(load.utilPct, 'pct')} busy`,
    queue === undefined ? '' : `${figureText(queue, 'count')} requests queued`,
    awaitMs === undefined ? '' : `${figureText(awaitMs, 'ms')} each`,
    ops === undefined || bytes === undefined ? '' : `at ${figureText(bytes, 'bytes/s')} and ${figureText(ops, 'count')} requests/s`,
  ]
    .filter((part) => part !== '')
    .join(', ');
}
