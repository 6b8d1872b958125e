import type { EvidenceItem } from '../../model/evidence.ts';
import { figureText } from '../../model/figure-text.ts';
import type { Confidence, Verdict } from '../../model/finding.ts';
import { figure } from '../../snapshot/cite.ts';
import {
  type Cgroup,
  type CgroupCrowd,
  type CgroupsView,
  cgroupControllerUnits,
  cgroupCrowdUnits,
  cgroupUnits,
} from '../../snapshot/views/cgroups.ts';
import type { PerfView } from '../../snapshot/views/perf.ts';
import { type CpuView, cpuUnits, type MemoryView, memoryUnits, type ProcessesView } from '../../snapshot/views.ts';
import { profileShare } from '../facts/profile.ts';
import { found, ruledOut, undecided } from '../facts/verdict.ts';
import { defineRule } from '../rule.ts';
import { dyingAdvice, HEALTHY_GROUPS, leftBehindAdvice } from './advice/leak.ts';

/** A node with 64 pods, healthy, had 1,800 (the story behind this rule): half as many again is past what pods explain. */
const MANY_GROUPS = 3_000;
/** Ten times what a busy healthy node has: past what containers explain even where no other controller was counted. */
const FAR_TOO_MANY = 18_000;
/** Each container has a group in most controllers, so memory far beyond the next one is not containers. */
const TIMES_OTHERS = 5;
/** Half of what the kernel counts still has a directory: then they are not dying, somebody leaves them behind. */
const LIVE_PART = 0.5;
/** A fifth of all samples: with the hundred groups of a healthy node these functions never show in a profile. */
const WALKING_PCT = 20;
/** What walks every memory cgroup there is, or sums its figures up. */
const WALKS =
  /^(?:memcg_stat_show|memory_stat_show|memcg_numa_stat_show|memcg_sum_events|mem_cgroup_iter|mem_cgroup_usage|mem_cgroup_node_nr_lru_pages|mem_cgroup_commit_charge|css_next_descendant_pre)$/;

/**
 * cgroup.memcg-leak: the kernel keeps thousands of memory cgroups that nobody uses, and walks all of them.
 *
 * Found      3,000 or more memory cgroups and five times as many as any other controller has (v1), or as many dying ones against a fifth
 *            of live ones (v2); or 3,000 live ones in one directory, of which less than half have tasks; where nothing was counted, a
 *            fifth of a profile in the functions that walk them
 * Ruled out  fewer, or as many as the other controllers have
 * Why        a removed memory cgroup lives until its last page and slab object is gone; every charge, reclaim and read of statistics walks
 *            them all, so mmap, page faults and process starts become slow and system time rises
 * Certain    where other controllers were counted too; whether anything is slow by it is told beside it
 * Misses     a number that grew since an earlier look: it has one look only
 * Reference  https://lwn.net/Articles/790384/, https://docs.kernel.org/admin-guide/cgroup-v2.html (nr_dying_descendants)
 */
export const memcgLeak = defineRule({
  cause: 'cgroup.memcg-leak',
  needs: [],
  uses: ['cgroups', 'processes', 'memory', 'cpu', 'host', 'perf'],
  explains: ['mem.slab-bloat', 'cpu.system-time'],
  decide: ({ cgroups, processes, memory, cpu, host, perf }): Verdict => {
    const counts = [cgroups && byDyingCount(cgroups), cgroups && byController(cgroups), cgroups && byCrowd(cgroups, processes)];
    const counted = counts.find((count) => count?.leak) ?? counts.find((count) => count !== undefined) ?? byProfile(perf);
    if (!counted) return undecided('control groups were not counted', 'cat /proc/cgroups; cat /sys/fs/cgroup/cgroup.stat');
    const proof = [...counted.proof, ...beside(memory, cpu)];
    if (!counted.leak) return ruledOut(counted.words, proof);
    return found(
      {
        severity: 'warning',
        confidence: counted.confidence,
        headline: `${counted.words}; a healthy node has up to ${figureText(HEALTHY_GROUPS, 'count')} of them`,
        ...(counted.path === undefined ? {} : { subject: { kind: 'cgroup', name: counted.path } }),
        advice: counted.leftBehind ? leftBehindAdvice(host, counted.path) : dyingAdvice(host, counted.path),
      },
      proof,
    );
  },
});

interface Count {
  readonly words: string;
  readonly leak: boolean;
  /** Whether there was something to hold the number against, or no number at all. */
  readonly confidence: Confidence;
  /** Their directories are still there. */
  readonly leftBehind: boolean;
  readonly path: string | undefined;
  readonly proof: readonly (EvidenceItem | undefined)[];
}

/** cgroup v2: the kernel itself counts what is dying; the deepest group that has nearly all of them is where they come from. */
function byDyingCount({ all }: CgroupsView): Count | undefined {
  const counted = all.filter(({ dyingDescendants }) => dyingDescendants !== undefined);
  const most = Math.max(0, ...counted.map(({ dyingDescendants = 0 }) => dyingDescendants));
  if (most === 0) return undefined;
  const where = counted
    .filter(({ dyingDescendants = 0 }) => dyingDescendants >= most * 0.9)
    .toSorted((left, right) => depth(right) - depth(left))[0];
  if (!where) return undefined;
  const { dyingDescendants: dying = 0, descendants: live = 0 } = where;
  const leak = dying >= MANY_GROUPS && dying >= live * TIMES_OTHERS;
  return {
    words: `${figureText(dying, 'count')} dying control groups against ${figureText(live, 'count')} live ones${where.path && where.path !== '/' ? ` below ${where.path}` : ''}`,
    leak,
    confidence: 'certain',
    leftBehind: false,
    path: where.path,
    proof: [
      figure(where, cgroupUnits, 'dyingDescendants', where.name, leak ? { op: '>=', value: MANY_GROUPS } : undefined),
      figure(where, cgroupUnits, 'descendants', where.name),
    ],
  };
}

function depth({ path = '/' }: Cgroup): number {
  return path === '/' ? 0 : path.split('/').length;
}

/** cgroup v1: memory beside the other controllers. */
function byController({ controllers, all, crowds }: CgroupsView): Count | undefined {
  const memory = controllers.find(({ controller }) => controller === 'memory');
  const others = controllers.filter(({ controller }) => controller !== 'memory').toSorted((left, right) => right.groups - left.groups);
  const [next] = others;
  if (!memory) return undefined;
  const leak = next ? memory.groups >= MANY_GROUPS && memory.groups >= next.groups * TIMES_OTHERS : memory.groups >= FAR_TOO_MANY;
  const read = all.filter(({ memoryBytes, path }) => memoryBytes !== undefined && path !== undefined).length;
  const live = crowdsOfMemory(crowds).reduce((total, { groups = 0 }) => total + groups, read);
  const leftBehind = live >= memory.groups * LIVE_PART;
  const kept = leak && live > 0 ? ` (${figureText(live, 'count')} of them still have a directory)` : '';
  return {
    words: `${figureText(memory.groups, 'count')} memory control groups${kept}${next ? ` against ${figureText(next.groups, 'count')} of ${next.controller}` : ''}`,
    leak,
    confidence: next ? 'certain' : 'likely',
    leftBehind,
    path: undefined,
    proof: [
      figure(memory, cgroupControllerUnits, 'groups', 'memory', leak ? { op: '>=', value: next ? MANY_GROUPS : FAR_TOO_MANY } : undefined),
      next && figure(next, cgroupControllerUnits, 'groups', next.controller),
    ],
  };
}

/** Nobody keeps thousands of groups in one directory and works in few of them. */
function byCrowd({ crowds }: CgroupsView, processes: ProcessesView | undefined): Count | undefined {
  const [crowd] = crowdsOfMemory(crowds).toSorted((left, right) => (right.groups ?? 0) - (left.groups ?? 0));
  if (!crowd?.groups || crowd.groups < MANY_GROUPS) return undefined;
  const busy = new Set((processes?.all ?? []).map(({ cgroup = '' }) => cgroup).filter((path) => path.startsWith(`${crowd.path}/`))).size;
  if (busy >= crowd.groups * LIVE_PART) return undefined;
  return {
    words: `${figureText(crowd.groups, 'count')} control groups lie in ${crowd.path}, ${processes ? `${figureText(busy, 'count')} of them with tasks` : 'counted by their directories'}`,
    leak: true,
    confidence: processes ? 'likely' : 'possible',
    leftBehind: true,
    path: crowd.path,
    proof: [figure(crowd, cgroupCrowdUnits, 'groups', crowd.path, { op: '>=', value: MANY_GROUPS })],
  };
}

/** The hierarchies of other controllers hold the same groups once more. */
function crowdsOfMemory(crowds: readonly CgroupCrowd[]): readonly CgroupCrowd[] {
  return crowds.filter(({ hierarchy = 'memory' }) => hierarchy.split(',').includes('memory'));
}

/** Nothing was counted, but the CPUs are busy with nothing else. */
function byProfile(perf: PerfView | undefined): Count | undefined {
  const share = profileShare(perf, WALKS);
  if (!share || share.pct < WALKING_PCT) return undefined;
  return {
    words: `${figureText(share.pct, 'pct')} of all CPU samples walk the memory control groups, whose number was not read`,
    leak: true,
    confidence: 'possible',
    leftBehind: false,
    path: undefined,
    proof: share.evidence,
  };
}

/** What it looks like from outside: slab that nobody uses, and time in the kernel. */
function beside(memory: MemoryView | undefined, cpu: CpuView | undefined): readonly (EvidenceItem | undefined)[] {
  const busiest = cpu?.intervals.toSorted((left, right) => (right.systemPct ?? 0) - (left.systemPct ?? 0))[0];
  return [
    memory && figure(memory, memoryUnits, 'slabBytes', 'host'),
    memory && figure(memory, memoryUnits, 'totalBytes', 'host'),
    busiest && figure(busiest, cpuUnits, 'systemPct', 'host'),
  ];
}
