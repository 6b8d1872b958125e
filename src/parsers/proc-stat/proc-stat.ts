import type { Row } from '../../model/evidence.ts';
import { defineParser } from '../parser.ts';

/** Clock ticks (10 ms) since boot: of one CPU, or of all together on the line 'cpu'. */
export interface CpuTicks extends Row {
  /** 'cpu' for all together, 'cpu0', … */
  readonly cpu: string;
  readonly userTicks?: number;
  readonly niceTicks?: number;
  readonly systemTicks?: number;
  readonly idleTicks?: number;
  readonly iowaitTicks?: number;
  readonly hardirqTicks?: number;
  readonly softirqTicks?: number;
  readonly stealTicks?: number;
}
/** One single-valued line: 'ctxt', 'processes', 'btime', 'procs_running', 'procs_blocked', and the total of 'intr' and 'softirq'. */
export interface ProcStatCounter extends Row {
  readonly value: number;
}
export interface ProcStatSample {
  readonly all?: CpuTicks;
  readonly cpus: readonly CpuTicks[];
  readonly counters: ReadonlyMap<string, ProcStatCounter>;
}

export const procStat = defineParser<ProcStatSample>({
  recognise: { looksLike: () => false },
  parse: () => ({ sample: undefined, problems: [] }),
});
