import type { SourceLine } from '../parser.ts';
import { readPct, readSize } from '../text/number.ts';
import { words, wordsUpTo } from '../text/words.ts';
import type { IotopRow, IotopTotals } from './sample.ts';

/** Columns that not every build of iotop has. */
export interface IotopLayout {
  readonly hasSwapIn: boolean;
}

/** Two totals on one line, a bar between them. Actual is what iotop 0.6 and later add; other builds say Current. */
const TOTALS = /^\s*(Total|Actual|Current) DISK READ\s*:\s*(\S+ \S+)\s*\|\s*(?:Total|Actual|Current) DISK WRITE\s*:\s*(\S+ \S+)/;
const CLASS = /^(?:(?:be|rt|none)\/\d|idle|\?\S{1,6})$/;

export function isIotopHeader(text: string): boolean {
  return /\b[TP]ID\s+PRIO\s+USER\s+DISK READ\s+DISK WRITE/.test(text.slice(0, 200));
}

export function readTotals(line: SourceLine): { readonly actual: boolean; readonly totals: IotopTotals } | undefined {
  const match = line.text.includes('DISK READ') ? TOTALS.exec(line.text) : null;
  if (!match) return undefined;
  const read = rate(match[2] ?? '');
  const write = rate(match[3] ?? '');
  const actual = match[1] !== 'Total';
  const [readField, writeField] = actual
    ? (['actualReadBytesPerS', 'actualWriteBytesPerS'] as const)
    : (['readBytesPerS', 'writeBytesPerS'] as const);
  return {
    actual,
    totals: {
      ...(read !== undefined ? { [readField]: read } : {}),
      ...(write !== undefined ? { [writeField]: write } : {}),
      cites: [line.cite],
    },
  };
}

/** '227.57 K/s' -> bytes a second; a sum ('227.57 K', option -a) is no rate. */
function rate(text: string): number | undefined {
  const [value, unit] = words(text);
  return unit?.endsWith('/s') ? readSize(`${value}${unit.slice(0, -2)}`) : undefined;
}

/** '  942 be/3 root   0.00 B/s   0.00 B/s  0.00 % 99.99 % [jbd2/sda5-8]', perhaps with the time before it. */
export function readTask(line: SourceLine, layout: IotopLayout | undefined): IotopRow | undefined {
  const head = wordsUpTo(line.text, 9);
  const at = /^\d\d:\d\d:\d\d$/.test(head[0] ?? '') ? head[0] : undefined;
  const from = at === undefined ? 0 : 1;
  const [id = '', ioClass = '', user = '', read = '', readUnit = '', write = '', writeUnit = ''] = head.slice(from);
  if (!/^\d{1,10}$/.test(id) || !CLASS.test(ioClass) || !isUnit(readUnit) || !isUnit(writeUnit)) return undefined;
  const { shares, command } = readRest(wordsUpTo(line.text, from + 8)[from + 7] ?? '');
  const [swapInPct, ioWaitPct] = shares.length > 1 || layout?.hasSwapIn === true ? shares : [undefined, shares[0]];
  const [readBytesPerS, writeBytesPerS] = [rate(`${read} ${readUnit}`), rate(`${write} ${writeUnit}`)];
  return {
    ...(at !== undefined ? { at } : {}),
    id: Number(id),
    ioClass,
    user,
    ...(readBytesPerS !== undefined ? { readBytesPerS } : {}),
    ...(writeBytesPerS !== undefined ? { writeBytesPerS } : {}),
    ...(swapInPct !== undefined ? { swapInPct } : {}),
    ...(ioWaitPct !== undefined ? { ioWaitPct } : {}),
    command,
    cites: [line.cite],
  };
}

function isUnit(word: string): boolean {
  return /^[BKMGTP](?:\/s)?$/.test(word);
}

/** Up to two shares, then the command; '?unavailable?' stands for the shares where the kernel keeps no delay accounting. */
function readRest(text: string): { readonly shares: readonly number[]; readonly command: string } {
  const shares: number[] = [];
  let rest = text;
  for (let at = 0; at < 2; at++) {
    const [first = '', second = '', more = ''] = wordsUpTo(rest, 3);
    const value = second === '%' ? readPct(first) : undefined;
    if (value === undefined) break;
    shares.push(value);
    rest = more;
  }
  return { shares, command: rest.replace(/^\?unavailable\?\s*/, '').trim() };
}
