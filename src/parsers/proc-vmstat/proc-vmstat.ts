import type { Row } from '../../model/evidence.ts';
import { defineParser } from '../parser.ts';

/** One line of /proc/vmstat: a counter since boot or a gauge (nr_*), in its own unit (mostly pages; pgpgin and pgpgout in KiB). */
export interface VmCounter extends Row {
  readonly value: number;
}
export interface ProcVmstatSample {
  readonly counters: ReadonlyMap<string, VmCounter>;
}

export const procVmstat = defineParser<ProcVmstatSample>({
  recognise: { looksLike: () => false },
  parse: () => ({ sample: undefined, problems: [] }),
});
