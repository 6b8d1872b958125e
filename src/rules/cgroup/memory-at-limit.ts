import { figureText } from '../../model/figure-text.ts';
import type { Confidence, Verdict } from '../../model/finding.ts';
import { figure } from '../../snapshot/cite.ts';
import { type Cgroup, cgroupUnits } from '../../snapshot/views/cgroups.ts';
import type { PerfView } from '../../snapshot/views/perf.ts';
import type { HostView } from '../../snapshot/views.ts';
import { memoryLimitAdvice } from '../advice/memory-limit.ts';
import { culpritIn } from '../facts/members.ts';
import { profileShare } from '../facts/profile.ts';
import { found, ruledOut, undecided } from '../facts/verdict.ts';
import { word } from '../facts/words.ts';
import { defineRule } from '../rule.ts';
import { worstBy } from './facts/worst.ts';

/** Usage counts in batches of pages a CPU, so a group that cannot get another page may show a few per cent less than its limit. */
const AT_LIMIT_PCT = 90;
/** One hit is a moment; each second one means that nearly every allocation of a busy program has to reclaim first. */
const HITS_PER_S = 1;
/** Tasks that wait for memory a tenth of the time are felt; PSI's own default trigger of systemd-oomd is 60 %. */
const STALL_PCT = 10;
/** No task of it runs for a third of the time. */
const STANDSTILL_PCT = 30;
/** Nothing to free but the program's own memory: page cache at the limit is how a limit looks when all is well. */
const ANON_PART = 0.5;
/** Reclaim inside a group is nowhere in the profile of a host whose groups have room. */
const RECLAIM_PCT = 10;
const RECLAIM = /^(?:try_to_free_mem_cgroup_pages|mem_cgroup_handle_over_high|reclaim_high)$/;

/**
 * cgroup.memory-at-limit: a group uses all the memory that it may, and its tasks wait for reclaim or are killed.
 *
 * Found      it ran into memory.max or memory.high in the window (or its failcnt grew), or lost a process by it; or its tasks sleep in the
 *            throttle of memory.high; or a tenth of a profile is reclaim inside a group; of one reading only where usage stands at the limit and the limit was hit before
 * Ruled out  no group ran into its limit in the window, or all stand well below it
 * Why        the counters count allocations that had to reclaim first; a limit that is merely filled with page cache hits nothing
 * Certain    hits in the window, usage at the limit, and a stall or a kill
 * Misses     groups below the depth that is read; hits before the window
 * Reference  https://docs.kernel.org/admin-guide/cgroup-v2.html
 */
export const memoryAtLimit = defineRule({
  cause: 'cgroup.memory-at-limit',
  needs: [],
  uses: ['cgroups', 'processes', 'host', 'stacks', 'perf'],
  explains: ['mem.swap-thrash', 'io.swap-in', 'mem.process-growth'],
  decide: ({ cgroups, processes, host, stacks, perf }): Verdict => {
    const groups = (cgroups?.all ?? []).filter(({ path }) => path !== '/');
    const hit = worstBy(groups, (group) => (isHit(group) ? hitsPerS(group) : undefined));
    const group = hit ?? asleepInThrottle(groups, stacks) ?? onceHit(groups);
    if (!group) return reclaimInProfile(perf, host) ?? nothingAtLimit(groups);
    const cache = isMostlyCache(group);
    const culprit = culpritIn(group, processes, cache ? 'readBytesPerS' : 'residentBytes');
    return found(
      {
        severity: (group.oomKills ?? 0) > 0 || (group.memoryFullStallPct ?? 0) >= STANDSTILL_PCT ? 'critical' : 'warning',
        confidence: confidenceOf(group, group === hit),
        headline: `${group.name} is at ${limitWord(group)}${wordsOf(group)}`,
        subject: { kind: 'cgroup', name: group.path ?? group.name },
        ...(culprit ? { culprit } : {}),
        advice: memoryLimitAdvice(group, { host, cache }),
      },
      proofOf(group),
    );
  },
});

/** A profile shows that a group is at its limit, never which one. */
function reclaimInProfile(perf: PerfView | undefined, host: HostView | undefined): Verdict | undefined {
  const share = profileShare(perf, RECLAIM);
  const [first] = share?.evidence ?? [];
  if (!share || !first || share.pct < RECLAIM_PCT) return undefined;
  const [process] = share.processes;
  return found(
    {
      severity: 'warning',
      confidence: 'possible',
      headline: `${figureText(share.pct, 'pct')} of all CPU samples are reclaim inside a control group at its memory limit${process === undefined ? '' : `, by ${word(process)}`}`,
      advice: memoryLimitAdvice({ name: 'the control group', cites: first.cites }, { host, cache: false }),
    },
    share.evidence,
  );
}

function confidenceOf(group: Cgroup, inWindow: boolean): Confidence {
  const stalled = (group.memoryStallPct ?? 0) >= STALL_PCT || (group.oomKills ?? 0) > 0;
  if (inWindow) return stalled ? 'certain' : 'likely';
  return group.memoryStallPct === undefined ? 'possible' : 'likely';
}

function limitWord({ memoryHighBytes, memoryHighHitsPerS, memoryLimitHitsPerS }: Cgroup): string {
  return memoryHighBytes !== undefined && (memoryHighHitsPerS ?? 0) > (memoryLimitHitsPerS ?? 0) ? 'memory.high' : 'its memory limit';
}

function hitsPerS(group: Cgroup): number {
  return (group.memoryLimitHitsPerS ?? 0) + (group.memoryHighHitsPerS ?? 0);
}

/** Ran into a limit in the window often enough to be slowed, or lost a process by it. */
function isHit(group: Cgroup): boolean {
  return hitsPerS(group) >= HITS_PER_S || (group.oomKills ?? 0) > 0;
}

/** Tasks that are put to sleep on their way out of the kernel because their group is above memory.high. */
function asleepInThrottle(
  groups: readonly Cgroup[],
  stacks: { readonly all: readonly { readonly functions: readonly string[] }[] } | undefined,
): Cgroup | undefined {
  const asleep = stacks?.all.some(({ functions }) => functions.includes('mem_cgroup_handle_over_high'));
  return asleep
    ? worstBy(groups, ({ memoryStallPct }) => (memoryStallPct !== undefined && memoryStallPct >= STALL_PCT ? memoryStallPct : undefined))
    : undefined;
}

/** One reading: it stands at its limit, has hit it before, and has no page cache to give. */
function onceHit(groups: readonly Cgroup[]): Cgroup | undefined {
  return groups.find(
    (group) =>
      group.memoryLimitHitsPerS === undefined &&
      (usedPct(group) ?? 0) >= AT_LIMIT_PCT &&
      (group.memoryLimitHitsTotal ?? 0) > 0 &&
      !isMostlyCache(group),
  );
}

function usedPct({ memoryBytes, memoryLimitBytes, memoryHighBytes }: Cgroup): number | undefined {
  const limit = Math.min(memoryLimitBytes ?? Number.POSITIVE_INFINITY, memoryHighBytes ?? Number.POSITIVE_INFINITY);
  return memoryBytes === undefined || !Number.isFinite(limit) || limit <= 0 ? undefined : (memoryBytes / limit) * 100;
}

function isMostlyCache({ memoryBytes, memoryAnonBytes, memoryFileBytes }: Cgroup): boolean {
  if (memoryBytes === undefined) return false;
  if (memoryAnonBytes !== undefined) return memoryAnonBytes < ANON_PART * memoryBytes;
  return memoryFileBytes !== undefined && memoryFileBytes > (1 - ANON_PART) * memoryBytes;
}

function nothingAtLimit(groups: readonly Cgroup[]): Verdict {
  const fullest = worstBy(groups, usedPct);
  const pct = fullest && usedPct(fullest);
  const proof = fullest
    ? [figure(fullest, cgroupUnits, 'memoryBytes', fullest.name), figure(fullest, cgroupUnits, 'memoryLimitBytes', fullest.name)]
    : [];
  if (groups.some(({ memoryLimitHitsPerS, memoryHighHitsPerS }) => (memoryLimitHitsPerS ?? memoryHighHitsPerS) !== undefined)) {
    return ruledOut('no group ran into its memory limit', proof);
  }
  if (pct !== undefined && pct < AT_LIMIT_PCT)
    return ruledOut(`${fullest?.name} uses ${figureText(pct, 'pct')} of its memory limit`, proof);
  return undecided(
    'no hits of a memory limit over a window were read',
    'memory.events and memory.pressure of the group, twice, ten seconds apart',
  );
}

function wordsOf(group: Cgroup): string {
  const used =
    group.memoryBytes === undefined || group.memoryLimitBytes === undefined
      ? ''
      : `: ${figureText(group.memoryBytes, 'bytes')} of ${figureText(group.memoryLimitBytes, 'bytes')}`;
  const parts = [
    (group.oomKills ?? 0) > 0 ? `${figureText(group.oomKills ?? 0, 'count')} processes killed in the window` : '',
    hitsPerS(group) > 0 ? `${figureText(hitsPerS(group), '/s')} hits` : '',
    hitsPerS(group) === 0 && group.memoryLimitHitsTotal
      ? `hit ${figureText(group.memoryLimitHitsTotal, 'count')} times since it was made`
      : '',
    group.memoryStallPct === undefined ? '' : `its tasks wait for memory ${figureText(group.memoryStallPct, 'pct')} of the time`,
  ].filter((part) => part !== '');
  return used === '' ? `: ${parts.join(', ')}` : [used, ...parts].join(', ');
}

function proofOf(group: Cgroup) {
  const of = (field: Parameters<typeof figure<Cgroup>>[2], limit?: { readonly op: '>='; readonly value: number }) =>
    figure(group, cgroupUnits, field, group.name, limit);
  const hits = (group.memoryLimitHitsPerS ?? 0) >= HITS_PER_S ? ({ op: '>=', value: HITS_PER_S } as const) : undefined;
  return [
    of('memoryBytes'),
    of('memoryLimitBytes'),
    of('memoryHighBytes'),
    of('memoryLimitHitsPerS', hits),
    of('memoryHighHitsPerS'),
    of('oomKills'),
    of('memoryStallPct'),
    of('memoryFullStallPct'),
    of('memoryAnonBytes'),
    of('memoryFileBytes'),
    of('memoryLimitHitsTotal'),
  ];
}
