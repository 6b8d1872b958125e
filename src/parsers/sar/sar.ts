import { citesOf, defineParser, type Parsed, type ParseProblem, type Source, type SourceLine } from '../parser.ts';
import { type Banner, readBanner } from '../text/banner.ts';
import { isBlankLine, words } from '../text/words.ts';
import { intervalsOf, type Placed } from './intervals.ts';
import type { SarSample } from './sample.ts';
import { type Header, readCells, readHeader, type SectionName } from './section.ts';
import { readStamp } from './stamp.ts';

/**
 * sar: what sysstat's collector wrote down, or measures now, as text; mpstat, which prints the same table of CPUs.
 *
 * Reads   sar -u, -d (with -p or without), -B, -b, -r, -S, -q, -W, -w and -n DEV, EDEV, TCP, ETCP of sysstat 5 to 12.7; 24 and 12 hour clocks, averages,
 *         repeated headers, pieces of several reports joined; mpstat -P ALL of the same versions; columns are found by header.
 * Columns rd_sec/s, bread/s (x 512), rkB/s (x 1024) -> readBytesPerS; pgpgin/s (x 1024) -> blockInBytesPerS; avgqu-sz | aqu-sz -> queueLength;
 *         avgrq-sz (x 512) | areq-sz (x 1024) -> requestBytes; kbmemfree … (x 1024) -> bytes; pswpin/s -> pagesInPerS (pages)
 * Not     svctm, which sysstat itself calls meaningless; interrupts, TTY, NFS and sockets
 * Caution averages over ten minutes hide a stop of one; a row after a restart has no interval; %util over 100 occurs
 * Source  sar(1) of sysstat
 *
 *     07:05:01 AM       DEV       tps  rd_sec/s  wr_sec/s  avgrq-sz  avgqu-sz     await     svctm     %util
 *     07:15:01 AM    dev8-0      4.33    105.39     17.74     28.42      0.11     26.44     21.67      9.39
 */
export const sar = defineParser<SarSample>({
  recognise: {
    command: /^(?:sar|mpstat)\b/,
    looksLike: (lines) => lines.slice(0, LOOK_AT_LINES).some((text) => headerOf(text)?.layout !== undefined),
  },
  parse,
});

const LOOK_AT_LINES = 20;
const RESTART = /^\S+(?:\s+[AP]M)?\s+LINUX RESTART/i;

/** iostat -t and pidstat print stamps too, but sar alone puts one before the names of its columns. */
function headerOf(text: string): Header | undefined {
  const stamp = readStamp(text);
  return stamp === undefined || /\b(?:PID|TGID|TID)\b/.test(stamp.rest) ? undefined : readHeader(words(stamp.rest));
}

interface ReadRow extends Placed {
  readonly section: SectionName;
  readonly average: boolean;
  readonly line: SourceLine;
  readonly fields: Readonly<Record<string, string | number>>;
}
interface Reading {
  readonly rows: ReadRow[];
  readonly restarts: SourceLine[];
  readonly problems: ParseProblem[];
  host?: Banner;
  header?: Header;
  headerSeconds?: number | undefined;
  /** Counts restarts: a series does not go on over one. */
  epoch: number;
}

function parse(source: Source): Parsed<SarSample> {
  const reading: Reading = { rows: [], restarts: [], problems: [], epoch: 0 };
  for (const line of source.lines) {
    const why = readLine(line, reading);
    if (why !== undefined) reading.problems.push({ cite: line.cite, why });
  }
  const { rows, restarts, problems, host } = reading;
  return { sample: rows.length === 0 && restarts.length === 0 ? undefined : sampleOf(rows, restarts, host), problems };
}

/** Why a line was not understood; undefined where it was. */
function readLine(line: SourceLine, reading: Reading): string | undefined {
  const { text } = line;
  if (isBlankLine(text)) return undefined;
  const banner = readBanner(line);
  if (banner !== undefined) {
    reading.host = banner;
    return undefined;
  }
  if (RESTART.test(text)) {
    reading.restarts.push(line);
    reading.epoch++;
    return undefined;
  }
  const stamp = readStamp(text);
  if (stamp === undefined) return 'no line of sar';
  const header = headerOf(text);
  if (header !== undefined) {
    reading.header = header;
    reading.headerSeconds = stamp.clockSeconds;
    return undefined;
  }
  if (reading.header === undefined) return 'a row before any header';
  return readRow(line, stamp, reading.header, reading);
}

function readRow(line: SourceLine, stamp: NonNullable<ReturnType<typeof readStamp>>, header: Header, reading: Reading): string | undefined {
  const { layout } = header;
  // A section that is not read: interrupts, sockets and the like.
  if (layout === undefined) return undefined;
  const read = readCells(words(stamp.rest), header);
  if (read === undefined) return `not the ${header.names.length} columns of its header`;
  const { clockSeconds, average } = stamp;
  const { section } = layout;
  const series = `${reading.epoch} ${section} ${layout.signs[0]} ${read.item}`;
  reading.rows.push({ section, series, clockSeconds, headerSeconds: reading.headerSeconds, average, line, fields: read.fields });
  return undefined;
}

function sampleOf(rows: readonly ReadRow[], restarts: readonly SourceLine[], host: Banner | undefined): SarSample {
  const intervals = intervalsOf(rows);
  const lists: Record<SectionName, unknown[]> = {
    cpus: [],
    disks: [],
    paging: [],
    swapping: [],
    memory: [],
    queues: [],
    transfers: [],
    switches: [],
    interfaces: [],
    tcp: [],
  };
  for (const [at, { section, average, clockSeconds, fields, line }] of rows.entries()) {
    const intervalSeconds = intervals[at];
    lists[section].push({
      ...fields,
      ...(section === 'disks' ? deviceNumberOf(String(fields['device'])) : {}),
      average,
      ...(clockSeconds === undefined ? {} : { clockSeconds }),
      ...(intervalSeconds === undefined ? {} : { intervalSeconds }),
      cites: citesOf(line.cite),
    });
  }
  // The layouts name the fields of each section, so that the rows have its type.
  const sections = lists as unknown as Pick<SarSample, SectionName>;
  return { ...sections, restarts: restarts.map((line) => ({ cites: citesOf(line.cite) })), ...(host === undefined ? {} : { host }) };
}

/** Without -p a device is called by its number: 'dev8-16' is 8:16. */
function deviceNumberOf(device: string): { readonly deviceNumber?: string } {
  const match = /^dev(\d+)-(\d+)$/.exec(device);
  return match ? { deviceNumber: `${match[1]}:${match[2]}` } : {};
}
