import type { NumericKey } from '../../model/evidence.ts';
import { readNumber } from '../text/number.ts';
import type { Column } from '../text/rows.ts';
import type { VmstatRow } from './sample.ts';

export type VmstatField = NumericKey<VmstatRow>;

/** bi and bo count blocks of 1,024 bytes, whatever -S says. */
const BLOCK = 1024;

const counts: readonly (readonly [string, VmstatField])[] = [
  ['r', 'runnableTasks'],
  ['b', 'blockedTasks'],
  ['in', 'interruptsPerS'],
  ['cs', 'contextSwitchesPerS'],
  ['us', 'userPct'],
  ['sy', 'systemPct'],
  ['id', 'idlePct'],
  ['wa', 'iowaitPct'],
  ['st', 'stealPct'],
  ['gu', 'guestPct'],
];
const sizes: readonly (readonly [string, VmstatField])[] = [
  ['swpd', 'swapUsedBytes'],
  ['free', 'freeBytes'],
  ['buff', 'bufferBytes'],
  ['cache', 'cacheBytes'],
  ['inact', 'inactiveBytes'],
  ['active', 'activeBytes'],
  ['si', 'swapInBytesPerS'],
  ['so', 'swapOutBytesPerS'],
];

/** Columns by name; `unitBytes` is what -S chose for memory and swap. */
export function vmstatColumns(unitBytes: number): ReadonlyMap<string, Column<VmstatField>> {
  return new Map<string, Column<VmstatField>>([
    ...counts.map(([name, field]) => [name, { field, read: readNumber }] as const),
    ...sizes.map(([name, field]) => [name, { field, read: times(unitBytes) }] as const),
    ['bi', { field: 'blockInBytesPerS', read: times(BLOCK) }],
    ['bo', { field: 'blockOutBytesPerS', read: times(BLOCK) }],
  ]);
}

function times(unit: number): (cell: string) => number | undefined {
  return (cell) => {
    const value = readNumber(cell);
    return value === undefined ? undefined : value * unit;
  };
}

const UNITS: Readonly<Record<string, number>> = { k: 1000, K: 1024, m: 1000 ** 2, M: 1024 ** 2 };

/** 'vmstat -S M 1', '-SM', '--unit=M' -> bytes of one unit. */
export function unitOf(command: string): number {
  const letter = /\s(?:-[a-zA-Z]*S|--unit)[ =]?([kKmM])\b/.exec(command)?.[1];
  return UNITS[letter ?? 'K'] ?? BLOCK;
}

const NAMES = new Set([...counts, ...sizes].map(([name]) => name).concat('bi', 'bo', 'w'));

/** Is this the line of column names? At least these stand in every generation. */
export function isNamesLine(cells: readonly string[]): boolean {
  return ['r', 'b', 'free', 'si', 'so', 'us', 'id'].every((name) => cells.includes(name));
}

/** The names without what stands beside them: -t puts the zone last, watchers a word for the time first. */
export function namesIn(cells: readonly string[]): string[] {
  return cells.filter((cell, index) => NAMES.has(cell) || (index > 0 && index < cells.length - 1));
}

const CLASSIC = ['r', 'b', 'swpd', 'free', 'buff', 'cache', 'si', 'so', 'bi', 'bo', 'in', 'cs', 'us', 'sy', 'id', 'wa', 'st', 'gu'];

/** Where no names were pasted: the default layout, in the generation that has as many columns. */
export function classicNames(count: number): readonly string[] | undefined {
  return count >= 16 && count <= CLASSIC.length ? CLASSIC.slice(0, count) : undefined;
}
