import type { Row } from '../../model/evidence.ts';
import { defineParser } from '../parser.ts';

export interface PressureLine extends Row {
  readonly avg10Pct?: number;
  readonly avg60Pct?: number;
  readonly avg300Pct?: number;
  /** Stalled time since boot. */
  readonly totalSeconds?: number;
}
/** One PSI file. */
export interface PressureFile {
  /** Absent where neither the path nor the command line tells. */
  readonly resource?: 'io' | 'memory' | 'cpu' | 'irq';
  readonly scope: 'host' | 'cgroup';
  /** Of a cgroup's file, where its path tells. */
  readonly cgroup?: string;
  readonly some?: PressureLine;
  readonly full?: PressureLine;
}
export interface PressureSample {
  /** One, unless several files were printed one after the other. */
  readonly files: readonly PressureFile[];
}

export const pressure = defineParser<PressureSample>({
  recognise: { looksLike: () => false },
  parse: () => ({ sample: undefined, problems: [] }),
});
