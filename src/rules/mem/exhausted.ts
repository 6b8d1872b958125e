import { figureText } from '../../model/figure-text.ts';
import type { Verdict } from '../../model/finding.ts';
import { figure } from '../../snapshot/cite.ts';
import { type ReclaimView, reclaimUnits } from '../../snapshot/views/reclaim.ts';
import { type Zone, type ZonesView, zoneUnits } from '../../snapshot/views/zones.ts';
import { type MemoryView, memoryUnits } from '../../snapshot/views.ts';
import { found, ruledOut, undecided } from '../facts/verdict.ts';
import { pressureFigure, pressurePct, severityOf, type Waiting, waiting } from '../facts/waits.ts';
import { word } from '../facts/words.ts';
import { defineRule } from '../rule.ts';
import { shortAdvice } from './advice/short.ts';
import { thrasher } from './facts/holders.ts';
import { busyKswapd } from './facts/kswapd.ts';

/** The kernel keeps 1 to 3 % back for itself; below twice that programs' own text is thrown out and read again. */
const AVAILABLE_PART = 0.06;
/** MemAvailable leaves out the kernel's reserve and the cache that must stay: so little of it is one burst, and without swap the next step is a kill. */
const SPENT_PART = 0.02;
/** Before MemAvailable: free, buffers and cache together, of which some cache is always in use. */
const ESTIMATED_PART = 0.08;
/** So little page cache does not hold the text of the programs that run. */
const CACHE_GONE_PART = 0.03;
const SWAP_LEFT_PART = 0.1;
/** The kernel gives up page cache before it fills swap to the end, unless that cache is shared memory that needs swap itself. */
const SWAP_FULL_PART = 0.01;
const MEMORY_SOME_PCT = 10;
const IOWAIT_PCT = 50;
const BLOCKED_TASKS = 4;
const STALLS_PER_S = 1;
/** A smaller zone is kept back for devices, and its want is no want of the others. */
const ZONE_PART = 0.1;

/**
 * mem.exhausted: next to no memory is available, nothing can be moved to swap, and work waits for it.
 *
 * Found      MemAvailable < 6 % of memory (without it: free, buffers and cache < 8 %) with no swap or < 10 % of it left, or buffers and
 *            cache < 3 %; while PSI memory some >= 10 %, kswapd is at work, allocations stall, or iowait >= 50 % or 4 tasks are blocked.
 *            Also swap filled to 99 % where no MemAvailable says that there is memory left; and MemAvailable < 2 % without swap to go to,
 *            where nothing tells whether work waits; and one zone below its min watermark while allocations stall, whatever the others have
 * Ruled out  more is available, or nothing waits for it
 * Why        full memory is what memory is for; only waiting makes it a want. Cache beside a full swap is no cache that can go: shared
 *            memory and tmpfs are counted as cache. A request that is bound to a node, or to memory that 32 bits reach, finds no help in other zones
 * Certain    PSI memory or allocation stalls; likely by the other signs; possible from one reading of free
 * Misses     a control group at its limit on a host with room (cgroup.memory-at-limit)
 * Reference  https://man7.org/linux/man-pages/man5/proc_meminfo.5.html
 */
export const exhausted = defineRule({
  cause: 'mem.exhausted',
  needs: ['memory'],
  uses: ['pressure', 'reclaim', 'cpu', 'processes', 'host', 'zones'],
  explains: ['io.device-saturated', 'io.bulk-reader', 'io.slow-device', 'mem.process-growth', 'mem.cache-evicted'],
  decide: (given): Verdict => {
    const { memory, pressure, reclaim, processes, host } = given;
    const waits = waiting(given);
    const some = pressure?.memory?.some;
    const stalls = (pressurePct(some) ?? 0) >= MEMORY_SOME_PCT || (reclaim?.allocationStallsPerS ?? 0) >= STALLS_PER_S;
    const full = swapIsFull(memory);
    const short = isShort(memory);
    const starved = stalls && !short && !full ? starvedZone(given.zones) : undefined;
    if (short === undefined && !full && !starved) return undecided('how much memory is available was not read', '/proc/meminfo');
    if (!short && !full && !starved) return ruledOut(`${leftText(memory)} of memory is available`, gauges(memory));
    const unfelt = full || stalls || isFelt(given, waits) ? undefined : withoutWaits(memory, knowsWaits(given, waits));
    if (unfelt) return unfelt;
    const culprit = thrasher(processes);
    return found(
      {
        severity: severityOf(waits) === 'critical' ? 'critical' : 'warning',
        confidence: stalls ? 'certain' : isFelt(given, waits) ? 'likely' : 'possible',
        headline: starved ? zoneHeadline(starved) : headlineOf(memory, short === true),
        ...(culprit ? { culprit } : {}),
        advice: shortAdvice(culprit, host, false),
      },
      [
        ...(starved ? zoneFigures(starved) : []),
        ...gauges(memory),
        pressureFigure(some, 'PSI memory some'),
        stallFigure(reclaim),
        ...waits.evidence,
      ],
    );
  },
});

function headlineOf(memory: MemoryView, short: boolean): string {
  if (short)
    return `Memory is exhausted: ${leftText(memory)} of ${figureText(memory.totalBytes ?? 0, 'bytes')} is available${swapText(memory)}`;
  return `Memory is exhausted: swap is full (${figureText(memory.swapFreeBytes ?? 0, 'bytes')} of ${figureText(memory.swapTotalBytes ?? 0, 'bytes')} left), so what counts as cache cannot be given up`;
}

/** A zone of some size in which every allocation has to free memory first. */
function starvedZone(zones: ZonesView | undefined): Zone | undefined {
  const all = zones?.all ?? [];
  const total = all.reduce((sum, { managedBytes = 0 }) => sum + managedBytes, 0);
  return all.find(
    ({ freeBytes, minBytes, managedBytes = 0 }) =>
      freeBytes !== undefined && minBytes !== undefined && freeBytes < minBytes && managedBytes >= ZONE_PART * total,
  );
}

function zoneHeadline({ node, zone, freeBytes = 0, managedBytes = 0 }: Zone): string {
  return `Memory of zone ${word(zone)} of node ${node} is exhausted, whatever others have: ${figureText(freeBytes, 'bytes')} of ${figureText(managedBytes, 'bytes')} is free, and allocations wait`;
}

function zoneFigures(zone: Zone) {
  const name = `node ${zone.node} zone ${word(zone.zone)}`;
  return [
    figure(zone, zoneUnits, 'freeBytes', name, { op: '<=', value: zone.minBytes ?? 0 }),
    figure(zone, zoneUnits, 'managedBytes', name),
  ];
}

function left({ availableBytes, freeBytes, buffersBytes, cachedBytes }: MemoryView): number | undefined {
  if (availableBytes !== undefined) return availableBytes;
  return freeBytes === undefined || cachedBytes === undefined ? undefined : freeBytes + cachedBytes + (buffersBytes ?? 0);
}

/** Undefined where the figures do not tell. */
function isShort(memory: MemoryView): boolean | undefined {
  const { totalBytes, availableBytes, buffersBytes, cachedBytes } = memory;
  const bytes = left(memory);
  if (totalBytes === undefined || bytes === undefined) return undefined;
  const little = bytes < (availableBytes === undefined ? ESTIMATED_PART : AVAILABLE_PART) * totalBytes;
  const cacheGone = cachedBytes !== undefined && cachedBytes + (buffersBytes ?? 0) < CACHE_GONE_PART * totalBytes;
  return little && (hasNoSwapLeft(memory) || cacheGone);
}

/** Nobody was seen to wait: little is no want then, unless nobody looked and nothing at all is left. */
function withoutWaits(memory: MemoryView, looked: boolean): Verdict | undefined {
  if (looked) return ruledOut('hardly any memory is available, and nothing waits for it', gauges(memory));
  if (isSpent(memory)) return undefined;
  return undecided('hardly any memory is available, and whether work waits for it was not read', 'vmstat 1 5 and /proc/pressure/memory');
}

function isSpent(memory: MemoryView): boolean {
  const { totalBytes, availableBytes } = memory;
  return totalBytes !== undefined && availableBytes !== undefined && availableBytes < SPENT_PART * totalBytes && hasNoSwapLeft(memory);
}

function hasNoSwapLeft({ swapTotalBytes, swapFreeBytes = swapTotalBytes }: MemoryView): boolean {
  return swapTotalBytes !== undefined && swapFreeBytes !== undefined && swapFreeBytes <= SWAP_LEFT_PART * swapTotalBytes;
}

function swapIsFull({ availableBytes, swapTotalBytes, swapFreeBytes }: MemoryView): boolean {
  if (availableBytes !== undefined || !swapTotalBytes || swapFreeBytes === undefined) return false;
  return swapFreeBytes < SWAP_FULL_PART * swapTotalBytes;
}

function isFelt({ processes }: Pick<Parameters<typeof exhausted.decide>[0], 'processes'>, { cpu }: Waiting): boolean {
  return busyKswapd(processes) !== undefined || (cpu?.iowaitPct ?? 0) >= IOWAIT_PCT || (cpu?.blockedTasks ?? 0) >= BLOCKED_TASKS;
}

function knowsWaits({ pressure }: Pick<Parameters<typeof exhausted.decide>[0], 'pressure'>, { cpu }: Waiting): boolean {
  return pressurePct(pressure?.memory?.some) !== undefined || cpu?.iowaitPct !== undefined || cpu?.blockedTasks !== undefined;
}

function leftText(memory: MemoryView): string {
  const bytes = left(memory) ?? 0;
  return `${figureText(bytes, 'bytes')}`;
}

function swapText({ swapTotalBytes, swapFreeBytes }: MemoryView): string {
  if (swapTotalBytes === 0) return ', and there is no swap';
  return swapFreeBytes === undefined ? '' : `, and ${figureText(swapFreeBytes, 'bytes')} of swap is left`;
}

function gauges(memory: MemoryView) {
  const fields = ['availableBytes', 'freeBytes', 'buffersBytes', 'cachedBytes', 'swapFreeBytes', 'swapTotalBytes'] as const;
  return fields.map((field) => figure(memory, memoryUnits, field, 'host'));
}

function stallFigure(reclaim: ReclaimView | undefined) {
  return reclaim && (reclaim.allocationStallsPerS ?? 0) >= STALLS_PER_S
    ? figure(reclaim, reclaimUnits, 'allocationStallsPerS', 'host', { op: '>=', value: STALLS_PER_S })
    : undefined;
}
