import type { NumericKey, Row } from '../../model/evidence.ts';
import { defineParser, type ParseProblem, type SourceLine } from '../parser.ts';
import { isDigits, readCount } from '../text/number.ts';
import { isBlankLine, words } from '../text/words.ts';

/** One device's counters since boot. Sectors are always 512 bytes here. */
export interface DiskCounters extends Row {
  readonly device: string;
  readonly major: number;
  readonly minor: number;
  readonly reads?: number;
  readonly readMerges?: number;
  readonly readBytes?: number;
  readonly readMs?: number;
  readonly writes?: number;
  readonly writeMerges?: number;
  readonly writtenBytes?: number;
  readonly writeMs?: number;
  /** Requests in flight at this moment. */
  readonly inFlight?: number;
  /** Time with at least one request in flight. */
  readonly busyMs?: number;
  /** Sum over all requests of their time in flight: its growth a second is the mean queue. */
  readonly queueMs?: number;
  readonly discards?: number;
  readonly discardMs?: number;
  readonly flushes?: number;
  readonly flushMs?: number;
}
export interface DiskstatsSample {
  readonly devices: readonly DiskCounters[];
}

const SECTOR = 512;
type Counter = Exclude<NumericKey<DiskCounters>, 'major' | 'minor'>;
interface Field {
  readonly field: Counter | undefined;
  readonly factor: number;
}
function counter(field: Counter | undefined, factor = 1): Field {
  return { field, factor };
}
/** The kernel's order; it only ever adds at the end: discards came with 4.18, flushes with 5.5. The third of the discards are sectors. */
const FIELDS: readonly Field[] = [
  counter('reads'),
  counter('readMerges'),
  counter('readBytes', SECTOR),
  counter('readMs'),
  counter('writes'),
  counter('writeMerges'),
  counter('writtenBytes', SECTOR),
  counter('writeMs'),
  counter('inFlight'),
  counter('busyMs'),
  counter('queueMs'),
  counter('discards'),
  counter(undefined),
  counter(undefined),
  counter('discardMs'),
  counter('flushes'),
  counter('flushMs'),
];
const LEAD = 3;
/** A kernel before 2.6.25 printed four counters for a partition: reads, sectors read, writes, sectors written. */
const FEWEST_COUNTERS = 11;

/**
 * /proc/diskstats: what each device has done since boot.
 *
 * Reads   the file of every kernel since 2.6.25: 11 counters, 15 since 4.18, 17 since 5.5; more of later kernels are passed over
 * Columns in the kernel's order: reads, readMerges, sectors -> readBytes (x 512), readMs, the same of writes, inFlight, busyMs
 *         (io_ticks), queueMs (time_in_queue), discards, discardMs, flushes, flushMs
 * Not     merges and sectors of discards
 * Caution counters wrap at 32 bits on old kernels; busyMs counts time with any request in flight, which says little of a device that
 *         serves many at once; partitions stand beside their disk and must not be added to it
 * Source  Documentation/admin-guide/iostats.rst; block/genhd.c
 *
 *     259 1 nvme1n1 5262 1 398210 2811 1180 402 61288 1503 24 5120 4314 0 0 0 0 0 0
 */
export const diskstats = defineParser<DiskstatsSample>({
  recognise: {
    path: /^\/proc\/diskstats$/,
    looksLike: (lines) => {
      const first = lines.find((line) => !isBlankLine(line));
      return first !== undefined && isDiskLine(words(first));
    },
  },
  parse: (source) => {
    const devices: DiskCounters[] = [];
    const problems: ParseProblem[] = [];
    for (const line of source.lines) {
      if (isBlankLine(line.text)) continue;
      const device = readDisk(line);
      if (device) devices.push(device);
      else problems.push({ cite: line.cite, why: 'not a line of /proc/diskstats' });
    }
    return { sample: devices.length > 0 ? { devices } : undefined, problems };
  },
});

function readDisk(line: SourceLine): DiskCounters | undefined {
  const cells = words(line.text);
  if (!isDiskLine(cells)) return undefined;
  // Filled in place: copying a row costs more than reading it.
  const disk: Draft = { device: cells[2] ?? '', major: Number(cells[0]), minor: Number(cells[1]), cites: [line.cite] };
  for (let at = 0; at < FIELDS.length && at + LEAD < cells.length; at++) {
    const value = readCount(cells[at + LEAD]);
    if (value === undefined) return undefined;
    const { field, factor } = FIELDS[at] ?? counter(undefined);
    if (field) disk[field] = value * factor;
  }
  return disk;
}

type Draft = { -readonly [Field in keyof DiskCounters]: DiskCounters[Field] };

function isDiskLine(cells: readonly string[]): boolean {
  const [major = '', minor = '', device = ''] = cells;
  const enough = cells.length >= LEAD + FEWEST_COUNTERS && major.length <= 9 && minor.length <= 9;
  if (!enough || isDigits(device)) return false;
  return cells.every((cell, at) => at === LEAD - 1 || isDigits(cell));
}
