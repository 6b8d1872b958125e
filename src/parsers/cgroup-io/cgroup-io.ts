import type { NumericKey, Row } from '../../model/evidence.ts';
import { defineParser, type ParseProblem, type Source } from '../parser.ts';
import { cgroupOfPath } from '../text/cgroup-path.ts';
import { readCount } from '../text/number.ts';
import { isBlankLine, words } from '../text/words.ts';

/** What one cgroup moved on one device since it was made. */
export interface CgroupIoDevice extends Row {
  /** 'MAJOR:MINOR'. */
  readonly deviceNumber: string;
  readonly readBytes?: number;
  readonly writtenBytes?: number;
  readonly reads?: number;
  readonly writes?: number;
}
export interface CgroupIoSample {
  /** Path below the hierarchy's root, '/' for the root; absent where no path tells. */
  readonly cgroup?: string;
  readonly version: 1 | 2;
  readonly devices: readonly CgroupIoDevice[];
}

type Counter = NumericKey<CgroupIoDevice>;
type Open = { -readonly [K in keyof CgroupIoDevice]: CgroupIoDevice[K] };

const DEVICE = /^\d{1,9}:\d{1,9}$/;
const V2_KEYS: ReadonlyMap<string, Counter> = new Map([
  ['rbytes', 'readBytes'],
  ['wbytes', 'writtenBytes'],
  ['rios', 'reads'],
  ['wios', 'writes'],
]);
const V1_BYTES: ReadonlyMap<string, Counter> = new Map([
  ['Read', 'readBytes'],
  ['Write', 'writtenBytes'],
]);
const V1_REQUESTS: ReadonlyMap<string, Counter> = new Map([
  ['Read', 'reads'],
  ['Write', 'writes'],
]);
/** Sums and parts of the same bytes. */
const V1_OTHERS = new Set(['Sync', 'Async', 'Discard', 'Total']);

/**
 * io.stat of cgroup v2, blkio.throttle.io_service_bytes and io_serviced of v1: what one cgroup moved on each device.
 *
 * Reads   these files, by their path below /sys/fs/cgroup or by their lines alone; v1 without a path is taken for bytes
 * Columns rbytes | Read -> readBytes, wbytes | Write -> writtenBytes, rios | Read of io_serviced -> reads, wios | Write -> writes; MAJOR:MINOR -> deviceNumber;
 *         the path -> cgroup
 * Not     dbytes and dios; the sums of v1 (Sync, Async, Total); what io.cost adds (cost.usage and the like)
 * Caution counters since the cgroup was made; v2 includes its children's, v1 does not, and counts what is written through the page
 *         cache for the root, for it is the kernel's flusher that writes it
 * Source  Documentation/admin-guide/cgroup-v2.rst; Documentation/admin-guide/cgroup-v1/blkio-controller.rst
 *
 *     259:1 rbytes=1048576 wbytes=4096 rios=8 wios=1 dbytes=0 dios=0
 */
export const cgroupIo = defineParser<CgroupIoSample>({
  recognise: {
    path: /^\/sys\/fs\/cgroup\/(?:.*\/)?(?:io\.stat|blkio\.throttle\.io_(?:service_bytes|serviced))$/,
    looksLike: (lines) => lines.some((line) => /^\d+:\d+ (?:rbytes=\d+ wbytes=\d+ |(?:Read|Write) \d+$)/.test(line)),
  },
  parse: (source) => {
    const problems: ParseProblem[] = [];
    const { devices, version, understood } = readDevices(source, problems);
    const cgroup = source.path === undefined ? undefined : cgroupOfPath(source.path);
    return { sample: understood ? { ...(cgroup ? { cgroup } : {}), version, devices } : undefined, problems };
  },
});

function readDevices(
  source: Source,
  problems: ParseProblem[],
): Pick<CgroupIoSample, 'devices' | 'version'> & { readonly understood: boolean } {
  const devices = new Map<string, Open>();
  const v1Keys = /blkio\.throttle\.io_serviced$/.test(source.path ?? source.command) ? V1_REQUESTS : V1_BYTES;
  let version: 1 | 2 = source.path?.includes('/blkio') ? 1 : 2;
  let understood = false;
  for (const line of source.lines) {
    if (isBlankLine(line.text)) continue;
    const cells = words(line.text);
    const v1 = readV1(cells, v1Keys);
    const read = v1 ?? readV2(cells);
    if (!read) {
      problems.push({ cite: line.cite, why: 'not a line of io.stat or of blkio.throttle.io_*' });
      continue;
    }
    understood = true;
    version = v1 ? 1 : version;
    if (Object.keys(read.counters).length === 0) continue;
    const before = devices.get(read.device);
    devices.set(read.device, {
      deviceNumber: read.device,
      ...before,
      ...read.counters,
      cites: before ? [before.cites[0], line.cite] : [line.cite],
    });
  }
  return { devices: [...devices.values()], version, understood };
}

interface Counters {
  readonly device: string;
  readonly counters: Partial<Record<Counter, number>>;
}

/** '8:0 rbytes=1 wbytes=2 …'; some kernels put devices that have no figures before the one that has. */
function readV2(cells: readonly string[]): Counters | undefined {
  const keysAt = cells.findIndex((cell) => !DEVICE.test(cell));
  const device = cells[(keysAt < 0 ? cells.length : keysAt) - 1];
  if (device === undefined) return undefined;
  const counters: Partial<Record<Counter, number>> = {};
  for (const cell of keysAt < 0 ? [] : cells.slice(keysAt)) {
    const [key = '', value] = cell.split('=', 2);
    if (value === undefined) return undefined;
    const field = V2_KEYS.get(key);
    const count = readCount(value);
    if (field && count !== undefined) counters[field] = count;
  }
  return { device, counters };
}

/** '8:0 Read 1024', and last the sum over all devices: 'Total 2048'. */
function readV1(cells: readonly string[], keys: ReadonlyMap<string, Counter>): Counters | undefined {
  const [device = '', key = '', value] = cells;
  if (cells.length === 2 && device === 'Total' && readCount(key) !== undefined) return { device: '', counters: {} };
  const count = readCount(value);
  if (cells.length !== 3 || !DEVICE.test(device) || count === undefined) return undefined;
  const field = keys.get(key);
  if (field) return { device, counters: { [field]: count } };
  return V1_OTHERS.has(key) ? { device, counters: {} } : undefined;
}
