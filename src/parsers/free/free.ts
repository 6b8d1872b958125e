import type { Row } from '../../model/evidence.ts';
import { citesOf, defineParser, type Parsed, type ParseProblem, type Source, type SourceLine } from '../parser.ts';
import { readNumber, readSize } from '../text/number.ts';
import { words } from '../text/words.ts';
import type { FreeMemory, FreeSample, FreeSwap } from './sample.ts';
import { unitOf } from './unit.ts';

/**
 * free: memory and swap of the host, report after report.
 *
 * Reads   free of procps 2 to 4 and of busybox with any unit option, -h, -w, -s; translated headers by their order.
 * Columns total, used, free, shared, buffers -> their namesakes in bytes; cached | cache -> cachedBytes;
 *         buff/cache -> buffersAndCacheBytes; available -> availableBytes
 * Not     rows Low, High, Total and Comm; the row '-/+ buffers/cache', which repeats what the others say; free -L
 * Caution without a unit on the figures it comes from the command line; where that is unknown too, from the size of the total
 * Source  free(1) of procps-ng; busybox procps/free.c
 *
 *                   total        used        free      shared  buff/cache   available
 *     Mem:          188Gi        98Gi       5.8Gi        17Mi        84Gi        78Gi
 *     Swap:            0B          0B          0B
 */
export const free = defineParser<FreeSample>({
  recognise: {
    command: /^(?:busybox )?free\b/,
    looksLike: (lines) => lines.some((text, at) => columnsOf(text) !== undefined && ROW.test(lines[at + 1] ?? '')),
  },
  parse,
});

const ROW = /^\s*(-\/\+ [^:]*|\p{L}[^:\d]*?)\s*:\s*(\d.*)$/u;
type Field = Exclude<keyof FreeMemory, keyof Row>;
const BY_NAME: Readonly<Record<string, Field>> = {
  total: 'totalBytes',
  used: 'usedBytes',
  free: 'freeBytes',
  shared: 'sharedBytes',
  buffers: 'buffersBytes',
  cached: 'cachedBytes',
  cache: 'cachedBytes',
  'buff/cache': 'buffersAndCacheBytes',
  available: 'availableBytes',
};
const WIDE = ['total', 'used', 'free', 'shared', 'buffers', 'cache', 'available'];
const SINCE_3_3_10 = ['total', 'used', 'free', 'shared', 'buff/cache', 'available'];
const BEFORE = ['total', 'used', 'free', 'shared', 'buffers', 'cached'];

/** The fields of a header's columns: by name, or by order where the names are translated. */
function columnsOf(text: string): readonly Field[] | undefined {
  // A paste that went through a translator has 'buff / cache'.
  const names = words(text.replaceAll(' / ', '/'));
  if (names.length < 3 || names.length > 7 || names.some((name) => /\d|:/.test(name))) return undefined;
  const known = names.map((name) => BY_NAME[name]);
  if (known[0] === 'totalBytes' && known.every((field) => field !== undefined)) return known;
  // The word for buffers and cache together has a slash in every language; no sentence has these words six or seven.
  const order = names.length === 7 ? WIDE : (names[4]?.includes('/') ?? false) ? SINCE_3_3_10 : undefined;
  const old = names.length === 6 && /^(?:p?uffer|tampons|búferes|buffer)/i.test(names[4] ?? '') ? BEFORE : undefined;
  return (order ?? old)?.flatMap((name) => BY_NAME[name] ?? []);
}

type Report = { memory?: FreeMemory; swap?: FreeSwap };

function parse(source: Source): Parsed<FreeSample> {
  const reports: Report[] = [];
  const problems: ParseProblem[] = [];
  let columns: readonly Field[] | undefined;
  for (const line of source.lines) {
    if (line.text.trim() === '') continue;
    const header = columnsOf(line.text);
    if (header !== undefined) {
      columns = header;
      reports.push({});
      continue;
    }
    const report = reports.at(-1);
    if (columns === undefined || report === undefined || !readRow(line, columns, report, source.command)) {
      problems.push({ cite: line.cite, why: 'no line of free' });
    }
  }
  const filled = reports.filter(({ memory, swap }) => memory !== undefined || swap !== undefined);
  return { sample: filled.length > 0 ? { reports: filled } : undefined, problems };
}

/** The first row is memory and the next swap, whatever they are called. */
function readRow(line: SourceLine, columns: readonly Field[], report: Report, command: string): boolean {
  const match = ROW.exec(line.text);
  if (!match) return false;
  const [, label = '', rest = ''] = match;
  if (/^(?:-\/\+|Low|High|Total|Comm)/.test(label)) return true;
  const cells = words(rest);
  const unit = unitOf(command, readNumber(cells[0]));
  const sizes = cells.map((cell) => readSize(cell, unit));
  if (sizes.some((bytes) => bytes === undefined) || sizes.length > columns.length) return false;
  const fields = Object.fromEntries(sizes.map((bytes, at) => [columns[at], bytes]));
  if (report.memory === undefined && !/^swap/i.test(label)) report.memory = { ...fields, cites: citesOf(line.cite) };
  else report.swap = { ...fields, cites: citesOf(line.cite) };
  return true;
}
