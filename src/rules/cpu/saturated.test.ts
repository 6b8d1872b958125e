import { expect, it } from 'vitest';
import { cites, process, processes } from '../../../test/given.ts';
import type { CpuInterval, CpuView, PressureView } from '../../snapshot/views.ts';
import { cpuSaturated } from './saturated.ts';

const cpu = (row: Omit<CpuInterval, 'cites'>): CpuView => ({ intervals: [{ cites, ...row }], intervalSeconds: 10 });
const psi = (windowPct: number): PressureView => ({ cpu: { some: { cites, windowPct } } });
const host = { cites, cpus: 4 };

it.each([
  [10, 0, 'found'],
  [10.1, 0, 'ruled-out'],
  [0, 11, 'ruled-out'],
  [4, 6, 'found'],
])('idle %d %% and waiting for I/O %d %%: %s', (idlePct, iowaitPct, kind) => {
  expect(cpuSaturated.decide({ cpu: cpu({ idlePct, iowaitPct, runnableTasks: 9 }), host }).kind).toBe(kind);
});

it.each([
  [psi(9), 16, 'notice', 'likely'],
  [psi(10), 3, 'warning', 'certain'],
  [psi(50), 3, 'critical', 'certain'],
  [undefined, 4, 'warning', 'likely'],
  [undefined, 5, 'warning', 'certain'],
  [undefined, 16, 'critical', 'certain'],
])('pressure and queue tell who waits', (pressure, runnableTasks, severity, confidence) => {
  const verdict = cpuSaturated.decide({ cpu: cpu({ idlePct: 0, runnableTasks }), host, ...(pressure ? { pressure } : {}) });
  expect(verdict).toMatchObject({ kind: 'found', confidence, ...(pressure && runnableTasks === 16 ? {} : { severity }) });
});

it.each([
  [1, 'certain'],
  [0.9, 'likely'],
])('without pressure a run delay of %d tasks tells who waits', (waitingTasks, confidence) => {
  const view = { ...cpu({ idlePct: 0, runnableTasks: 4 }), window: { cites, waitingTasks } };
  expect(cpuSaturated.decide({ cpu: view, host })).toMatchObject({ kind: 'found', confidence });
  expect(cpuSaturated.decide({ cpu: view, host, pressure: psi(0) })).toMatchObject({ severity: 'notice', confidence: 'likely' });
});

it('names whole families, and never a thread of the kernel', () => {
  const all = processes(
    process(3, 'kswapd0', { kernelThread: true }, { cpuPct: 99 }),
    process(7, 'convert', { parentPid: 5 }, { cpuPct: 60 }),
    process(8, 'convert', { parentPid: 5 }, { cpuPct: 70 }),
    process(9, 'java', {}, { cpuPct: 100 }),
  );
  const verdict = cpuSaturated.decide({ cpu: cpu({ idlePct: 1, runnableTasks: 12 }), host, processes: all });
  expect(verdict).toMatchObject({
    culprit: { process: 'convert', pid: 8 },
    headline: expect.stringContaining('2 x convert takes 1.3 CPUs'),
  });
});

it('tells low-priority work honestly, as a notice', () => {
  const verdict = cpuSaturated.decide({ cpu: cpu({ idlePct: 0, userPct: 99, nicePct: 80, runnableTasks: 9 }), host });
  expect(verdict).toMatchObject({ severity: 'notice', headline: expect.stringContaining('low-priority work') });
});

it('is not what the hypervisor took, nor what nobody read', () => {
  expect(cpuSaturated.decide({ cpu: cpu({ idlePct: 0, userPct: 9, stealPct: 91, runnableTasks: 9 }), host }).kind).toBe('ruled-out');
  expect(cpuSaturated.decide({ cpu: cpu({ userPct: 99 }), host }).kind).toBe('undecided');
});

it('is of ten seconds, not of one', () => {
  const rows = [0, 80, 80, 80, 80, 80, 80, 80, 80, 80].map((idlePct) => ({ cites, idlePct, runnableTasks: 9 }));
  const [first, ...rest] = rows;
  if (first) expect(cpuSaturated.decide({ cpu: { intervals: [first, ...rest], intervalSeconds: 1 }, host }).kind).toBe('ruled-out');
});
