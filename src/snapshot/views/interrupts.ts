import type { Row, UnitTable } from '../../model/evidence.ts';

/** One source of interrupts over the window. */
export interface InterruptSource extends Row {
  /** '24 virtio1-input.0', 'NET_RX'. */
  readonly name: string;
  readonly kind: 'device' | 'cpu' | 'soft';
  /** On all CPUs together. */
  readonly perS?: number;
  /** The CPU that served most of them, and how many. */
  readonly busiestCpu: string;
  readonly busiestCpuPerS?: number;
}
export const interruptUnits: UnitTable<InterruptSource> = {
  perS: { label: 'interrupts', unit: '/s' },
  busiestCpuPerS: { label: 'interrupts on one CPU', unit: '/s' },
};

export interface InterruptsView {
  /** The most frequent first. */
  readonly sources: readonly InterruptSource[];
}
