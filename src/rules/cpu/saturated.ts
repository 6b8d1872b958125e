import type { EvidenceItem } from '../../model/evidence.ts';
import { figureText } from '../../model/figure-text.ts';
import type { Advice, Culprit, Severity, Verdict } from '../../model/finding.ts';
import { figure } from '../../snapshot/cite.ts';
import { type CpuInterval, cpuUnits, type HostView, type Pressure } from '../../snapshot/views.ts';
import { found, ruledOut, undecided } from '../facts/verdict.ts';
import { pressureFigure, pressurePct } from '../facts/waits.ts';
import { defineRule } from '../rule.ts';
import { cpuGuard, verifyQueue, yieldLasting, yieldNow } from './advice/work.ts';
import { cpuLoad, cpusOf, leastSpare, sparePct } from './facts/load.ts';
import { culpritFrom, takes, workerFigure, workersBy } from './facts/workers.ts';

/** A tenth of the CPUs is what the scheduler cannot hand out evenly: with less, every new task waits. */
const SPARE_PCT = 10;
/** A tenth of all time in which some task waited for a CPU is felt; a host with room shows 0 to 3. */
const PSI_FELT_PCT = 10;
/** On average one task waits. Where the kernel keeps pressure that is far more than the 10 % above, unless dozens waited in one and the same moment. */
const WAITING_TASKS = 1;
/** Half the time, or four tasks for each CPU: everybody feels that. */
const PSI_CRITICAL_PCT = 50;
const CRITICAL_TASKS_PER_CPU = 4;
/** Where half of all time is of low priority, other work gets its turn at once. */
const NICE_PCT = 50;

/**
 * cpu.saturated: programs want more CPU time than there is.
 *
 * Found      less than 10 % of the time is idle, and not because a hypervisor took it; a notice where nobody waits or low-priority work fills it
 * Ruled out  more than 10 % is idle or waits for I/O
 * Why        a CPU without idle time hands every further task a place in the queue, which pressure, r and the load show
 * Certain    pressure of the CPU, else run delay or more runnable tasks than CPUs, prove that somebody waits
 * Misses     shares of a control group, which have a queue of their own (cgroup.cpu-throttled); one full CPU among many (cpu.single-thread)
 * Reference  https://docs.kernel.org/accounting/psi.html, https://docs.kernel.org/scheduler/sched-stats.html
 */
export const cpuSaturated = defineRule({
  cause: 'cpu.saturated',
  needs: ['cpu'],
  uses: ['host', 'processes', 'pressure'],
  explains: ['cpu.single-thread'],
  decide: ({ cpu, host, processes, pressure }): Verdict => {
    const load = cpuLoad(cpu, leastSpare);
    const spare = sparePct(load);
    const cpus = cpusOf(host, cpu);
    if (spare === undefined) return undecided('how much of the CPUs is idle was not read', 'vmstat 1 5');
    const idle = figure(load, cpuUnits, 'idlePct', 'host', spare <= SPARE_PCT ? { op: '<=', value: SPARE_PCT } : undefined);
    const queue = figure(load, cpuUnits, 'runnableTasks', 'host');
    if (spare > SPARE_PCT) {
      return ruledOut(`the CPUs are idle or wait for I/O ${figureText(spare, 'pct')} of the time`, [
        idle,
        figure(load, cpuUnits, 'iowaitPct', 'host'),
        queue,
      ]);
    }
    const steal = figure(load, cpuUnits, 'stealPct', 'host');
    if (steal !== undefined && steal.value >= 100 - spare - steal.value) {
      return ruledOut(`the hypervisor takes ${figureText(steal.value, 'pct')} of the time, more than this host uses`, [steal, idle]);
    }
    const some = pressure?.cpu?.some;
    const crowd = crowdOf({ load, some, host, cpus, waitingTasks: cpu.window?.waitingTasks });
    const workers = workersBy(processes, 'cpuPct').slice(0, 3);
    const culprit = culpritFrom(workers[0], processes);
    const niced = (load.nicePct ?? 0) >= NICE_PCT;
    const [first] = workers;
    const who = niced ? 'low-priority work that gives way fills them' : first ? takes(first) : 'no process was read';
    return found(
      {
        severity: niced ? 'notice' : crowd.severity,
        confidence: crowd.proven ? 'certain' : 'likely',
        headline: `The CPUs are full: ${figureText(spare, 'pct')} is left${crowd.words}; ${who}`,
        ...(culprit ? { culprit } : {}),
        advice: adviceOf(culprit, cpus),
      },
      [
        idle,
        crowd.proven ? (pressureFigure(some, 'PSI cpu some') ?? delayFigure(cpu.window) ?? queue) : undefined,
        ...workers.map((worker) => workerFigure(worker, 'cpuPct')),
        queue,
        figure(load, cpuUnits, 'userPct', 'host'),
        figure(load, cpuUnits, 'systemPct', 'host'),
        niced ? figure(load, cpuUnits, 'nicePct', 'host') : undefined,
      ],
    );
  },
});

interface Crowd {
  readonly severity: Severity;
  /** Somebody was seen waiting. */
  readonly proven: boolean;
  readonly words: string;
}

/** Who waits for a CPU: pressure counts every task; without it run delay does, and the queue. */
function crowdOf(seen: {
  readonly load: CpuInterval;
  readonly some: Pressure | undefined;
  readonly host: HostView | undefined;
  readonly cpus: number | undefined;
  readonly waitingTasks: number | undefined;
}): Crowd {
  const psi = pressurePct(seen.some);
  const { runnableTasks: tasks } = seen.load;
  const perCpu = tasks === undefined || seen.cpus === undefined ? undefined : tasks / seen.cpus;
  const queue = tasks === undefined ? '' : `, ${figureText(tasks, 'tasks')} run or wait to`;
  const on = seen.cpus === undefined ? '' : ` on ${figureText(seen.cpus, 'cpus')}`;
  const critical = (psi ?? 0) >= PSI_CRITICAL_PCT || (perCpu ?? 0) >= CRITICAL_TASKS_PER_CPU;
  const crowded = psi === undefined ? (seen.waitingTasks ?? 0) >= WAITING_TASKS || (perCpu ?? 0) > 1 : psi >= PSI_FELT_PCT;
  return {
    severity: critical ? 'critical' : psi !== undefined && psi < PSI_FELT_PCT ? 'notice' : 'warning',
    proven: crowded,
    words: crowded ? `${queue}${on}` : '',
  };
}

function delayFigure(window: CpuInterval | undefined): EvidenceItem | undefined {
  const proves = (window?.waitingTasks ?? 0) >= WAITING_TASKS;
  return window && figure(window, cpuUnits, 'waitingTasks', 'host', proves ? { op: '>=', value: WAITING_TASKS } : undefined);
}

function adviceOf(culprit: Culprit | undefined, cpus: number | undefined): Advice {
  return {
    summary: culprit ? `Let ${culprit.process} give way, or move it` : 'See who runs, and let it give way or move it',
    now: yieldNow(culprit),
    lasting: yieldLasting(culprit),
    verify: [verifyQueue(cpus)],
    guard: [
      cpuGuard({
        does: 'Alert when tasks wait for a CPU a fifth of the time',
        name: 'HostCpuStarved',
        expr: 'rate(node_pressure_cpu_waiting_seconds_total[5m]) > 0.2',
        summary: 'tasks on {{ $labels.instance }} wait for a CPU',
        risk: 'batch work at low priority trips it without harm; needs node_exporter with the pressure collector',
      }),
    ],
  };
}
