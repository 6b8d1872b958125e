import { figureText } from '../../model/figure-text.ts';
import type { Advice, Verdict } from '../../model/finding.ts';
import { figure } from '../../snapshot/cite.ts';
import { cpuUnits, type HostView } from '../../snapshot/views.ts';
import { found, ruledOut, undecided } from '../facts/verdict.ts';
import { defineRule } from '../rule.ts';
import { cpuGuard } from './advice/work.ts';
import { cpuLoad } from './facts/load.ts';

/** One second in twenty: latency of every request begins to show it. Neighbours cost a healthy guest 0 to 2. */
const STEAL_PCT = 5;
/** A fifth: the guest runs as if it were a smaller machine. */
const CRITICAL_PCT = 20;

/**
 * cpu.steal: the hypervisor gives the CPU to others while this guest wants it.
 *
 * Found      5 % or more of the time is stolen, as a mean over the window or its worst ten seconds
 * Ruled out  less than that
 * Why        steal counts time in which the guest was ready to run and the hypervisor did not let it
 * Certain    the figure is the kernel's own; why it is taken cannot be told from inside
 * Misses     hypervisors that do not report steal (VMware, Hyper-V by default): there the clock alone runs late
 * Reference  proc_stat(5); Documentation/virt/kvm/x86/msr.rst, MSR_KVM_STEAL_TIME
 */
export const cpuSteal = defineRule({
  cause: 'cpu.steal',
  needs: ['cpu'],
  uses: ['host'],
  explains: ['cpu.saturated', 'cpu.system-time', 'cpu.single-thread'],
  decide: ({ cpu, host }): Verdict => {
    const load = cpuLoad(cpu, (row) => row.stealPct ?? 0);
    const { stealPct: pct } = load;
    if (pct === undefined) return undecided('steal was not read', 'vmstat 1 5');
    const steal = (limit: { readonly op: '>='; readonly value: number } | undefined) => figure(load, cpuUnits, 'stealPct', 'host', limit);
    if (pct < STEAL_PCT) return ruledOut(`the hypervisor takes ${figureText(pct, 'pct')} of the time`, [steal(undefined)]);
    return found(
      {
        severity: pct >= CRITICAL_PCT ? 'critical' : 'warning',
        confidence: 'certain',
        headline: `The hypervisor withholds ${figureText(pct, 'pct')} of the CPU time: a used-up quota or credits, or a busy neighbour`,
        advice: adviceOf(host),
      },
      [
        steal({ op: '>=', value: STEAL_PCT }),
        figure(load, cpuUnits, 'idlePct', 'host'),
        figure(load, cpuUnits, 'userPct', 'host'),
        figure(load, cpuUnits, 'systemPct', 'host'),
        figure(load, cpuUnits, 'runnableTasks', 'host'),
      ],
    );
  },
});

function adviceOf(host: HostView | undefined): Advice {
  const amazon = /amazon/i.test(host?.vendor ?? '');
  return {
    summary: 'Look at the quota and credits of the instance from outside: from inside they cannot be told from a noisy neighbour',
    now: [
      {
        does: amazon
          ? 'See CPUCreditBalance and CPUSurplusCreditBalance of the instance in CloudWatch: at 0 it is the credits'
          : "See the instance's CPU quota, share and credits at the provider or on the hypervisor",
        risk: 'safe',
      },
      {
        does: 'Move the guest to another machine: stop and start it, or migrate it. It helps against a neighbour, not against a quota',
        risk: 'disruptive',
        caution: 'stopping loses what is on local disks',
        undo: 'none is needed',
      },
    ],
    lasting: [
      {
        does: amazon
          ? 'Take an instance type with a fixed share (no t family), or unlimited credits'
          : 'Take a type with dedicated or more CPUs',
        risk: 'disruptive',
        caution: 'costs money',
        undo: 'resize it back',
      },
      { does: 'Do less on it: what runs beside the service eats the same quota', risk: 'safe', undo: 'let it run again' },
    ],
    verify: [{ command: 'vmstat 1 5', expect: `st below ${STEAL_PCT}` }],
    guard: [
      cpuGuard({
        does: 'Alert when a tenth of the CPU time is stolen',
        name: 'CpuStolen',
        expr: 'avg by (instance) (rate(node_cpu_seconds_total{mode="steal"}[5m])) > 0.1',
        summary: 'the hypervisor withholds CPU time from {{ $labels.instance }}',
        risk: 'guests that are meant to be held back trip it all the time',
      }),
    ],
  };
}
