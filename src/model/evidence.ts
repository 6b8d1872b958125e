import type { OutputId } from './output.ts';

/** Units a figure may carry: one per dimension. Parsers convert on the way in, so nothing downstream converts. */
export type Unit = 'pct' | 'ms' | 's' | 'bytes' | 'bytes/s' | 'ops/s' | '/s' | 'requests' | 'tasks' | 'cpus' | 'count';

/** The exact place a row was read. `line` is 1-based in that output's stdout; `text` is that line, verbatim. */
export interface Cite {
  readonly output: OutputId;
  readonly command: string;
  readonly line: number;
  readonly text: string;
  /** Where one file of several was read: its path, and the line in it. */
  readonly file?: { readonly path: string; readonly line: number };
}
export type Cites = readonly [Cite, ...Cite[]];

/** Every record a parser or a view yields says where it came from: one line, or the first and last reading of a counter. */
export interface Row {
  readonly cites: Cites;
  /** Where a row is put together from several lines: the lines that one field stands on, by the field's name. */
  readonly fieldCites?: Readonly<Record<string, Cites>>;
}

/** Names of the numeric fields of T. */
export type NumericKey<T> = { [K in keyof T]-?: NonNullable<T[K]> extends number ? K : never }[keyof T] & string;

/** A label and a unit for every numeric field of T: a field without a unit does not compile. */
export type UnitTable<T> = { readonly [K in NumericKey<T>]: { readonly label: string; readonly unit: Unit } };

/** A figure that stands on a host's line. Made by snapshot/cite.ts only. */
export interface FigureItem {
  readonly kind: 'figure';
  /** What the figure is of: 'nvme1n1', 'pid 4121 (gzip)', 'host', 'PSI io full'. */
  readonly subject: string;
  /** In the field's words: 'r_await'; '' where the subject says it all. */
  readonly label: string;
  readonly value: number;
  readonly unit: Unit;
  /** The threshold it was held against, in the same unit. */
  readonly limit?: { readonly op: '>=' | '<='; readonly value: number };
  readonly cites: Cites;
}
/** What is no number: a wchan, a kernel-log line, a mount option. */
export interface LineItem {
  readonly kind: 'line';
  readonly subject: string;
  readonly label: string;
  readonly text: string;
  readonly cites: Cites;
}
export type EvidenceItem = FigureItem | LineItem;
/** A finding without evidence does not compile. */
export type Evidence = readonly [EvidenceItem, ...EvidenceItem[]];
