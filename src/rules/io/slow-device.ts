import type { EvidenceItem } from '../../model/evidence.ts';
import { figureText, RATE_MB } from '../../model/figure-text.ts';
import type { Verdict } from '../../model/finding.ts';
import { figure, line } from '../../snapshot/cite.ts';
import {
  type CpuInterval,
  type CpuView,
  cpuUnits,
  deviceUnits,
  type HostView,
  type PagingInterval,
  type PagingView,
  pagingUnits,
  type SmartView,
} from '../../snapshot/views.ts';
import { defineRule } from '../rule.ts';
import { slowAdvice } from './advice/slow.ts';
import { bytesPerS, opsPerS, slowestAwaitMs } from './facts/device-figures.ts';
import { judgedDevices, type Load, nameOf, onlySinceBoot } from './facts/leaf.ts';
import { meanPaging } from './facts/means.ts';
import { awaitFigure } from './facts/saturation.ts';
import { worstPaging, worstWait } from './facts/stretch.ts';
import { recentEvents } from './facts/stuck.ts';
import { found, ruledOut, undecided } from './facts/verdict.ts';
import { waiting, withWaits } from './facts/waits.ts';

/** Ten times what a turning disk needs, while it does little: a healthy device of any kind answers sooner. */
const SLOW_AWAIT_MS = 100;
/** Bursts of write-back wait that long on healthy disks too, but do not keep them busy. */
const SLOW_UTIL_PCT = 40;
const LITTLE_OPS_PER_S = 100;
const LITTLE_BYTES_PER_S = 5 * RATE_MB;
/** Without device figures: tasks stay blocked while next to nothing moves. */
const BLOCKED_IOWAIT_PCT = 20;
const TRICKLE_BYTES_PER_S = RATE_MB;

/**
 * io.slow-device: a device answers late although little is asked of it.
 *
 * Found      over the worst three seconds: r_await or w_await >= 100 ms at < 100 requests/s and < 5 MB/s while util >= 40 %;
 *            or the kernel log of the last hour reports medium or I/O errors, resets or timeouts of a disk. Without device
 *            figures: a task blocked all the time and iowait >= 20 % while the host moves < 1 MB/s, without swap traffic
 * Ruled out  every device answers within 100 ms, or is at rest, or does much, and the log has no error
 * Why        latency at low load has no cause in the load: a failing disk, a degraded array, slow network storage. Late write-back
 *            at low util is normal, so util is asked for
 * Certain    latency and errors in the log; likely with one of them; possible from the host's figures alone
 * Misses     a device that does nothing at all (io.device-hung), one that is slow but never busy
 * Reference  https://man7.org/linux/man-pages/man1/iostat.1.html
 */
export const slowDevice = defineRule({
  cause: 'io.slow-device',
  needs: [],
  uses: ['devices', 'kernelLog', 'smart', 'cpu', 'paging', 'pressure', 'processes', 'host'],
  explains: ['io.flush-bound'],
  decide: (given): Verdict => {
    const errors = recentEvents(given.kernelLog, ['medium-error', 'io-error', 'link-reset', 'request-timeout']);
    const measured = given.devices && !onlySinceBoot(given.devices) ? judgedDevices(given.devices) : [];
    const slow = measured.filter(isSlow)[0];
    const [error] = errors;
    const inLog = errors.slice(0, 2).map((event) => line(event, event.device ?? 'kernel log', event.kind, event.text));
    if (slow && given.devices) {
      const waits = waiting(given);
      return found(
        {
          severity: 'warning',
          confidence: error ? 'certain' : 'likely',
          headline: `${nameOf(slow.device, given.devices)} is slow: ${figureText(slowestAwaitMs(slow.load) ?? 0, 'ms')} a request at only ${figureText(opsPerS(slow.load) ?? 0, 'count')} requests/s`,
          subject: slow.device.name,
          advice: slowAdvice(slow.device.name, given.host),
        },
        withWaits(
          [
            awaitFigure(slow.load, slow.device.name, { op: '>=', value: SLOW_AWAIT_MS }),
            figure(slow.load, deviceUnits, 'utilPct', slow.device.name, { op: '>=', value: SLOW_UTIL_PCT }),
            figure(slow.load, deviceUnits, 'readOpsPerS', slow.device.name),
            figure(slow.load, deviceUnits, 'writeOpsPerS', slow.device.name),
            figure(slow.load, deviceUnits, 'queueLength', slow.device.name),
            ...inLog,
          ],
          waits,
        ),
      );
    }
    if (error) {
      const device = error.device ?? given.smart?.attributes.find((attribute) => attribute.device !== undefined)?.device;
      return found(
        {
          severity: 'warning',
          confidence: 'likely',
          headline: `${device ?? 'A disk'} fails requests: the kernel log has ${errors.length} ${error.kind === 'medium-error' ? 'medium' : 'I/O'} errors, resets or timeouts`,
          ...(device ? { subject: device } : {}),
          advice: slowAdvice(device, given.host),
        },
        [...inLog, ...smartEvidence(given.smart)],
      );
    }
    if (measured.length > 0) {
      const [first] = measured;
      return ruledOut('no device is late while it does little', first ? [awaitFigure(first.load, first.device.name)] : []);
    }
    return fromHost(given.cpu, given.paging, given.host) ?? undecided('no figures of block devices over the window', 'iostat -x -k -y 1 5');
  },
});

function isSlow({ load }: Load): boolean {
  const awaitMs = slowestAwaitMs(load);
  const ops = opsPerS(load);
  if (awaitMs === undefined || ops === undefined || ops <= 0) return false;
  const little = ops < LITTLE_OPS_PER_S && (bytesPerS(load) ?? 0) < LITTLE_BYTES_PER_S;
  return awaitMs >= SLOW_AWAIT_MS && little && (load.utilPct ?? 0) >= SLOW_UTIL_PCT;
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
