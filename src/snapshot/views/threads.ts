import type { Row, UnitTable } from '../../model/evidence.ts';

/** One thread over the window. */
export interface ThreadView extends Row {
  readonly tid: number;
  /** Its process, where the tool told it. */
  readonly pid?: number;
  readonly name: string;
  /** Of one CPU. */
  readonly cpuPct?: number;
  readonly systemPct?: number;
}
export const threadUnits: UnitTable<ThreadView> = {
  tid: { label: 'thread', unit: 'count' },
  pid: { label: 'pid', unit: 'count' },
  cpuPct: { label: 'CPU', unit: 'pct' },
  systemPct: { label: 'system CPU', unit: 'pct' },
};

export interface ThreadsView {
  /** The busiest first. */
  readonly all: readonly ThreadView[];
}
