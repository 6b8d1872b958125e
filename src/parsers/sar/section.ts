import { readNumber } from '../text/number.ts';
import type { SarSample } from './sample.ts';

/** The lists of a sample, each a section of the report. */
export type SectionName = Exclude<keyof SarSample, 'host' | 'restarts'>;

/** How the columns of a section are read: the field, and the factor that makes its unit ours. */
type Columns = Readonly<Record<string, readonly [string, number]>>;
interface Layout {
  readonly section: SectionName;
  /** Columns of which a header must have all. */
  readonly signs: readonly string[];
  /** The column that names what a row is of, and its field. */
  readonly item?: readonly [string, 'cpu' | 'device' | 'interface'];
  readonly columns: Columns;
}

const KIB = 1024;
const SECTOR = 512;

const LAYOUTS: readonly Layout[] = [
  {
    section: 'cpus',
    signs: ['CPU', '%idle'],
    item: ['CPU', 'cpu'],
    columns: {
      '%user': ['userPct', 1],
      '%usr': ['userPct', 1],
      '%nice': ['nicePct', 1],
      '%system': ['systemPct', 1],
      '%sys': ['systemPct', 1],
      '%iowait': ['iowaitPct', 1],
      '%steal': ['stealPct', 1],
      '%irq': ['hardirqPct', 1],
      '%soft': ['softirqPct', 1],
      '%idle': ['idlePct', 1],
    },
  },
  {
    section: 'disks',
    signs: ['DEV', 'tps'],
    item: ['DEV', 'device'],
    columns: {
      tps: ['opsPerS', 1],
      'rd_sec/s': ['readBytesPerS', SECTOR],
      'wr_sec/s': ['writeBytesPerS', SECTOR],
      'rkB/s': ['readBytesPerS', KIB],
      'wkB/s': ['writeBytesPerS', KIB],
      'avgrq-sz': ['requestBytes', SECTOR],
      'areq-sz': ['requestBytes', KIB],
      'avgqu-sz': ['queueLength', 1],
      'aqu-sz': ['queueLength', 1],
      await: ['awaitMs', 1],
      '%util': ['utilPct', 1],
    },
  },
  {
    section: 'paging',
    signs: ['pgpgin/s'],
    columns: {
      'pgpgin/s': ['blockInBytesPerS', KIB],
      'pgpgout/s': ['blockOutBytesPerS', KIB],
      'fault/s': ['faultsPerS', 1],
      'majflt/s': ['majorFaultsPerS', 1],
      'pgfree/s': ['pagesFreedPerS', 1],
      'pgscank/s': ['kswapdScansPerS', 1],
      'pgscand/s': ['directScansPerS', 1],
      'pgsteal/s': ['pagesStolenPerS', 1],
    },
  },
  { section: 'swapping', signs: ['pswpin/s'], columns: { 'pswpin/s': ['pagesInPerS', 1], 'pswpout/s': ['pagesOutPerS', 1] } },
  {
    section: 'memory',
    signs: ['kbmemfree'],
    columns: {
      kbmemfree: ['freeBytes', KIB],
      kbmemused: ['usedBytes', KIB],
      '%memused': ['usedPct', 1],
      kbavail: ['availableBytes', KIB],
      kbbuffers: ['buffersBytes', KIB],
      kbcached: ['cachedBytes', KIB],
      kbdirty: ['dirtyBytes', KIB],
      kbswpfree: ['swapFreeBytes', KIB],
      kbswpused: ['swapUsedBytes', KIB],
    },
  },
  { section: 'memory', signs: ['kbswpfree'], columns: { kbswpfree: ['swapFreeBytes', KIB], kbswpused: ['swapUsedBytes', KIB] } },
  {
    section: 'queues',
    signs: ['runq-sz'],
    columns: {
      'runq-sz': ['runnableTasks', 1],
      blocked: ['blockedTasks', 1],
      'plist-sz': ['tasks', 1],
      'ldavg-1': ['loadAverage1', 1],
      'ldavg-5': ['loadAverage5', 1],
      'ldavg-15': ['loadAverage15', 1],
    },
  },
  {
    section: 'transfers',
    signs: ['tps', 'bread/s'],
    columns: {
      tps: ['opsPerS', 1],
      rtps: ['readOpsPerS', 1],
      wtps: ['writeOpsPerS', 1],
      'bread/s': ['readBytesPerS', SECTOR],
      'bwrtn/s': ['writeBytesPerS', SECTOR],
    },
  },
  { section: 'switches', signs: ['cswch/s'], columns: { 'cswch/s': ['contextSwitchesPerS', 1], 'proc/s': ['forksPerS', 1] } },
  { section: 'switches', signs: ['proc/s'], columns: { 'proc/s': ['forksPerS', 1] } },
  {
    section: 'interfaces',
    signs: ['IFACE', 'rxpck/s'],
    item: ['IFACE', 'interface'],
    columns: {
      'rxpck/s': ['receivedPacketsPerS', 1],
      'txpck/s': ['sentPacketsPerS', 1],
      'rxkB/s': ['receivedBytesPerS', KIB],
      'txkB/s': ['sentBytesPerS', KIB],
      'rxbyt/s': ['receivedBytesPerS', 1],
      'txbyt/s': ['sentBytesPerS', 1],
      '%ifutil': ['utilPct', 1],
    },
  },
  {
    section: 'interfaces',
    signs: ['rxerr/s', 'IFACE'],
    item: ['IFACE', 'interface'],
    columns: {
      'rxerr/s': ['receiveErrorsPerS', 1],
      'txerr/s': ['sendErrorsPerS', 1],
      'rxdrop/s': ['receiveDropsPerS', 1],
      'txdrop/s': ['sendDropsPerS', 1],
    },
  },
  {
    section: 'tcp',
    signs: ['active/s'],
    columns: { 'active/s': ['openedPerS', 1], 'passive/s': ['acceptedPerS', 1], 'oseg/s': ['segmentsSentPerS', 1] },
  },
  { section: 'tcp', signs: ['retrans/s'], columns: { 'retrans/s': ['segmentsResentPerS', 1] } },
];

/** A header of sar: the names of its columns, and the layout where the section is one that is read. */
export interface Header {
  readonly names: readonly string[];
  readonly layout?: Layout;
}

/** A line of names without any figure is a header, of a section that is read or of one that is not. */
export function readHeader(names: readonly string[]): Header | undefined {
  const looksSo = names.some((name) =>
    /^%\w|\/s$|-sz$|^kb[a-z]|^(?:DEV|IFACE|CPU|INTR|TTY|tps|dentunusd|call\/s|totsck|MHz|degC|FILESYSTEM)$/.test(name),
  );
  if (!looksSo || names.some((name) => readNumber(name) !== undefined)) return undefined;
  const layout = LAYOUTS.find(({ signs }) => signs.every((sign) => names.includes(sign)));
  return { names, ...(layout === undefined ? {} : { layout }) };
}

/** The cells of a row: what it is of, and its figures by field; undefined where they are not what the header promises. */
export function readCells(
  cells: readonly string[],
  { names, layout }: Header,
): { readonly item: string; readonly fields: Readonly<Record<string, string | number>> } | undefined {
  if (layout === undefined || cells.length !== names.length) return undefined;
  const fields: Record<string, string | number> = {};
  let item = '';
  for (const [at, name] of names.entries()) {
    const cell = cells[at] ?? '';
    const column = layout.columns[name];
    if (name === layout.item?.[0]) {
      item = cell;
      fields[layout.item[1]] = cell;
    } else if (column !== undefined) {
      const value = readNumber(cell);
      if (value === undefined) return undefined;
      fields[column[0]] = value * column[1];
    }
  }
  return { item, fields };
}
