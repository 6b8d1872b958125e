import type { Row } from '../../model/evidence.ts';
import { defineParser } from '../parser.ts';

/** /proc/uptime, or the line that the command uptime prints. */
export interface UptimeSample extends Row {
  readonly uptimeSeconds?: number;
  /** Sum over all CPUs. */
  readonly idleSeconds?: number;
  readonly loadAverage1?: number;
  readonly loadAverage5?: number;
  readonly loadAverage15?: number;
}

export const uptime = defineParser<UptimeSample>({
  recognise: { looksLike: () => false },
  parse: () => ({ sample: undefined, problems: [] }),
});
