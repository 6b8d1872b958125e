import type { EvidenceItem } from '../../model/evidence.ts';
import { figureText, RATE_MB } from '../../model/figure-text.ts';
import type { Verdict } from '../../model/finding.ts';
import { figure, line } from '../../snapshot/cite.ts';
import {
  type CpuInterval,
  type CpuView,
  cpuUnits,
  type DevicesView,
  deviceUnits,
  type HostView,
  type PagingInterval,
  type PagingView,
  pagingUnits,
  type SmartView,
} from '../../snapshot/views.ts';
import { bytesPerS, opsPerS, outstanding, slowestAwaitMs } from '../facts/device-figures.ts';
import { judgedDevices, type Load, nameOf, onlySinceBoot } from '../facts/leaf.ts';
import { meanPaging } from '../facts/means.ts';
import { awaitFigure, QUEUE_REQUESTS } from '../facts/saturation.ts';
import { worstPaging, worstWait } from '../facts/stretch.ts';
import { found, ruledOut, undecided } from '../facts/verdict.ts';
import { type WaitViews, waiting, withWaits } from '../facts/waits.ts';
import { defineRule } from '../rule.ts';
import { slowAdvice } from './advice/slow.ts';
import { type DiskErrors, diskErrors, errorLines, errorsOf, errorsText } from './facts/errors.ts';

/** Ten times what a turning disk needs, while it does little: a healthy device of any kind answers sooner. */
const SLOW_AWAIT_MS = 100;
/** Bursts of write-back wait that long on healthy disks too, but do not keep them busy. */
const SLOW_UTIL_PCT = 40;
const LITTLE_OPS_PER_S = 100;
const LITTLE_BYTES_PER_S = 5 * RATE_MB;
/** Behind a queue each request waits for those before it. What the device itself takes for one: a long seek and a whole turn of a 5,400 rpm disk … */
const SLOW_SERVICE_MS = 25;
/** … and the transfer, at the rate of the slowest stick that is sold. */
const SLOWEST_BYTES_PER_S = 2 * RATE_MB;
/** Without device figures: tasks stay blocked while next to nothing moves. */
const BLOCKED_IOWAIT_PCT = 20;
const TRICKLE_BYTES_PER_S = RATE_MB;

/**
 * io.slow-device: a device answers late although little is asked of it.
 *
 * Found      over the worst three seconds: r_await or w_await >= 100 ms at < 100 requests/s and < 5 MB/s while util >= 40 %, and the
 *            queue does not account for it: aqu-sz < 3, or util / requests is >= 25 ms and 0.5 ms a KiB, or the kernel log has errors
 *            of this disk; or the kernel log of the last hour reports medium or I/O errors, resets or timeouts of a disk. Without
 *            device figures: a task blocked all the time and iowait >= 20 % while the host moves < 1 MB/s, without swap traffic
 * Ruled out  every device answers within 100 ms, or is at rest, or does much, or has a queue that its requests account for, and the log
 *            has no error
 * Why        latency at low load has no cause in the load: a failing disk, a degraded array, slow network storage. A turning disk with
 *            32 random reads in its queue takes 400 ms for each, 12 ms of its own: that is its limit. Late write-back at low util is
 *            normal, so util is asked for. Errors of one disk say nothing of another
 * Certain    latency and errors of the same disk in the log; likely with one of them; possible from the host's figures alone
 * Misses     a device that does nothing at all (io.device-hung), one that is slow but never busy
 * Reference  https://man7.org/linux/man-pages/man1/iostat.1.html
 */
export const slowDevice = defineRule({
  cause: 'io.slow-device',
  needs: [],
  uses: ['devices', 'kernelLog', 'smart', 'cpu', 'paging', 'pressure', 'processes', 'host'],
  explains: ['io.flush-bound', 'io.device-saturated', 'io.bulk-reader', 'io.bulk-writer', 'io.writeback-stall'],
  decide: (given): Verdict => {
    const { devices } = given;
    const measured = devices && !onlySinceBoot(devices) ? judgedDevices(devices) : [];
    const errors = diskErrors(given.kernelLog, devices);
    const slow = measured.find((target) => isSlow(target, errorsOf(target.device, errors)));
    if (slow && devices) return slowFound(slow, errorsOf(slow.device, errors), given, devices);
    const [gravest] = errors;
    if (gravest) return failing(gravest, given.smart, given.host);
    const [first] = measured;
    if (first) return ruledOut('no device is late while it does little', [awaitFigure(first.load, first.device.name)]);
    return fromHost(given.cpu, given.paging, given.host) ?? undecided('no figures of block devices over the window', 'iostat -x -k -y 1 5');
  },
});

function slowFound(
  { device, load }: Load,
  errors: DiskErrors | undefined,
  views: WaitViews & { readonly host?: HostView | undefined },
  devices: DevicesView,
): Verdict {
  const failed = errors ? `, and the kernel log has ${errorsText(errors)}` : '';
  return found(
    {
      severity: 'warning',
      confidence: errors ? 'certain' : 'likely',
      headline: `${nameOf(device, devices)} is slow: ${figureText(slowestAwaitMs(load) ?? 0, 'ms')} a request at only ${figureText(opsPerS(load) ?? 0, 'count')} requests/s${failed}`,
      subject: { kind: 'device', name: device.name },
      advice: slowAdvice(device.name, views.host),
    },
    withWaits(
      [
        awaitFigure(load, device.name, { op: '>=', value: SLOW_AWAIT_MS }),
        figure(load, deviceUnits, 'utilPct', device.name, { op: '>=', value: SLOW_UTIL_PCT }),
        figure(load, deviceUnits, 'readOpsPerS', device.name),
        figure(load, deviceUnits, 'writeOpsPerS', device.name),
        figure(load, deviceUnits, 'queueLength', device.name),
        ...errorLines(errors),
      ],
      waiting(views),
    ),
  );
}

/** The log alone: a disk that fails requests, however little it is used now. */
function failing(errors: DiskErrors, smart: SmartView | undefined, host: HostView | undefined): Verdict {
  const device = errors.device ?? smart?.attributes.find((attribute) => attribute.device !== undefined)?.device;
  return found(
    {
      severity: 'warning',
      confidence: 'likely',
      headline: `${device ?? 'A disk'} fails requests: the kernel log has ${errorsText(errors)}`,
      ...(device ? { subject: { kind: 'device', name: device } } : {}),
      advice: slowAdvice(device, host),
    },
    [...errorLines(errors), ...smartEvidence(smart)],
  );
}

function isSlow({ load }: Load, errors: DiskErrors | undefined): boolean {
  const awaitMs = slowestAwaitMs(load);
  const ops = opsPerS(load);
  if (awaitMs === undefined || ops === undefined || ops <= 0) return false;
  const little = ops < LITTLE_OPS_PER_S && (bytesPerS(load) ?? 0) < LITTLE_BYTES_PER_S;
  if (awaitMs < SLOW_AWAIT_MS || !little || (load.utilPct ?? 0) < SLOW_UTIL_PCT) return false;
  return errors !== undefined || (outstanding(load) ?? 0) < QUEUE_REQUESTS || servesSlowly(load, ops);
}

/** Is each request slow by itself, not only for those before it? The busy time parted among the requests is the least that one takes. */
function servesSlowly(load: Load['load'], ops: number): boolean {
  const serviceMs = ((load.utilPct ?? 0) * 10) / ops;
  const transferMs = ((bytesPerS(load) ?? 0) / ops / SLOWEST_BYTES_PER_S) * 1000;
  return serviceMs >= SLOW_SERVICE_MS + transferMs;
}

/** Nothing but vmstat: tasks that stay blocked while a trickle moves. Swap traffic has a cause of its own. */
function fromHost(cpu: CpuView | undefined, paging: PagingView | undefined, host: HostView | undefined): Verdict | undefined {
  const wait = cpu && worstWait(cpu);
  const traffic = wait && paging && trafficDuring(wait, paging);
  if (!cpu || !wait || !traffic || traffic.blockInBytesPerS === undefined) return undefined;
  const swaps = paging.intervals.some((row) => (row.swapInBytesPerS ?? 0) > 0);
  const ever = paging.intervals.some((row) => moved(row) > 0);
  const stuck = (wait.blockedTasks ?? 0) >= 1 && (wait.iowaitPct ?? 0) >= BLOCKED_IOWAIT_PCT;
  if (swaps || !ever || !stuck || moved(traffic) >= TRICKLE_BYTES_PER_S) return undefined;
  return found(
    {
      severity: 'warning',
      confidence: 'possible',
      headline: `A device is slow: tasks stay blocked (iowait ${figureText(wait.iowaitPct ?? 0, 'pct')}) while the host moves only ${figureText(moved(traffic), 'bytes/s')}`,
      advice: slowAdvice(undefined, host),
    },
    [
      figure(wait, cpuUnits, 'blockedTasks', 'host', { op: '>=', value: 1 }),
      figure(wait, cpuUnits, 'iowaitPct', 'host', { op: '>=', value: BLOCKED_IOWAIT_PCT }),
      figure(traffic, pagingUnits, 'blockInBytesPerS', 'host', { op: '<=', value: TRICKLE_BYTES_PER_S }),
      figure(traffic, pagingUnits, 'blockOutBytesPerS', 'host'),
    ],
  );
}

function moved(row: PagingInterval): number {
  return (row.blockInBytesPerS ?? 0) + (row.blockOutBytesPerS ?? 0);
}

/** What the host moved in the very seconds of the wait, where one line tells both; else the most it moved. */
function trafficDuring(wait: CpuInterval, paging: PagingView): PagingInterval | undefined {
  const [first, ...rest] = paging.intervals.filter((row) => row.cites.some((cite) => wait.cites.includes(cite)));
  return first ? meanPaging([first, ...rest]) : worstPaging(paging, moved);
}

function smartEvidence(smart: SmartView | undefined): readonly (EvidenceItem | undefined)[] {
  const telling = (smart?.attributes ?? []).filter(
    (attribute) => attribute.failing || (/realloc|pending|uncorrect/i.test(attribute.name) && (attribute.rawValue ?? 0) > 0),
  );
  return telling
    .slice(0, 3)
    .map((attribute) => line(attribute, attribute.device ?? 'disk', attribute.name, String(attribute.rawValue ?? attribute.value ?? '')));
}
