import type { EvidenceItem } from '../../../model/evidence.ts';
import { figure, line } from '../../../snapshot/cite.ts';
import type { PerfView } from '../../../snapshot/views/perf.ts';
import { type ProcessesView, type ProcessStack, processUnits, type StacksView } from '../../../snapshot/views.ts';
import { windowOf } from '../../facts/doers.ts';
import { profileShare } from '../../facts/profile.ts';
import { subjectOf } from '../../facts/waits.ts';

/** Functions that only compaction runs. */
const COMPACTION =
  /^(?:isolate_freepages(?:_block|_range)?|isolate_migratepages(?:_block|_range)?|compact_zone(?:_order)?|compact_node|compaction_alloc|compact_unlock_should_abort|try_to_compact_pages|__alloc_pages_direct_compact|fast_isolate_\w+|update_pageblock_skip|[gs]et_pageblock_flags_mask|kcompactd_do_work)$/;
/** A page fault, or the kernel's own thread, that wants a huge page. */
const HUGE_PAGE =
  /^(?:do_huge_pmd_\w+|__do_huge_pmd_\w+|create_huge_pmd|alloc_hugepage\w*|khugepaged\w*|collapse_huge_page|vma_alloc_anon_folio_pmd)$/;
/** Half a CPU for the whole window: these threads sleep nearly always. */
const BUSY_THREAD_PCT = 50;

/** Who is in compaction right now: by the share of a profile, by tasks' stacks. */
export interface Compacting {
  readonly profilePct: number | undefined;
  /** The profile or a stack says that huge pages are what it is for. */
  readonly forHugePages: boolean;
  readonly stacks: readonly ProcessStack[];
  readonly evidence: readonly EvidenceItem[];
  readonly processes: readonly string[];
}

export function compacting(perf: PerfView | undefined, stacks: StacksView | undefined): Compacting {
  const share = profileShare(perf, COMPACTION);
  const huge = profileShare(perf, HUGE_PAGE);
  const standing = (stacks?.all ?? []).filter(({ functions }) => functions.some((name) => COMPACTION.test(name)));
  const faults = standing.filter(({ functions }) => functions.some((name) => HUGE_PAGE.test(name)));
  return {
    profilePct: share?.pct,
    forHugePages: faults.length > 0 || (huge?.pct ?? 0) > 0,
    stacks: standing,
    evidence: [
      ...(share && share.pct > 0 ? share.evidence : []),
      ...standing
        .slice(0, 2)
        .map((stack) => line(stack, stack.pid === undefined ? 'a task' : `pid ${stack.pid}`, 'stack', wayThere(stack))),
    ],
    processes: share?.processes ?? [],
  };
}

/** 'compact_zone for do_huge_pmd_anonymous_page' */
function wayThere({ functions }: ProcessStack): string {
  const inside = functions.find((name) => COMPACTION.test(name)) ?? '';
  const asked = functions.find((name) => HUGE_PAGE.test(name));
  return asked === undefined ? inside : `${inside} for ${asked}`;
}

/** A kernel thread that is busy for most of the window, with its figure. */
export function busyThread(processes: ProcessesView | undefined, name: RegExp): EvidenceItem | undefined {
  return (processes?.all ?? [])
    .filter((process) => name.test(process.name))
    .flatMap((process) => {
      const row = windowOf(process, processes?.reports);
      const busy = (row?.cpuPct ?? 0) >= BUSY_THREAD_PCT;
      return row && busy ? [figure(row, processUnits, 'cpuPct', subjectOf(process), { op: '>=', value: BUSY_THREAD_PCT })] : [];
    })[0];
}
