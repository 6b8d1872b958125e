import { figureText } from '../../model/figure-text.ts';
import type { Advice, Verdict } from '../../model/finding.ts';
import { figure } from '../../snapshot/cite.ts';
import { type Cgroup, cgroupUnits } from '../../snapshot/views/cgroups.ts';
import type { HostView } from '../../snapshot/views.ts';
import { type Limit, raiseLasting, raiseNow } from '../advice/control-group.ts';
import { alertRule } from '../advice/watch.ts';
import { culpritIn } from '../facts/members.ts';
import { found, ruledOut, undecided } from '../facts/verdict.ts';
import { defineRule } from '../rule.ts';

/** A quarter of the periods: what kubernetes-mixin's CPUThrottlingHigh alerts at; below it few requests are late. */
const THROTTLED_PCT = 25;
/** Three quarters: nearly every period ends with the work waiting for the next. */
const MOSTLY_PCT = 75;
/** Bursts of start-up and garbage collection throttle a few periods in most containers, and nobody waits for them. */
const NEGLIGIBLE_PCT = 5;
/** Fewer periods than one second has (100 ms each) are no rate. */
const FEWEST_PERIODS = 10;

/**
 * cgroup.cpu-throttled: a group uses up its CPU quota and its tasks are held back until the next period.
 *
 * Found      a quarter or more of the periods in the window were throttled; since the group was made (one reading) only as possible
 * Ruled out  no group was throttled in more than 5 % of its periods, or none has a quota
 * Why        nr_throttled counts the periods in which the quota ran out, nr_periods those in which the group had work at all
 * Certain    both readings came, and the quota is known
 * Misses     groups below the depth that is read; limits of a hypervisor, which show as steal
 * Reference  https://docs.kernel.org/scheduler/sched-bwc.html
 */
export const cpuThrottled = defineRule({
  cause: 'cgroup.cpu-throttled',
  needs: ['cgroups'],
  uses: ['processes', 'host'],
  explains: ['cpu.saturated'],
  decide: ({ cgroups, processes, host }): Verdict => {
    const judged = cgroups.all.flatMap((group) => throttlingOf(group) ?? []);
    const worst = judged.toSorted((left, right) => right.pct - left.pct)[0];
    if (!worst) {
      return cgroups.all.some(ran)
        ? ruledOut('no group ran with a CPU quota')
        : undecided('no CPU figures of groups over a window', 'cpu.stat of the group, twice, ten seconds apart');
    }
    const { group, pct, inWindow } = worst;
    const proof = [
      figure(group, cgroupUnits, inWindow ? 'cpuThrottledPct' : 'cpuThrottledTotalPct', group.name, {
        op: pct >= THROTTLED_PCT ? '>=' : '<=',
        value: pct >= THROTTLED_PCT ? THROTTLED_PCT : NEGLIGIBLE_PCT,
      }),
      figure(group, cgroupUnits, 'cpuThrottledMsPerS', group.name),
      figure(group, cgroupUnits, 'cpuQuotaCpus', group.name),
      figure(group, cgroupUnits, 'cpuUsedCpus', group.name),
    ];
    if (pct < NEGLIGIBLE_PCT) return ruledOut(`no group was throttled in more than ${figureText(pct, 'pct')} of its periods`, proof);
    if (pct < THROTTLED_PCT && !inWindow) {
      return undecided(
        `${group.name} was throttled in ${figureText(pct, 'pct')} of its periods since it was made`,
        'cpu.stat of it, twice, ten seconds apart',
      );
    }
    const culprit = culpritIn(group, processes, 'cpuPct');
    return found(
      {
        severity: pct < THROTTLED_PCT ? 'notice' : pct >= MOSTLY_PCT && inWindow ? 'critical' : 'warning',
        confidence: !inWindow ? 'possible' : group.cpuQuotaCpus === undefined ? 'likely' : 'certain',
        headline: headlineOf(worst),
        subject: { kind: 'cgroup', name: group.path ?? group.name },
        ...(culprit ? { culprit } : {}),
        advice: adviceOf(group, host),
      },
      proof,
    );
  },
});

/** Were CPU figures of it read over a window? One without a quota has no periods. */
function ran({ cpuUsedCpus, cpuPeriodsPerS }: Cgroup): boolean {
  return cpuUsedCpus !== undefined || cpuPeriodsPerS !== undefined;
}

interface Throttling {
  readonly group: Cgroup;
  readonly pct: number;
  readonly inWindow: boolean;
}

function throttlingOf(group: Cgroup): Throttling | undefined {
  if (group.cpuThrottledPct !== undefined) return { group, pct: group.cpuThrottledPct, inWindow: true };
  // Without a second reading only what has been true of many periods says anything.
  if (group.cpuThrottledTotalPct === undefined || (group.cpuPeriodsTotal ?? 0) < FEWEST_PERIODS || group.cpuPeriodsPerS !== undefined)
    return undefined;
  return { group, pct: group.cpuThrottledTotalPct, inWindow: false };
}

function headlineOf({ group, pct, inWindow }: Throttling): string {
  const quota = group.cpuQuotaCpus === undefined ? 'its CPU quota' : `its quota of ${figureText(group.cpuQuotaCpus, 'cpus')}`;
  const held = group.cpuThrottledMsPerS === undefined ? '' : `, ${figureText(group.cpuThrottledMsPerS, 'ms')} held back in each second`;
  return `${group.name} uses up ${quota}: throttled in ${figureText(pct, 'pct')} of its periods${inWindow ? held : ' since it was made'}`;
}

function adviceOf(group: Cgroup, host: HostView | undefined): Advice {
  const limit = cpuLimit(group);
  return {
    summary: `Raise or drop the CPU quota of ${group.name}`,
    now: [raiseNow(group, limit, host)],
    lasting: [
      raiseLasting(group, limit),
      {
        does: 'Let as many threads run as the quota has CPUs (GOMAXPROCS, -XX:ActiveProcessorCount, worker counts): many threads use up a period at once and then all wait',
        risk: 'safe',
        undo: 'the old count',
      },
      {
        does: 'Drop the quota where the host has room, and part the CPUs by weight (CPUWeight, requests) instead',
        risk: 'safe',
        caution: 'a runaway then takes all that is idle',
        undo: 'set the quota again',
      },
    ],
    verify: [
      {
        command: 'grep -E "nr_periods|nr_throttled" /sys/fs/cgroup/GROUP/cpu.stat, twice',
        expect: `nr_throttled grows by less than ${NEGLIGIBLE_PCT} % of nr_periods`,
      },
    ],
    guard: [
      {
        does: `Alert when a container is throttled in ${THROTTLED_PCT} % of its periods for a quarter of an hour`,
        prometheusRule: alertRule({
          name: 'CpuThrottled',
          expr: `rate(container_cpu_cfs_throttled_periods_total[5m]) / rate(container_cpu_cfs_periods_total[5m]) > ${THROTTLED_PCT / 100}`,
          holds: '15m',
          summary: 'a control group on {{ $labels.instance }} uses up its CPU quota',
        }),
        risk: 'batch work that is meant to be held back trips it; needs cAdvisor',
        undo: 'remove the rule and reload Prometheus',
      },
    ],
  };
}

/** Twice the quota: what is throttled has asked for more, and how much more nobody knows before it runs free. */
function cpuLimit({ cpuQuotaCpus }: Cgroup): Limit {
  const now = cpuQuotaCpus ?? 1;
  return {
    what: 'the CPU quota',
    property: `CPUQuota=${Math.round(now * 200)}%`,
    before: `CPUQuota=${Math.round(now * 100)}%`,
    docker: `--cpus ${Math.round(now * 20) / 10}`,
    field: 'resources.limits.cpu',
    file: {
      v1: 'cpu.cfs_quota_us',
      v2: 'cpu.max',
      value: String(Math.round(now * 200_000)),
      v2value: `${Math.round(now * 200_000)} 100000`,
      before: String(Math.round(now * 100_000)),
    },
  };
}
