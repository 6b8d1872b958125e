import { figure } from '../../snapshot/cite.ts';
import { type CpuInterval, cpuUnits, type Views } from '../../snapshot/views.ts';
import { middleBy } from './middle.ts';
import { type Suspicion, suspicion } from './suspicion.ts';

/** A CPU figure and the level from which it wants an explanation. */
const CPU_LEVELS = [
  { field: 'stealPct', level: 5, cause: 'cpu.steal', what: 'the hypervisor takes CPU time away' },
  { field: 'systemPct', level: 30, cause: 'cpu.system-time', what: 'the kernel takes much of the CPUs' },
  { field: 'softirqPct', level: 8, cause: 'cpu.softirq', what: 'interrupt work takes much of the CPUs' },
  { field: 'hardirqPct', level: 8, cause: 'cpu.softirq', what: 'interrupts take much of the CPUs' },
  { field: 'userPct', level: 85, cause: 'cpu.saturated', what: 'programs take nearly all of the CPUs' },
  { field: 'iowaitPct', level: 30, cause: 'io.device-saturated', what: 'the CPUs wait for I/O' },
] as const;
const ALL_BUSY_SPARE_PCT = 10;

export function cpuSuspicions({ cpu }: Views): readonly Suspicion[] {
  const found: Suspicion[] = [];
  for (const { field, level, cause, what } of CPU_LEVELS) {
    const row = middleBy<CpuInterval>(cpu?.intervals ?? [], (each) => each[field]);
    const value = row?.[field];
    if (row && value !== undefined && value >= level) {
      found.push(
        suspicion(
          cause,
          `${what}: ${Math.round(value)} %`,
          cause === 'io.device-saturated' ? 'iostat -x -k -y 1 5' : 'top -b -n 1',
          figure(row, cpuUnits, field, 'host'),
        ),
      );
    }
  }
  return [...found, ...allBusy(cpu, found)];
}

/** Users' and the kernel's work may each lie below its level and leave nothing together. */
function allBusy(cpu: Views['cpu'], named: readonly Suspicion[]): readonly Suspicion[] {
  const row = middleBy<CpuInterval>(cpu?.intervals ?? [], spareCpuPct);
  const sparePct = row && spareCpuPct(row);
  if (!row || sparePct === undefined || sparePct > ALL_BUSY_SPARE_PCT || named.length > 0) return [];
  const evidence = [figure(row, cpuUnits, 'idlePct', 'host'), figure(row, cpuUnits, 'runnableTasks', 'host')];
  return [suspicion('cpu.saturated', `the CPUs are ${Math.round(100 - sparePct)} % busy`, 'top -b -n 1', ...evidence)];
}

/** What is left for others to run in; a CPU that waits for I/O is free. */
function spareCpuPct({ idlePct, iowaitPct }: CpuInterval): number | undefined {
  return idlePct === undefined ? undefined : idlePct + (iowaitPct ?? 0);
}
