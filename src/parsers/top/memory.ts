import type { Row } from '../../model/evidence.ts';
import { citesOf, type SourceLine } from '../parser.ts';
import { readNumber, readSize } from '../text/number.ts';
import type { TopMemory, TopSwap } from './sample.ts';

/** What one memory or swap line says; a swap line of procps also holds the page cache or what is available. */
export interface MemoryLine {
  readonly of: 'memory' | 'swap';
  readonly memory: Omit<TopMemory, 'cites'>;
  readonly swap: Omit<TopSwap, 'cites'>;
  /** A figure that cannot be true, in words. */
  readonly impossible?: string;
}

const KIB = 1024;

/**
 * 'MiB Mem :   3920.8 total, …', 'Mem:   1002088k total, …', 'MiB Mem : 58.3/193384.1 [|||', 'Mem: 496008K used, …'.
 * With a unit in front the first such line of a screen is memory and the second swap, in whatever language.
 */
export function readMemoryLine(line: SourceLine, memorySeen: boolean): MemoryLine | undefined {
  const match = /^\s*(?:([KMGTPE])iB\s+)?(\p{L}+)\s*:\s*(.*)$/u.exec(line.text);
  if (!match) return undefined;
  const [, prefix, label = '', rest = ''] = match;
  if (prefix === undefined && !/^(?:mem|swap)$/i.test(label)) return undefined;
  const of = /^swap$/i.test(label) || (memorySeen && !/^mem$/i.test(label)) ? 'swap' : 'memory';
  const unit = prefix === undefined ? 1 : (readSize(`1${prefix}`) ?? KIB);
  const bars = /^(\d+(?:[.,]\d+)?)\/(\d+(?:[.,]\d+)?)\s*\[/.exec(rest);
  return bars ? barsLine(of, bars, unit) : figuresLine(of, rest, unit);
}

function barsLine(of: 'memory' | 'swap', [, used, total]: RegExpExecArray, unit: number): MemoryLine {
  const totalBytes = readSize(total, unit);
  const usedPct = readNumber(used);
  const size = totalBytes === undefined ? {} : { totalBytes };
  if (of === 'memory') return { of, memory: { ...size, ...(usedPct === undefined ? {} : { usedPct }) }, swap: {} };
  const usedBytes = totalBytes === undefined || usedPct === undefined ? undefined : (totalBytes * usedPct) / 100;
  return { of, memory: {}, swap: { ...size, ...(usedBytes === undefined ? {} : { usedBytes }) } };
}

/** Words in the order they are tried; a word may be cut at the terminal's edge ('cach'). */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/^(?:total|av$)/i, 'totalBytes'],
  [/^(?:avail|dispo|verf)/i, 'availableBytes'],
  [/^\p{L}+\/c/iu, 'buffersAndCacheBytes'],
  [/^buf/i, 'buffersBytes'],
  [/^cach/i, 'cachedBytes'],
  [/^shrd/i, 'sharedBytes'],
  [/^(?:free|libr|frei|liber)/i, 'freeBytes'],
  [/^(?:used|util|usad|usat|belegt|benutzt)/i, 'usedBytes'],
];
const OF_MEMORY_ANYWHERE = new Set(['availableBytes', 'cachedBytes', 'buffersBytes']);

function figuresLine(of: 'memory' | 'swap', rest: string, unit: number): MemoryLine | undefined {
  const found = [...rest.matchAll(/(\d+(?:[.,]\d+)?)([kmg])?(\+)?\s*(\p{L}[\p{L}/_]*)/giu)].flatMap(([, value = '', suffix, cut, word]) => {
    // '16002.30+' lost a decimal at the column's edge, '13170992+' whole digits: that is no figure.
    if (cut !== undefined && /^\d+$/.test(value)) return [];
    const field = WORDS.find(([pattern]) => pattern.test(word ?? ''))?.[1];
    const bytes = readSize(`${value}${suffix ?? ''}`, unit);
    return field === undefined || bytes === undefined ? [] : [[field, bytes] as const];
  });
  if (found.length === 0) return undefined;
  const own = found.filter(([field]) => of === 'memory' || !OF_MEMORY_ANYWHERE.has(field));
  const foreign = found.filter(([field]) => of === 'swap' && OF_MEMORY_ANYWHERE.has(field));
  return of === 'swap' ? { of, memory: Object.fromEntries(foreign), swap: Object.fromEntries(own) } : memoryLine(Object.fromEntries(own));
}

/** busybox prints no total, and on some kernels a page cache larger than the machine: that figure is left out. */
function memoryLine(fields: Omit<TopMemory, 'cites'>): MemoryLine {
  const { usedBytes, freeBytes, cachedBytes, buffersAndCacheBytes = 0 } = fields;
  const sum = usedBytes === undefined || freeBytes === undefined ? undefined : usedBytes + freeBytes + buffersAndCacheBytes;
  const totalBytes = fields.totalBytes ?? sum;
  const memory = totalBytes === undefined ? fields : { ...fields, totalBytes };
  if (totalBytes === undefined || cachedBytes === undefined || cachedBytes <= totalBytes) return { of: 'memory', memory, swap: {} };
  const { cachedBytes: _impossible, ...rest } = memory;
  return { of: 'memory', memory: rest, swap: {}, impossible: 'more page cache than memory: the figure is left out' };
}

/** A row, and what another line adds to it. */
export function joined<T extends Row>(row: T | undefined, fields: Omit<T, 'cites'>, line: SourceLine): T | undefined {
  if (Object.keys(fields).length === 0) return row;
  return {
    ...row,
    ...fields,
    cites: row === undefined ? citesOf(line.cite) : citesOf(row.cites[0], ...row.cites.slice(1), line.cite),
  } as T;
}
