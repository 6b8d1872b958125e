import type { EvidenceItem } from '../../model/evidence.ts';
import type { Severity } from '../../model/finding.ts';
import { figure, line } from '../../snapshot/cite.ts';
import type { CpuInterval, CpuView, Pressure, PressureView, ProcessesView, ProcessView } from '../../snapshot/views.ts';
import { cpuUnits, pressureUnits } from '../../snapshot/views.ts';
import { worstWait } from './stretch.ts';

/** A tenth of all time lost to I/O is felt by users; a host at rest shows 0 to 3. */
const PSI_FELT_PCT = 10;

/** Half a minute of standing still in every minute is felt by everybody. */
const CRITICAL_FULL_PCT = 30;
const CRITICAL_BLOCKED_TASKS = 10;

/** How bad a wait for a device is: 'notice' where it was looked at and nobody waits. */
export function severityOf(waits: Waiting): Severity {
  if (waits.state === 'calm') return 'notice';
  const stands = (pressurePct(waits.full) ?? 0) >= CRITICAL_FULL_PCT || (waits.cpu?.blockedTasks ?? 0) >= CRITICAL_BLOCKED_TASKS;
  return stands ? 'critical' : 'warning';
}

/** Who reads the views a wait shows in: each may be absent. */
export interface WaitViews {
  readonly pressure?: PressureView | undefined;
  readonly cpu?: CpuView | undefined;
  readonly processes?: ProcessesView | undefined;
}

/** 'waits': tasks stand still for I/O. 'calm': it was looked at and nothing does. 'unknown': nothing tells. */
export interface Waiting {
  readonly state: 'waits' | 'calm' | 'unknown';
  readonly some: Pressure | undefined;
  readonly full: Pressure | undefined;
  readonly cpu: CpuInterval | undefined;
  readonly inD: readonly ProcessView[];
  readonly evidence: readonly EvidenceItem[];
}

/** Latency and queue before it, so that the three figures of a root message tell device and waiting alike. */
const FIGURES_BEFORE_PRESSURE = 2;

/** The figures of a device and those of who waits, with PSI in third place. */
export function withWaits(figures: readonly (EvidenceItem | undefined)[], waits: Waiting): readonly EvidenceItem[] {
  const own = figures.filter((item) => item !== undefined);
  const pressure = waits.evidence.filter(({ subject }) => subject.startsWith('PSI '));
  const others = waits.evidence.filter((item) => !pressure.includes(item));
  return [...own.slice(0, FIGURES_BEFORE_PRESSURE), ...pressure, ...own.slice(FIGURES_BEFORE_PRESSURE), ...others];
}

/** The growth of `total` over the window where it was read twice: averages lag 8 s and more behind. */
export function pressurePct(pressure: Pressure | undefined): number | undefined {
  return pressure?.windowPct ?? pressure?.avg10Pct;
}

export function pressureFigure(pressure: Pressure | undefined, subject: string, limitPct?: number): EvidenceItem | undefined {
  if (!pressure) return undefined;
  const field = pressure.windowPct === undefined ? 'avg10Pct' : 'windowPct';
  return figure(pressure, pressureUnits, field, subject, limitPct === undefined ? undefined : { op: '>=', value: limitPct });
}

export function tasksInD(processes: ProcessesView | undefined): readonly ProcessView[] {
  return processes?.all.filter((process) => process.state === 'D') ?? [];
}

export function waiting(views: WaitViews): Waiting {
  const some = views.pressure?.io?.some;
  const full = views.pressure?.io?.full;
  const cpu = views.cpu ? worstWait(views.cpu) : undefined;
  const inD = tasksInD(views.processes);
  const psi = pressurePct(some);
  const items = [
    pressureFigure(some, 'PSI io some'),
    pressureFigure(full, 'PSI io full'),
    cpu && figure(cpu, cpuUnits, 'blockedTasks', 'host'),
    cpu && figure(cpu, cpuUnits, 'iowaitPct', 'host'),
    ...inD.slice(0, 3).map((task) => line(task, subjectOf(task), 'state', `D${task.wchan ? ` in ${task.wchan}` : ''}`)),
  ];
  return { state: stateOf(psi, cpu, inD), some, full, cpu, inD, evidence: items.filter((item) => item !== undefined) };
}

function stateOf(psi: number | undefined, cpu: CpuInterval | undefined, inD: readonly ProcessView[]): Waiting['state'] {
  // PSI counts every task and nothing else, so where it was read it alone decides; iowait depends on how many CPUs are idle.
  if (psi !== undefined) return psi >= PSI_FELT_PCT ? 'waits' : 'calm';
  const blocked = cpu?.blockedTasks;
  if ((blocked !== undefined && blocked >= 1) || (cpu?.iowaitPct ?? 0) >= 10 || inD.some((task) => !task.kernelThread)) return 'waits';
  return blocked !== undefined || cpu?.iowaitPct !== undefined ? 'calm' : 'unknown';
}

/** 'pid 4121 (gzip)' */
export function subjectOf(process: { readonly pid: number; readonly name: string }): string {
  return `pid ${process.pid} (${process.name})`;
}
