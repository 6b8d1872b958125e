import type { Row } from '../../model/evidence.ts';

/** The kernel stack of one task. */
export interface StackTrace extends Row {
  /** From the path or the command line, where it is told. */
  readonly pid?: number;
  /** Innermost first, without offsets and modules. */
  readonly functions: readonly string[];
}
export interface StackSample {
  readonly stacks: readonly StackTrace[];
}
