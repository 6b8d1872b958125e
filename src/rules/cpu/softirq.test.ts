import { expect, it } from 'vitest';
import { cites, process, processes } from '../../../test/given.ts';
import type { CpuInterval, SingleCpu } from '../../snapshot/views.ts';
import { cpuSoftirq } from './softirq.ts';

const cpu = (row: Omit<CpuInterval, 'cites'>, ...perCpu: readonly Omit<SingleCpu, 'cites'>[]) => ({
  intervals: [{ cites, ...row }] as const,
  ...(perCpu.length > 0 ? { perCpu: perCpu.map((each) => ({ cites, ...each })) } : {}),
});
const ksoftirqd = (cpuPct: number) => processes(process(62, 'ksoftirqd/10', { kernelThread: true }, { cpuPct }));

it.each([
  [19, 0.9, 'ruled-out', undefined],
  [15, 5, 'found', 'warning'],
  [0, 24.8, 'found', 'warning'],
  [50, 0, 'found', 'critical'],
])('soft %d %% and hard %d %% of all: %s', (softirqPct, hardirqPct, kind, severity) => {
  expect(cpuSoftirq.decide({ cpu: cpu({ softirqPct, hardirqPct }) })).toMatchObject({ kind, ...(severity ? { severity } : {}) });
});

it.each([
  [79, 'ruled-out'],
  [80, 'found'],
])('%d %% of one CPU: %s', (softirqPct, kind) => {
  const verdict = cpuSoftirq.decide({ cpu: cpu({ softirqPct: 5 }, { cpu: '0', softirqPct: 1 }, { cpu: '3', softirqPct }) });
  expect(verdict).toMatchObject({
    kind,
    ...(kind === 'found' ? { headline: `Interrupts take ${softirqPct} % of CPU 3; 5 % of all CPU time` } : {}),
  });
});

it.each([
  [80, 8.6, 'found'],
  [79, 8.6, 'ruled-out'],
  [100, 0.4, 'ruled-out'],
])('ksoftirqd at %d %% with %d %% of interrupts: %s', (pct, softirqPct, kind) => {
  const verdict = cpuSoftirq.decide({ cpu: cpu({ softirqPct }), processes: ksoftirqd(pct) });
  expect(verdict.kind).toBe(kind);
  if (verdict.kind === 'found') expect(verdict.culprit).toBeUndefined();
});

it('names the lock that the CPUs wait for, where a profile shows it', () => {
  const symbol = { cites, symbol: 'queued_spin_lock_slowpath', kernel: true, selfPct: 77.5 };
  const verdict = cpuSoftirq.decide({ cpu: cpu({ softirqPct: 99 }), perf: { profiles: [{ symbols: [symbol], chains: [] }] } });
  if (verdict.kind !== 'found') throw new Error(verdict.kind);
  expect(verdict.headline).toContain('queued_spin_lock_slowpath');
  expect(verdict.advice.lasting[0]?.does).toContain('Spreading the interrupts makes it worse');
});

it.each([
  [1, true],
  [0.9, false],
])('%d packets a second that a CPU drops stand in the headline: %s', (droppedPerS, told) => {
  const softnet = [
    { cites, cpu: 0, processedTotal: 9, droppedTotal: 0, squeezedTotal: 9, squeezedPerS: 500 },
    { cites, cpu: 3, processedTotal: 9, droppedTotal: 9, squeezedTotal: 0, droppedPerS },
  ];
  const verdict = cpuSoftirq.decide({ cpu: cpu({ softirqPct: 30 }), network: { interfaces: [], shapers: [], softnet } });
  if (verdict.kind !== 'found') throw new Error(verdict.kind);
  expect(verdict.headline.includes('CPU 3 drops')).toBe(told);
  expect(cpuSoftirq.decide({ cpu: cpu({ softirqPct: 3 }), network: { interfaces: [], shapers: [], softnet } }).kind).toBe('ruled-out');
});

it('is undecided where interrupt time was not read', () => {
  expect(cpuSoftirq.decide({ cpu: cpu({ systemPct: 90 }) }).kind).toBe('undecided');
});

it('names what raises them, and not the clock', () => {
  const source = (name: string, kind: 'device' | 'soft', perS: number) => ({
    cites,
    name,
    kind,
    perS,
    busiestCpu: '1',
    busiestCpuPerS: perS,
  });
  const interrupts = { sources: [source('SCHED', 'soft', 9000), source('NET_RX', 'soft', 5000), source('24 eth0-rx-0', 'device', 4000)] };
  const verdict = cpuSoftirq.decide({ cpu: cpu({ softirqPct: 30 }), interrupts });
  expect(verdict).toMatchObject({
    headline: 'Interrupts take 30 % of all CPU time; most are NET_RX, beside interrupts of 24 eth0-rx-0 on CPU 1',
  });
});
