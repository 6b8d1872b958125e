import type { Row } from '../../model/evidence.ts';
import { defineParser } from '../parser.ts';

/** Which kernel runs. */
export interface KernelReleaseSample extends Row {
  readonly release: string;
}
export const kernelRelease = defineParser<KernelReleaseSample>({
  recognise: { command: /^uname\b/, path: /^\/proc\/sys\/kernel\/osrelease$/, looksLike: () => false },
  parse: () => ({ sample: undefined, problems: [] }),
});
