import type { EvidenceItem } from '../../model/evidence.ts';
import { figureText } from '../../model/figure-text.ts';
import type { Verdict } from '../../model/finding.ts';
import { figure } from '../../snapshot/cite.ts';
import { reclaimUnits } from '../../snapshot/views/reclaim.ts';
import { cpuUnits, memoryUnits, type PagingInterval, type PagingView, pagingUnits } from '../../snapshot/views.ts';
import { judgedDevices, type Load, nameOf } from '../facts/leaf.ts';
import { loadEvidence } from '../facts/saturation.ts';
import { worstPaging } from '../facts/stretch.ts';
import { found, ruledOut, undecided } from '../facts/verdict.ts';
import { pressureFigure, pressurePct, severityOf, type Waiting, waiting } from '../facts/waits.ts';
import { defineRule } from '../rule.ts';
import { shortAdvice } from './advice/short.ts';
import { thrasher } from './facts/holders.ts';
import { busyKswapd } from './facts/kswapd.ts';

/** 100 kB/s are 25 pages a second, for each of which a program stands still: less is an idle service that wakes. */
const SWAP_BYTES_PER_S = 100 * 1024;
/** Both ways in at least a third of the reports: one burst is a program that starts. */
const SUSTAINED_PART = 1 / 3;
/** Tasks that wait for memory all at once, however short, do not on a host at rest. */
const MEMORY_FULL_PCT = 1;
/** Half a minute in each minute in which nothing runs for want of memory is felt by everybody. */
const CRITICAL_FULL_PCT = 30;
/** Without rates of swap: what lies in it, a kswapd at work and CPUs that wait. */
const SWAP_USED_PART = 0.2;
const IOWAIT_PCT = 50;

/**
 * mem.swap-thrash: programs touch more memory than there is, and wait for pages that go out and come back.
 *
 * Found      over the worst three seconds si and so both >= 100 kB/s, both ways in a third of the reports, while tasks wait (for I/O, or
 *            PSI memory full >= 1 %). Without rates: kswapd at work, >= 20 % of swap used and iowait >= 50 %
 * Ruled out  si or so stays below that, or nobody waits: swap in use without traffic harms nobody
 * Why        so alone is reclaim that makes room for a reader's cache; si alone is a program that wakes. Both at once mean that what
 *            goes out is needed again
 * Certain    PSI memory tells it too, or the busy disk holds the swap; likely by rates alone; possible without rates
 * Misses     a host without swap (mem.exhausted)
 * Reference  https://man7.org/linux/man-pages/man8/vmstat.8.html
 */
export const swapThrash = defineRule({
  cause: 'mem.swap-thrash',
  needs: [],
  uses: ['paging', 'reclaim', 'memory', 'devices', 'cpu', 'pressure', 'processes', 'host'],
  explains: [
    'io.swap-in',
    'io.device-saturated',
    'io.bulk-reader',
    'io.bulk-writer',
    'io.slow-device',
    'io.flush-bound',
    'mem.exhausted',
    'mem.process-growth',
    'mem.cache-evicted',
  ],
  decide: (given): Verdict => {
    const { paging } = given;
    const waits = waiting(given);
    const rows = paging ? bothWays(paging) : undefined;
    const worst = rows && worstPaging(rows, (row) => Math.min(row.swapInBytesPerS ?? 0, row.swapOutBytesPerS ?? 0));
    const full = given.pressure?.memory?.full;
    if (!rows || !worst) return withoutRates(given, waits) ?? undecided('swap traffic was not read', 'vmstat 1 5');
    if (!thrashes(worst, rows)) return ruledOut(`swap is read at ${figureText(worst.swapInBytesPerS ?? 0, 'bytes/s')}`, trafficOf(worst));
    const stalls = (pressurePct(full) ?? 0) >= MEMORY_FULL_PCT;
    if (waits.state !== 'waits' && !stalls) return ruledOut('pages go both ways, and nothing waits for them', trafficOf(worst));
    return thrashing(worst, given, waits);
  },
});

type Given = Parameters<(typeof swapThrash)['decide']>[0];

function thrashing(worst: PagingInterval, given: Given, waits: Waiting): Verdict {
  const { devices, processes, memory, reclaim, host } = given;
  const full = given.pressure?.memory?.full;
  const fullPct = pressurePct(full) ?? 0;
  const stalls = fullPct >= MEMORY_FULL_PCT;
  const swapDisk = busySwapDisk(devices);
  const where = swapDisk && devices ? ` on ${nameOf(swapDisk.device, devices)}` : '';
  const culprit = thrasher(processes);
  return found(
    {
      severity: fullPct >= CRITICAL_FULL_PCT || severityOf(waits) === 'critical' ? 'critical' : 'warning',
      confidence: stalls || swapDisk ? 'certain' : 'likely',
      headline: `Programs touch more memory than there is: ${figureText(worst.swapInBytesPerS ?? 0, 'bytes/s')} come back from swap${where} while ${figureText(worst.swapOutBytesPerS ?? 0, 'bytes/s')} go out`,
      ...(swapDisk ? { subject: { kind: 'device', name: swapDisk.device.name } } : {}),
      ...(culprit ? { culprit } : {}),
      advice: shortAdvice(culprit, host, true),
    },
    [
      figure(worst, pagingUnits, 'swapInBytesPerS', 'host', { op: '>=', value: SWAP_BYTES_PER_S }),
      figure(worst, pagingUnits, 'swapOutBytesPerS', 'host', { op: '>=', value: SWAP_BYTES_PER_S }),
      pressureFigure(full, 'PSI memory full', stalls ? MEMORY_FULL_PCT : undefined),
      reclaim && figure(reclaim, reclaimUnits, 'majorFaultsPerS', 'host'),
      memory && figure(memory, memoryUnits, 'availableBytes', 'host'),
      memory && figure(memory, memoryUnits, 'freeBytes', 'host'),
      ...(swapDisk ? loadEvidence(swapDisk).slice(0, 3).map(withoutLimit) : []),
      ...waits.evidence,
    ],
  );
}

/** The device with the longest queue, where it is the one that holds the swap. */
function busySwapDisk(devices: Given['devices']): Load | undefined {
  const [busiest] = devices ? judgedDevices(devices) : [];
  return busiest?.device.swap === true ? busiest : undefined;
}

function bothWays({ intervals, window, ...view }: PagingView): PagingView | undefined {
  const rows = intervals.filter((row) => row.swapInBytesPerS !== undefined && row.swapOutBytesPerS !== undefined);
  if (rows.length > 0) return { ...view, intervals: rows };
  return window?.swapInBytesPerS === undefined ? undefined : { ...view, intervals: [window] };
}

function thrashes(worst: PagingInterval, { intervals }: PagingView): boolean {
  const both = intervals.filter((row) => (row.swapInBytesPerS ?? 0) > 0 && (row.swapOutBytesPerS ?? 0) > 0);
  return (
    (worst.swapInBytesPerS ?? 0) >= SWAP_BYTES_PER_S &&
    (worst.swapOutBytesPerS ?? 0) >= SWAP_BYTES_PER_S &&
    both.length >= SUSTAINED_PART * intervals.length
  );
}

/** The disk is named, not judged: it need not be at its limit. */
function withoutLimit(item: EvidenceItem): EvidenceItem {
  if (item.kind === 'line') return item;
  const { limit: _limit, ...rest } = item;
  return rest;
}

function trafficOf(row: PagingInterval) {
  return [figure(row, pagingUnits, 'swapInBytesPerS', 'host'), figure(row, pagingUnits, 'swapOutBytesPerS', 'host')];
}

function withoutRates({ memory, processes, host }: Given, { cpu }: Waiting): Verdict | undefined {
  const kswapd = busyKswapd(processes);
  const total = memory?.swapTotalBytes;
  if (!memory || !kswapd || !cpu || total === undefined || total <= 0 || memory.swapFreeBytes === undefined) return undefined;
  const used = (total - memory.swapFreeBytes) / total;
  if (used < SWAP_USED_PART || (cpu.iowaitPct ?? 0) < IOWAIT_PCT) return undefined;
  const culprit = thrasher(processes);
  return found(
    {
      severity: 'warning',
      confidence: 'possible',
      headline: `Memory likely goes out to swap and back: kswapd is at work, ${figureText(used * 100, 'pct')} of swap is used and the CPUs wait ${figureText(cpu.iowaitPct ?? 0, 'pct')} of the time`,
      ...(culprit ? { culprit } : {}),
      advice: shortAdvice(culprit, host, true),
    },
    [
      figure(cpu, cpuUnits, 'iowaitPct', 'host', { op: '>=', value: IOWAIT_PCT }),
      figure(memory, memoryUnits, 'swapFreeBytes', 'host'),
      figure(memory, memoryUnits, 'swapTotalBytes', 'host'),
      figure(memory, memoryUnits, 'availableBytes', 'host'),
    ],
  );
}
