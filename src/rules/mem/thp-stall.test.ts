import { expect, it } from 'vitest';
import { cites, given, process, processes } from '../../../test/given.ts';
import type { CompactionView } from '../../snapshot/views/compaction.ts';
import type { PerfView } from '../../snapshot/views/perf.ts';
import { thpStall } from './thp-stall.ts';

const rates = (stallsPerS: number, failsPerS: number, hugeFallbacksPerS: number): CompactionView => ({
  window: { cites, stallsPerS, failsPerS, hugeFallbacksPerS, hugeFaultsPerS: 1 },
});
const profile = (...rows: readonly (readonly [string, number])[]): PerfView => ({
  profiles: [{ chains: [], symbols: rows.map(([symbol, selfPct]) => ({ cites, symbol, selfPct, kernel: true })) }],
});
const stack = (...functions: readonly string[]) => ({ all: [{ cites, pid: 7, functions }] });

it.each([
  [10, 8, 4, 'found'],
  [9.9, 8, 8, 'ruled-out'],
  [10, 8, 3.9, 'ruled-out'],
])('%d stalls a second, %d fail, %d huge faults fall back: %s', (stalls, fails, fallbacks, kind) => {
  expect(thpStall.decide({ compaction: rates(stalls, fails, fallbacks) }).kind).toBe(kind);
});

it.each([
  [50, 'found'],
  [49.9, 'undecided'],
])('khugepaged at %d %% of a CPU: %s', (cpuPct, kind) => {
  const thread = processes(process(62, 'khugepaged', { kernelThread: true }, { cpuPct }));
  expect(thpStall.decide({ processes: thread }).kind).toBe(kind);
});

it('a stack in compaction counts where a huge page is what it is for', () => {
  const fault = stack('congestion_wait', 'compact_zone', 'try_to_compact_pages', 'do_huge_pmd_anonymous_page');
  expect(thpStall.decide({ stacks: fault })).toMatchObject({ kind: 'found', confidence: 'likely' });
  expect(thpStall.decide({ stacks: stack('compact_zone', 'try_to_compact_pages', 'kmalloc_order') }).kind).toBe('undecided');
});

it('a profile of compaction needs a word of huge pages', () => {
  const mode = (enabled: string) => ({ enabled: { cites, mode: enabled }, defrag: { cites, mode: 'always' } });
  expect(thpStall.decide({ perf: profile(['isolate_freepages_block', 70]) }).kind).toBe('undecided');
  expect(thpStall.decide({ perf: profile(['isolate_freepages_block', 70], ['do_huge_pmd_anonymous_page', 0.4]) }).kind).toBe('found');
  expect(thpStall.decide({ perf: profile(['isolate_freepages_block', 70]), compaction: mode('always') })).toMatchObject({
    kind: 'found',
    confidence: 'possible',
  });
  expect(thpStall.decide({ perf: profile(['isolate_freepages_block', 19.9]), compaction: mode('always') }).kind).toBe('undecided');
});

it('is ruled out where huge pages are off, undecided where nothing was read', () => {
  expect(thpStall.decide({ compaction: { ...rates(50, 50, 50), enabled: { cites, mode: 'never' } } }).kind).toBe('ruled-out');
  expect(thpStall.decide({ compaction: { sinceBoot: { cites, stallsTotal: 1e6, failsTotal: 1e6 } } }).kind).toBe('undecided');
  expect(thpStall.decide(given({})).kind).toBe('undecided');
});

it('names the folder and the mode that this kernel knows', () => {
  const verdict = thpStall.decide({ compaction: rates(50, 50, 50), host: { cites, kernel: '2.6.32-431.el6.x86_64' } });
  expect(verdict.kind === 'found' && verdict.advice.now[0]?.command).toBe(
    'echo madvise > /sys/kernel/mm/redhat_transparent_hugepage/enabled; echo madvise > /sys/kernel/mm/redhat_transparent_hugepage/defrag',
  );
});
