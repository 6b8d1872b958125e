import { figureText } from '../../model/figure-text.ts';
import type { Verdict } from '../../model/finding.ts';
import { figure } from '../../snapshot/cite.ts';
import { cpuUnits, type MemoryView, memoryUnits, type PagingView, type ProcessesView, pagingUnits } from '../../snapshot/views.ts';
import { windowOf } from '../facts/doers.ts';
import { nameOf } from '../facts/leaf.ts';
import { loadEvidence, saturatedDevices } from '../facts/saturation.ts';
import { worstPaging } from '../facts/stretch.ts';
import { found, ruledOut, undecided } from '../facts/verdict.ts';
import { severityOf, waiting } from '../facts/waits.ts';
import { defineRule } from '../rule.ts';
import { swapAdvice } from './advice/swap.ts';

/** Reading back from swap makes programs wait page by page: 100 kB/s are 25 waits a second. */
const SWAP_IN_BYTES_PER_S = 100 * 1024;
/** Without swap rates: what is in swap, a reclaiming kswapd and CPUs that wait. */
const SWAP_USED_PART = 0.2;
const IOWAIT_PCT = 50;

/**
 * io.swap-in: the device is busy bringing memory back from swap.
 *
 * Found      over the worst three seconds si >= 100 kB/s and so > 0 while tasks wait for I/O. Without swap rates: kswapd is at work,
 *            >= 20 % of swap is used and iowait >= 50 %
 * Ruled out  si and so stand near 0, or only so rises: pages written out that nobody reads back harm nobody
 * Why        a bulk reader that fills the cache makes so rise too, without si; swap in use is no trouble by itself
 * Certain    a saturated device holds the swap; likely by rates alone; possible without rates
 * Misses     programs that were thrown out of the page cache instead (mem.exhausted)
 * Reference  https://man7.org/linux/man-pages/man8/vmstat.8.html
 */
export const swapIn = defineRule({
  cause: 'io.swap-in',
  needs: [],
  uses: ['paging', 'devices', 'memory', 'cpu', 'pressure', 'processes'],
  explains: ['io.device-saturated', 'io.bulk-reader', 'io.bulk-writer', 'io.slow-device'],
  decide: (given): Verdict => {
    const worst = given.paging && worstPaging(swapTraffic(given.paging), (row) => row.swapInBytesPerS ?? 0);
    const waits = waiting(given);
    if (!worst) return fromKswapd(given.memory, given.processes, waits) ?? undecided('swap traffic was not read', 'vmstat 1 5');
    const figures = [
      figure(worst, pagingUnits, 'swapInBytesPerS', 'host', { op: '>=', value: SWAP_IN_BYTES_PER_S }),
      figure(worst, pagingUnits, 'swapOutBytesPerS', 'host'),
    ];
    const inBytes = worst.swapInBytesPerS ?? 0;
    if (inBytes < SWAP_IN_BYTES_PER_S || (worst.swapOutBytesPerS ?? 0) <= 0) {
      return ruledOut(
        `the host reads ${figureText(inBytes, 'bytes/s')} back from swap`,
        figures.map((item) => withoutLimit(item)),
      );
    }
    if (waits.state !== 'waits')
      return ruledOut(
        `the host reads ${figureText(inBytes, 'bytes/s')} back from swap, and nothing waits for it`,
        figures.map((item) => withoutLimit(item)),
      );
    const swapDisk = saturatedDevices(given.devices).find(({ device }) => device.swap === true);
    return found(
      {
        severity: severityOf(waits),
        confidence: swapDisk ? 'certain' : 'likely',
        headline: `${swapDisk && given.devices ? nameOf(swapDisk.device, given.devices) : 'The disk'} is busy with swap: ${figureText(inBytes, 'bytes/s')} in and ${figureText(worst.swapOutBytesPerS ?? 0, 'bytes/s')} out`,
        ...(swapDisk ? { subject: { kind: 'device', name: swapDisk.device.name } } : {}),
        advice: swapAdvice(),
      },
      [
        ...figures,
        ...(swapDisk ? loadEvidence(swapDisk).slice(0, 3) : []),
        given.memory && figure(given.memory, memoryUnits, 'availableBytes', 'host'),
        ...waits.evidence,
      ],
    );
  },
});

/** The intervals that tell swap traffic, else the counters of the whole window. */
function swapTraffic({ intervals, window, ...view }: PagingView): PagingView {
  const rows = intervals.filter((row) => row.swapInBytesPerS !== undefined);
  return { ...view, intervals: rows.length > 0 || window?.swapInBytesPerS === undefined ? rows : [window] };
}

function withoutLimit(item: ReturnType<typeof figure>) {
  if (!item) return undefined;
  const { limit: _limit, ...rest } = item;
  return rest;
}

function fromKswapd(
  memory: MemoryView | undefined,
  processes: ProcessesView | undefined,
  waits: ReturnType<typeof waiting>,
): Verdict | undefined {
  const kswapd = processes?.all.find(
    (process) =>
      /^\[?kswapd\d/.test(process.name) && (process.state === 'R' || process.state === 'D' || (windowOf(process)?.cpuPct ?? 0) >= 2),
  );
  const total = memory?.swapTotalBytes;
  if (!memory || !kswapd || !waits.cpu || total === undefined || total <= 0 || memory.swapFreeBytes === undefined) return undefined;
  const used = (total - memory.swapFreeBytes) / total;
  if (used < SWAP_USED_PART || (waits.cpu.iowaitPct ?? 0) < IOWAIT_PCT) return undefined;
  return found(
    {
      severity: 'warning',
      confidence: 'possible',
      headline: `The disk is likely busy with swap: kswapd is at work, ${figureText(used * 100, 'pct')} of swap is used and the CPUs wait ${figureText(waits.cpu.iowaitPct ?? 0, 'pct')} of the time`,
      advice: swapAdvice(),
    },
    [
      figure(waits.cpu, cpuUnits, 'iowaitPct', 'host', { op: '>=', value: IOWAIT_PCT }),
      figure(memory, memoryUnits, 'swapFreeBytes', 'host'),
      figure(memory, memoryUnits, 'swapTotalBytes', 'host'),
      figure(memory, memoryUnits, 'availableBytes', 'host'),
    ],
  );
}
