import type { Row } from '../../model/evidence.ts';
import { defineParser } from '../parser.ts';

/** One open file descriptor: an 'ls -l' line of /proc/PID/fd. */
export interface FdLink extends Row {
  readonly pid: number;
  readonly fd: string;
  /** Where the link points, without the ' (deleted)' that the kernel puts behind it. */
  readonly target: string;
  readonly deleted: boolean;
  /** From the link's own mode bits. */
  readonly readable: boolean;
  readonly writable: boolean;
}
export interface FdLinksSample {
  readonly links: readonly FdLink[];
}

export const fdLinks = defineParser<FdLinksSample>({
  recognise: { looksLike: () => false },
  parse: () => ({ sample: undefined, problems: [] }),
});
