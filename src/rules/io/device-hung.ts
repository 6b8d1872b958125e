import { figureText } from '../../model/figure-text.ts';
import type { Verdict } from '../../model/finding.ts';
import { figure, line } from '../../snapshot/cite.ts';
import { type BlockDevice, type DeviceInterval, type DevicesView, deviceUnits } from '../../snapshot/views.ts';
import { sufferersOf } from '../facts/culprit.ts';
import { bytesPerS, opsPerS, slowestAwaitMs } from '../facts/device-figures.ts';
import { nameOf, onlySinceBoot } from '../facts/leaf.ts';
import { recentEvents } from '../facts/stuck.ts';
import { found, ruledOut, undecided } from '../facts/verdict.ts';
import { tasksInD, waiting } from '../facts/waits.ts';
import { defineRule } from '../rule.ts';
import { hungAdvice } from './advice/stuck.ts';
import { type DiskErrors, diskErrors, errorsOf } from './facts/errors.ts';

/** The kernel counts a device as busy while a request is in flight, so a frozen one shows a full window. */
const FROZEN_UTIL_PCT = 90;
/** With a hung task in the log: less than ten requests a second that take a second or more are a device that stops and goes. */
const STOPPING_AWAIT_MS = 1_000;
const STOPPING_OPS_PER_S = 10;

/**
 * io.device-hung: requests are in flight and none completes.
 *
 * Found      a device has no completed request in the whole window while it is busy (util >= 90 %) or has requests in flight and
 *            tasks in D; or the kernel log reports hung tasks or timeouts and a device completes < 10 requests/s of >= 1 s each
 * Ruled out  every device that has work completes some of it, or the one that stops reports unreadable sectors: it answers
 * Why        `iostat -z` hides such a device, and a rate of 0 reads like rest: only in-flight and util tell. One short window
 *            without completion needs the second sign, since a slow disk may need seconds
 * Certain    in-flight, no completion and tasks in D or a hung task in the log; likely with one of these
 * Misses     file systems that hang without a device (io.filesystem-frozen, io.remote-storage-hung)
 * Reference  https://docs.kernel.org/admin-guide/iostats.html (field 9)
 */
export const deviceHung = defineRule({
  cause: 'io.device-hung',
  needs: ['devices'],
  uses: ['processes', 'kernelLog', 'cpu', 'pressure', 'host'],
  explains: ['io.slow-device', 'io.device-saturated', 'io.writeback-stall', 'io.flush-bound', 'io.filesystem-frozen'],
  decide: (given): Verdict => {
    const { devices, processes } = given;
    if (devices.all.length === 0 || onlySinceBoot(devices))
      return undecided('no figures of block devices over the window', 'two readings of /proc/diskstats');
    const log = recentEvents(given.kernelLog, ['hung-task', 'request-timeout', 'storage-driver-error']);
    const inD = tasksInD(processes);
    const frozen = deepest(
      devices.all.filter((device) => frozenRow(device, inD.length > 0) !== undefined),
      devices,
    );
    const row = frozen && frozenRow(frozen, inD.length > 0);
    const waits = waiting(given);
    if (frozen && row) {
      const items = [
        figure(row, deviceUnits, 'inFlight', frozen.name, { op: '>=', value: 1 }),
        figure(row, deviceUnits, 'utilPct', frozen.name),
        figure(row, deviceUnits, 'readOpsPerS', frozen.name, { op: '<=', value: 0 }),
        figure(row, deviceUnits, 'writeOpsPerS', frozen.name, { op: '<=', value: 0 }),
        ...log.slice(0, 2).map((event) => line(event, event.process ?? 'kernel log', event.kind, event.text)),
        ...waits.evidence,
      ];
      const second = inD.length > 0 || log.length > 0;
      const flight = row.inFlight === undefined ? 'busy all the time' : `${figureText(row.inFlight, 'count')} requests in flight`;
      const headline = `${nameOf(frozen, devices)} has stopped answering: ${flight} and none completes`;
      return found(
        {
          severity: 'critical',
          confidence: second && row.inFlight ? 'certain' : 'likely',
          headline,
          subject: { kind: 'device', name: frozen.name },
          sufferers: sufferersOf(processes, undefined),
          advice: hungAdvice(frozen, given.host),
        },
        items,
      );
    }
    const stopping = log.length > 0 ? stoppingDevice(devices, diskErrors(given.kernelLog, devices)) : undefined;
    if (stopping) {
      const { device, row: worst } = stopping;
      return found(
        {
          severity: 'critical',
          confidence: 'likely',
          headline: `${nameOf(device, devices)} stops for seconds at a time: ${figureText(opsPerS(worst) ?? 0, 'count')} requests/s of ${figureText(slowestAwaitMs(worst) ?? 0, 'ms')} each, and the kernel reports ${log[0]?.kind === 'hung-task' ? 'hung tasks' : 'storage errors'}`,
          subject: { kind: 'device', name: device.name },
          sufferers: sufferersOf(processes, undefined),
          advice: hungAdvice(device, given.host),
        },
        [
          figure(worst, deviceUnits, 'awaitMs', device.name, { op: '>=', value: STOPPING_AWAIT_MS }),
          figure(worst, deviceUnits, 'readAwaitMs', device.name),
          figure(worst, deviceUnits, 'writeAwaitMs', device.name),
          figure(worst, deviceUnits, 'opsPerS', device.name, { op: '<=', value: STOPPING_OPS_PER_S }),
          figure(worst, deviceUnits, 'utilPct', device.name),
          ...log.slice(0, 2).map((event) => line(event, event.process ?? 'kernel log', event.kind, event.text)),
        ],
      );
    }
    return ruledOut('every device that has requests completes some');
  },
});

/** The row in which nothing completes: the window's counters, else every single interval. */
function frozenRow(device: BlockDevice, tasksWait: boolean): DeviceInterval | undefined {
  const rows = device.window ? [device.window] : device.intervals;
  const last = rows.at(-1);
  if (!last || !rows.every(stands)) return undefined;
  const busy = rows.every((row) => (row.utilPct ?? 0) >= FROZEN_UTIL_PCT);
  // Older kernels count a stuck request as no busy time: then tasks in D must say that it waits.
  return busy || ((last.inFlight ?? 0) > 0 && tasksWait) ? last : undefined;
}

function stands(row: DeviceInterval): boolean {
  return opsPerS(row) === 0 && (bytesPerS(row) ?? 0) === 0 && (row.flushOpsPerS ?? 0) === 0;
}

/** Of stacked devices that all stand still the uppermost below a file system is named: what is mounted is what people know. */
function deepest(frozen: readonly BlockDevice[], view: DevicesView): BlockDevice | undefined {
  const names = new Set(frozen.map((device) => device.name));
  const uppermost = frozen.filter((device) => !device.above.some((name) => names.has(name)));
  return uppermost.find((device) => device.mounts.length > 0) ?? uppermost.at(-1) ?? frozen.find((device) => view.all.includes(device));
}

/** A disk that reports unreadable sectors answers, late: that is io.slow-device. */
function stoppingDevice(
  view: DevicesView,
  errors: readonly DiskErrors[],
): { readonly device: BlockDevice; readonly row: DeviceInterval } | undefined {
  const silent = view.all.filter((device) => errorsOf(device, errors)?.kind !== 'medium-error');
  const rows = silent.flatMap((device) => device.intervals.map((row) => ({ device, row })));
  const stopping = rows.filter(({ row }) => {
    const ops = opsPerS(row);
    return ops !== undefined && ops < STOPPING_OPS_PER_S && (slowestAwaitMs(row) ?? 0) >= STOPPING_AWAIT_MS;
  });
  return stopping.toSorted((left, right) => (slowestAwaitMs(right.row) ?? 0) - (slowestAwaitMs(left.row) ?? 0))[0];
}
