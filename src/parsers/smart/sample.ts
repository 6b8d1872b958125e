import type { Row } from '../../model/evidence.ts';

/** One attribute of a disk's own health record. */
export interface SmartReading extends Row {
  /** From the command line: 'sda'. */
  readonly device?: string;
  /** As the tool names it: 'Reallocated_Sector_Ct', 'Percentage Used'. */
  readonly name: string;
  readonly rawValue?: number;
  /** Normalized by the maker: falls towards `threshold`. */
  readonly value?: number;
  readonly threshold?: number;
  readonly failing: boolean;
}
export interface SmartSample {
  readonly attributes: readonly SmartReading[];
}
