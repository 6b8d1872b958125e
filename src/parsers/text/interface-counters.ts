import type { Row } from '../../model/evidence.ts';
import type { SourceLine } from '../parser.ts';

/** What one interface has counted since it came up, as far as it was printed. */
export interface LinkCounters extends Row {
  readonly name: string;
  readonly receivedBytes?: number;
  readonly receivedPackets?: number;
  readonly receiveErrors?: number;
  readonly receiveDrops?: number;
  /** Bad checksum or cut: what a cable does. */
  readonly damagedFrames?: number;
  readonly sentBytes?: number;
  readonly sentPackets?: number;
  readonly sendErrors?: number;
  readonly sendDrops?: number;
}
export interface LinkCountersSample {
  readonly interfaces: readonly LinkCounters[];
}
export type Direction = 'RX' | 'TX';
type Field = Exclude<keyof LinkCounters, keyof Row | 'name'>;

/** An interface whose lines are being read. */
export interface LinkDraft {
  readonly name: string;
  readonly fields: Map<Field, number>;
  readonly lines: Set<SourceLine>;
}

const FIELDS: Readonly<Record<Direction, ReadonlyMap<string, Field>>> = {
  RX: new Map([
    ['bytes', 'receivedBytes'],
    ['packets', 'receivedPackets'],
    ['errors', 'receiveErrors'],
    ['dropped', 'receiveDrops'],
    ['crc', 'damagedFrames'],
    ['frame', 'damagedFrames'],
  ]),
  TX: new Map([
    ['bytes', 'sentBytes'],
    ['packets', 'sentPackets'],
    ['errors', 'sendErrors'],
    ['dropped', 'sendDrops'],
  ]),
};

export function newLinkDraft(name: string): LinkDraft {
  return { name, fields: new Map(), lines: new Set() };
}

/** Takes a count by the word that was printed for it; crc and frame are told apart by some tools and add up. */
export function takeCount(draft: LinkDraft, line: SourceLine, direction: Direction, printed: string, value: number | undefined): void {
  const field = FIELDS[direction].get(printed);
  if (field === undefined || value === undefined) return;
  if (field === 'damagedFrames') draft.fields.set(field, (draft.fields.get(field) ?? 0) + value);
  else if (!draft.fields.has(field)) draft.fields.set(field, value);
  draft.lines.add(line);
}

export function linkCountersOf(drafts: readonly LinkDraft[]): LinkCountersSample | undefined {
  const interfaces = drafts.flatMap(({ name, fields, lines }): readonly LinkCounters[] => {
    const [first, ...rest] = [...lines].map(({ cite }) => cite);
    return first ? [{ name, ...Object.fromEntries(fields), cites: [first, ...rest] }] : [];
  });
  return interfaces.length > 0 ? { interfaces } : undefined;
}
