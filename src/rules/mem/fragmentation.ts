import type { EvidenceItem } from '../../model/evidence.ts';
import { figureText } from '../../model/figure-text.ts';
import type { Verdict } from '../../model/finding.ts';
import { figure, line } from '../../snapshot/cite.ts';
import { type BuddyView, type BuddyZone, buddyUnits } from '../../snapshot/views/buddy.ts';
import { type CompactionRates, compactionUnits } from '../../snapshot/views/compaction.ts';
import type { HostView } from '../../snapshot/views.ts';
import { found, ruledOut, undecided } from '../facts/verdict.ts';
import { word } from '../facts/words.ts';
import { defineRule } from '../rule.ts';
import { fragmentationAdvice } from './advice/huge-pages.ts';
import { type RefusedPiece, refusedPiece } from './facts/allocations.ts';
import { busyThread, type Compacting, compacting } from './facts/compaction.ts';

/** Each stall is a task that compacts memory itself; a host whose memory is whole has none. */
const STALLS_PER_S = 10;
/** Where every second attempt fails there is nothing left to put together. */
const FAILED_PART = 0.5;
/** A fifth of all samples: what any profile shows as its first rows. */
const PROFILE_PCT = 20;
/** Logged longer ago than this it is past, though worth knowing. */
const NOW_SECONDS = 60;
/** Of free memory in pieces of 64 KiB and more: from there on requests of any usual size are met at once. */
const LARGE_PART = 0.1;
const KIB_PER_PAGE = 4;

/**
 * mem.fragmentation: there is memory, but not in pieces of the size that is asked for.
 *
 * Found      the kernel log refuses a request of several pages while memory is free or cache; or 10 compaction stalls a second of which
 *            half fail; or a fifth of a profile, or kcompactd for half a CPU, is compaction (a notice where the log's line is older than a minute)
 * Ruled out  hardly any stalls, or free memory in large pieces, and no request refused
 * Why        drivers, file systems and huge pages need pages side by side; pages that cannot be moved break free memory up over weeks
 * Certain    where the report shows the memory beside the refused request, or the counters of the window show failing compaction
 * Misses     requests that fail without a word (most that have a fallback)
 * Reference  https://docs.kernel.org/admin-guide/sysctl/vm.html#compact-memory, proc_buddyinfo(5)
 */
export const fragmentation = defineRule({
  cause: 'mem.fragmentation',
  needs: [],
  uses: ['kernelLog', 'compaction', 'buddy', 'perf', 'stacks', 'processes', 'memory', 'host'],
  explains: ['cpu.system-time'],
  decide: ({ kernelLog, compaction, buddy, perf, stacks, processes, memory, host }): Verdict => {
    const zone = judgedZone(buddy);
    const lists = zone && figure(zone, buddyUnits, 'freeInLargeBlocksBytes', `zone ${zone.zone}`);
    const refused = refusedPiece(kernelLog, memory);
    if (refused) return refusal(refused, host, lists);
    const window = compaction?.window;
    const proof = [...ratesOf(window), lists];
    const fails = failing(window);
    if (fails) {
      const headline = `Memory is compacted ${figureText(window?.stallsPerS ?? 0, 'count')} times a second by tasks that wait for it, and ${figureText(fails, 'pct')} of it fails`;
      return compacts(headline, 'certain', host, proof);
    }
    const standing = compacting(perf, stacks);
    const thread = busyThread(processes, /^\[?kcompactd/);
    const words = wordsOf(standing, thread);
    if (words) return compacts(words, 'likely', host, [...standing.evidence, thread, ...proof]);
    if (window?.stallsPerS !== undefined) return ruledOut('memory is hardly compacted', proof);
    if (zone && zone.freeInLargeBlocksBytes >= LARGE_PART * zone.freeBytes && zone.freeBytes > 0) {
      return ruledOut('free memory lies in large pieces', [lists]);
    }
    return undecided(
      'whether anybody waits for large pieces of memory was not read',
      'cat /proc/buddyinfo; grep compact_ /proc/vmstat, twice; dmesg -T',
    );
  },
});

function refusal({ event, order, room }: RefusedPiece, host: HostView | undefined, lists: EvidenceItem | undefined): Verdict {
  const past = (event.ageSeconds ?? 0) > NOW_SECONDS;
  const kib = 2 ** order * KIB_PER_PAGE;
  const who = event.process === undefined ? 'A request' : `A request of ${word(event.process)}`;
  const memory =
    event.freeBytes === undefined
      ? ''
      : ` while ${figureText(event.freeBytes, 'bytes')} were free${event.fileCacheBytes === undefined ? '' : ` and ${figureText(event.fileCacheBytes, 'bytes')} were page cache`}`;
  return found(
    {
      severity: past ? 'notice' : 'warning',
      confidence: room === 'shown' ? 'certain' : 'possible',
      headline: `${who} for ${kib} KiB in one piece (order ${order}) was refused${memory}`,
      advice: fragmentationAdvice(host, event.process === undefined ? undefined : word(event.process)),
      ...(event.process === undefined
        ? {}
        : {
            sufferers: [
              {
                process: event.process,
                ...(event.pid === undefined ? {} : { pid: event.pid }),
                how: `its request of order ${order} was refused`,
              },
            ],
          }),
    },
    [line(event, 'kernel log', 'allocation', event.text), lists],
  );
}

function compacts(
  headline: string,
  confidence: 'certain' | 'likely',
  host: HostView | undefined,
  proof: readonly (EvidenceItem | undefined)[],
): Verdict {
  return found({ severity: 'warning', confidence, headline, advice: fragmentationAdvice(host, undefined) }, proof);
}

/** What of compaction is seen without its counters. A task that wants a huge page is mem.thp-stall's to judge. */
function wordsOf(standing: Compacting, thread: EvidenceItem | undefined): string | undefined {
  const { profilePct = 0, processes } = standing;
  if (profilePct >= PROFILE_PCT) {
    const spread = processes.length > 1 ? `, in ${processes.length} programs alike` : '';
    return `${figureText(profilePct, 'pct')} of all CPU samples are spent in search of free memory in one piece${spread}`;
  }
  if (thread?.kind === 'figure') return `kcompactd takes ${figureText(thread.value, 'pct')} of a CPU to put free memory together`;
  const tasks = standing.forHugePages ? 0 : standing.stacks.length;
  return tasks > 0 ? `${tasks === 1 ? '1 task waits' : `${tasks} tasks wait`} in memory compaction` : undefined;
}

/** The share of compactions that fail, where there are many. */
function failing(window: CompactionRates | undefined): number | undefined {
  const { stallsPerS = 0, failsPerS = 0 } = window ?? {};
  const part = stallsPerS > 0 ? failsPerS / stallsPerS : 0;
  return stallsPerS >= STALLS_PER_S && part >= FAILED_PART ? Math.min(100, part * 100) : undefined;
}

function ratesOf(window: CompactionRates | undefined): readonly (EvidenceItem | undefined)[] {
  if (!window) return [];
  const many = (window.stallsPerS ?? 0) >= STALLS_PER_S;
  return [
    figure(window, compactionUnits, 'stallsPerS', 'host', many ? { op: '>=', value: STALLS_PER_S } : undefined),
    figure(window, compactionUnits, 'failsPerS', 'host'),
    figure(window, compactionUnits, 'scannedPagesPerS', 'host'),
  ];
}

/** The zone from which the kernel takes most: the largest Normal one. Low zones are kept back and stay whole. */
function judgedZone(buddy: BuddyView | undefined): BuddyZone | undefined {
  const zones = buddy?.zones ?? [];
  const normal = zones.filter(({ zone }) => zone === 'Normal');
  return (normal.length > 0 ? normal : zones.filter(({ zone }) => zone === 'DMA32')).toSorted(
    (left, right) => right.freeBytes - left.freeBytes,
  )[0];
}
