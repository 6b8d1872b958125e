import type { EvidenceItem } from '../../model/evidence.ts';
import { figureText } from '../../model/figure-text.ts';
import type { Confidence, Verdict } from '../../model/finding.ts';
import { figure, line } from '../../snapshot/cite.ts';
import { type CompactionRates, type CompactionView, compactionUnits } from '../../snapshot/views/compaction.ts';
import { found, ruledOut, undecided } from '../facts/verdict.ts';
import { defineRule } from '../rule.ts';
import { hugePageAdvice } from './advice/huge-pages.ts';
import { busyThread, type Compacting, compacting } from './facts/compaction.ts';

/** Each stall is a task that compacts memory itself, a millisecond to tenths of a second: ten a second are felt, a busy healthy host has none for hours. */
const STALLS_PER_S = 10;
/** A fifth of all samples: what any profile shows as its first rows. */
const PROFILE_PCT = 20;

/**
 * mem.thp-stall: tasks stand still while the kernel makes room for transparent huge pages.
 *
 * Found      khugepaged takes half a CPU; or a task's stack, or a fifth of a profile, is in compaction for a huge page; or 10 compaction stalls
 *            a second of which at least half go with huge page faults that fell back
 * Ruled out  huge pages set to never, or fewer stalls and nobody in compaction
 * Why        with 'always' a page fault waits until 2 MiB in one piece are found; in fragmented or full memory that means scanning and moving
 *            pages, booked as system time or, where it sleeps, as iowait of an idle disk
 * Certain    where the counters of the window show the stalls; likely by stacks, profile or the thread alone
 * Misses     stalls between looks: a stack is one moment
 * Reference  https://docs.kernel.org/admin-guide/mm/transhuge.html
 */
export const thpStall = defineRule({
  cause: 'mem.thp-stall',
  needs: [],
  uses: ['compaction', 'processes', 'stacks', 'perf', 'host'],
  explains: ['mem.fragmentation', 'cpu.system-time', 'cpu.single-thread'],
  decide: ({ compaction, processes, stacks, perf, host }): Verdict => {
    const { enabled, window } = compaction ?? {};
    if (enabled?.mode === 'never')
      return ruledOut('transparent huge pages are off', [line(enabled, 'transparent huge pages', 'mode', 'never')]);
    const standing = compacting(perf, stacks);
    const thread = busyThread(processes, /^\[?khugepaged/);
    const stalls = stallsForHugePages(window);
    const shown = seen(standing, thread, stalls, compaction);
    if (shown) {
      return found(
        {
          severity: 'warning',
          confidence: shown.confidence,
          headline: shown.headline,
          advice: hugePageAdvice(host, enabled?.mode),
        },
        [...shown.evidence, enabled && line(enabled, 'transparent huge pages', 'mode', enabled.mode)],
      );
    }
    if ((standing.profilePct ?? 0) >= PROFILE_PCT) {
      return undecided(
        'memory is being compacted, but whether for huge pages was not read',
        'cat /sys/kernel/mm/transparent_hugepage/enabled; perf record -a -g sleep 5',
      );
    }
    if (window?.stallsPerS !== undefined) {
      return ruledOut(`${figureText(window.stallsPerS, '/s')} of compaction stalls go with huge page faults that found no room`, [
        figure(window, compactionUnits, 'stallsPerS', 'host'),
        figure(window, compactionUnits, 'hugeFallbacksPerS', 'host'),
      ]);
    }
    return undecided('compaction over the window was not read', "grep -E 'compact_|thp_fault' /proc/vmstat, twice; perf top");
  },
});

interface Shown {
  readonly headline: string;
  readonly confidence: Confidence;
  readonly evidence: readonly (EvidenceItem | undefined)[];
}

function seen(
  standing: Compacting,
  thread: EvidenceItem | undefined,
  stalls: CompactionRates | undefined,
  compaction: CompactionView | undefined,
): Shown | undefined {
  const [stack] = standing.stacks;
  const profilePct = standing.profilePct ?? 0;
  const proof = [...rates(compaction?.window, stalls !== undefined), thread, ...standing.evidence];
  const confidence = stalls ? 'certain' : 'likely';
  if (stack && standing.forHugePages) {
    const tasks = standing.stacks.length === 1 ? '1 task waits' : `${standing.stacks.length} tasks wait`;
    return { headline: `${tasks} in memory compaction for a huge page`, confidence, evidence: [...standing.evidence, ...proof] };
  }
  if (thread?.kind === 'figure') {
    return {
      headline: `khugepaged takes ${figureText(thread.value, 'pct')} of a CPU to make huge pages`,
      confidence,
      evidence: [thread, ...proof],
    };
  }
  if (stalls) {
    return {
      headline: `Tasks stop ${figureText(stalls.stallsPerS ?? 0, 'count')} times a second to compact memory for huge pages`,
      confidence,
      evidence: proof,
    };
  }
  const always = compaction?.enabled?.mode === 'always' && compaction.defrag?.mode === 'always';
  if (profilePct < PROFILE_PCT || !(standing.forHugePages || always)) return undefined;
  return {
    headline: `${figureText(profilePct, 'pct')} of all CPU samples are memory compaction for huge pages`,
    confidence: standing.forHugePages ? confidence : 'possible',
    evidence: proof,
  };
}

/** Stalls of the window, where huge page faults that found no room account for at least half of those that failed. */
function stallsForHugePages(window: CompactionRates | undefined): CompactionRates | undefined {
  if (!window || (window.stallsPerS ?? 0) < STALLS_PER_S) return undefined;
  const { failsPerS = 0, hugeFallbacksPerS = 0, hugeFaultsPerS = 0 } = window;
  return failsPerS > 0 ? (hugeFallbacksPerS >= failsPerS / 2 ? window : undefined) : hugeFaultsPerS >= STALLS_PER_S ? window : undefined;
}

function rates(window: CompactionRates | undefined, deciding: boolean): readonly (EvidenceItem | undefined)[] {
  if (!window) return [];
  return [
    figure(window, compactionUnits, 'stallsPerS', 'host', deciding ? { op: '>=', value: STALLS_PER_S } : undefined),
    figure(window, compactionUnits, 'hugeFallbacksPerS', 'host'),
    figure(window, compactionUnits, 'failsPerS', 'host'),
  ];
}
