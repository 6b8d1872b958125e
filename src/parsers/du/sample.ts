import type { Row } from '../../model/evidence.ts';

/** What one path holds. */
export interface DuEntry extends Row {
  readonly path: string;
  readonly bytes: number;
}
export interface DuSample {
  readonly entries: readonly DuEntry[];
}
