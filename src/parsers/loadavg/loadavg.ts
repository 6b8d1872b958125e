import type { Row } from '../../model/evidence.ts';
import { defineParser } from '../parser.ts';

export interface LoadavgSample extends Row {
  readonly loadAverage1: number;
  readonly loadAverage5: number;
  readonly loadAverage15: number;
  readonly runningTasks?: number;
  readonly tasks?: number;
}

export const loadavg = defineParser<LoadavgSample>({
  recognise: { looksLike: () => false },
  parse: () => ({ sample: undefined, problems: [] }),
});
