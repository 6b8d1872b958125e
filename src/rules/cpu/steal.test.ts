import { expect, it } from 'vitest';
import { cites } from '../../../test/given.ts';
import { cpuSteal } from './steal.ts';

it.each([
  [4.9, 'ruled-out', undefined],
  [5, 'found', 'warning'],
  [19.9, 'found', 'warning'],
  [20, 'found', 'critical'],
  [undefined, 'undecided', undefined],
])('%d %% stolen: %s %s', (stealPct, kind, severity) => {
  const row = stealPct === undefined ? { cites, idlePct: 3 } : { cites, idlePct: 3, stealPct };
  expect(cpuSteal.decide({ cpu: { intervals: [row] } })).toMatchObject({ kind, ...(severity ? { severity } : {}) });
});

it('says what cannot be told from inside, and where the provider shows it', () => {
  const verdict = cpuSteal.decide({ cpu: { intervals: [{ cites, stealPct: 54 }] }, host: { cites, vendor: 'Amazon EC2' } });
  if (verdict.kind !== 'found') throw new Error(verdict.kind);
  expect(verdict.headline).toContain('a used-up quota or credits, or a busy neighbour');
  expect(verdict.advice.summary).toContain('from inside they cannot be told');
  expect(verdict.advice.now[0]?.does).toContain('CPUCreditBalance');
});

it('of one second in ten is no state', () => {
  const rest = Array.from({ length: 9 }, () => ({ cites, stealPct: 0 }));
  expect(cpuSteal.decide({ cpu: { intervals: [{ cites, stealPct: 40 }, ...rest], intervalSeconds: 1 } }).kind).toBe('ruled-out');
});
