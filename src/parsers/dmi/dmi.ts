import type { Row } from '../../model/evidence.ts';
import { defineParser } from '../parser.ts';

/** Who made the machine: one of the two a file. */
export interface DmiSample extends Row {
  readonly vendor?: string;
  readonly product?: string;
}
export const dmi = defineParser<DmiSample>({
  recognise: { path: /^\/sys\/(?:class|devices\/virtual)\/dmi\/id\//, looksLike: () => false },
  parse: () => ({ sample: undefined, problems: [] }),
});
