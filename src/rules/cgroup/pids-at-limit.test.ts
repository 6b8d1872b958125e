import { expect, it } from 'vitest';
import { cites, process, processes } from '../../../test/given.ts';
import type { Cgroup, CgroupsView } from '../../snapshot/views/cgroups.ts';
import { pidsAtLimit } from './pids-at-limit.ts';

const PATH = '/system.slice/worker.service';
function groups(...all: readonly Partial<Cgroup>[]): CgroupsView {
  return { all: all.map((group) => ({ cites, name: 'worker.service', path: PATH, ...group })), ioCaps: [], controllers: [], crowds: [] };
}
const rejected = (ageSeconds?: number) => ({
  events: [
    {
      cites,
      kind: 'fork-rejected' as const,
      functions: [],
      text: 'cgroup: fork rejected by pids controller in /user.slice/user-1000.slice',
      ...(ageSeconds === undefined ? {} : { ageSeconds }),
    },
  ],
});

it.each([
  [{ pids: 98, pidsLimit: 100 }, 'found', 'likely'],
  [{ pids: 97, pidsLimit: 100 }, 'ruled-out', undefined],
  [{ pids: 50, pidsLimit: 100, forksRefused: 3 }, 'found', 'certain'],
  [{ pids: 50, pidsLimit: 100, forksRefused: 0 }, 'ruled-out', undefined],
  [{ pids: 50 }, 'ruled-out', undefined],
  [{ forksRefusedTotal: 3 }, 'undecided', undefined],
] as const)('%j is %s', (figures, kind, confidence) => {
  const verdict = pidsAtLimit.decide({ cgroups: groups(figures) });
  expect(verdict.kind).toBe(kind);
  if (verdict.kind === 'found') expect(verdict.confidence).toBe(confidence);
});

it('says which task there is most of', () => {
  const workers = [11, 12, 13].map((pid) => process(pid, 'worker', { cgroup: PATH }));
  const verdict = pidsAtLimit.decide({
    cgroups: groups({ pids: 100, pidsLimit: 100 }),
    processes: processes(...workers, process(14, 'sh', { cgroup: PATH })),
  });
  expect(verdict).toMatchObject({ headline: 'worker.service has as many tasks as it may: 100 of 100; 3 of them are worker' });
});

it('a refused fork in the kernel log is enough, unless it is old', () => {
  expect(pidsAtLimit.decide({ kernelLog: rejected() })).toMatchObject({
    kind: 'found',
    subject: { kind: 'cgroup', name: '/user.slice/user-1000.slice' },
  });
  expect(pidsAtLimit.decide({ kernelLog: rejected(3_600) }).kind).toBe('found');
  expect(pidsAtLimit.decide({ kernelLog: rejected(3_601) }).kind).toBe('undecided');
});

it('a refused fork in the log is past where the counters of the window show none', () => {
  expect(pidsAtLimit.decide({ kernelLog: rejected(5), cgroups: groups({ pids: 3 }) }).kind).toBe('ruled-out');
});

it('nothing read is undecided', () => {
  expect(pidsAtLimit.decide({}).kind).toBe('undecided');
});
