import { expect, it } from 'vitest';
import { cites, process, processes } from '../../../test/given.ts';
import type { CpuInterval } from '../../snapshot/views.ts';
import { contextSwitchStorm } from './context-switch-storm.ts';

const host = { cites, cpus: 2 };
const busy = { idlePct: 5, systemPct: 60, userPct: 35 };
const cpu = (row: Omit<CpuInterval, 'cites'>) => ({ intervals: [{ cites, ...row }] as const });

it.each([
  [200, 4000, 'found'],
  [199, 4000, 'ruled-out'],
  [3, 60_000, 'found'],
  [3, 59_999, 'ruled-out'],
])('%d forks and %d switches a second on two busy CPUs: %s', (forksPerS, contextSwitchesPerS, kind) => {
  expect(contextSwitchStorm.decide({ cpu: cpu({ ...busy, forksPerS, contextSwitchesPerS }), host }).kind).toBe(kind);
});

it.each([
  [{ idlePct: 51, systemPct: 40 }, 'ruled-out'],
  [{ idlePct: 50, systemPct: 20 }, 'found'],
  [{ idlePct: 5, systemPct: 19 }, 'ruled-out'],
])('beside %j: %s', (row, kind) => {
  expect(contextSwitchStorm.decide({ cpu: cpu({ ...row, forksPerS: 900, contextSwitchesPerS: 90_000 }), host }).kind).toBe(kind);
});

it('never assumes how many CPUs there are', () => {
  const storm = cpu({ ...busy, forksPerS: 2000, contextSwitchesPerS: 90_000 });
  expect(contextSwitchStorm.decide({ cpu: storm })).toMatchObject({ kind: 'undecided', wouldDecide: 'nproc' });
  expect(contextSwitchStorm.decide({ cpu: cpu(busy), host }).kind).toBe('undecided');
});

it('names the shell that waits for each child, else the parent of the young ones', () => {
  const storm = cpu({ ...busy, forksPerS: 1000, contextSwitchesPerS: 9000 });
  const loop = process(7, 'bash', { runningForSeconds: 90 }, { systemPct: 30, voluntarySwitchesPerS: 500 });
  const other = process(6, 'java', {}, { systemPct: 40, voluntarySwitchesPerS: 20 });
  expect(contextSwitchStorm.decide({ cpu: storm, host, processes: processes(other, loop) })).toMatchObject({ culprit: { pid: 7 } });
  const children = [21, 22, 23].map((pid) => process(pid, 'true', { parentPid: 9, runningForSeconds: 0 }));
  const parent = process(9, 'make', { runningForSeconds: 60 });
  expect(contextSwitchStorm.decide({ cpu: storm, host, processes: processes(other, parent, ...children) })).toMatchObject({
    culprit: { process: 'make' },
    severity: 'critical',
  });
});
