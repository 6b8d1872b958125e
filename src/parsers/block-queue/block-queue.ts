import { citesOf, defineParser, type Parsed, type ParseProblem, type Source, type SourceLine } from '../parser.ts';
import { readCount } from '../text/number.ts';
import { isBlankLine } from '../text/words.ts';
import type { BlockFact, BlockQueueSample } from './sample.ts';

/**
 * /sys/block: what a block device is, apart from its load.
 *
 * Reads   /sys/block/DEV/{size,dev,queue/scheduler,queue/rotational,queue/nr_requests,queue/read_ahead_kb,dm/name,md/level,loop/backing_file},
 *         /sys/block/DEV/PART/{dev,size,partition}, and the same below /sys/class/block, each by its path; `ls -l` lines of slaves and holders
 * Columns scheduler in brackets -> scheduler; read_ahead_kb (x 1024) -> readAheadBytes; size (sectors of 512, whatever the disk's own) ->
 *         sizeBytes; nr_requests -> queueDepth; dev -> deviceNumber
 * Not     any other file: the catalogue names these
 * Caution read-ahead and scheduler of a dm or loop device say little; the disk below serves the requests
 * Source  Documentation/ABI/stable/sysfs-block
 *
 *     /sys/block/sda/queue/scheduler:[mq-deadline] none
 *     /sys/block/dm-0/slaves/sda2 -> ../../../../pci0000:00/…/block/sda/sda2
 */
export const blockQueue = defineParser<BlockQueueSample>({
  recognise: {
    path: /^\/sys\/(?:block|class\/block)\//,
    looksLike: (lines) => lines.slice(0, 10).some((text) => LINK.test(text) || PREFIXED.test(text)),
  },
  parse,
});

const SECTOR_BYTES = 512;
const KIB = 1024;
/** A file's line that still has its path in front, as grep -H leaves it. */
const PREFIXED = /^(\/sys\/(?:block|class\/block)\/[^:]+):(.*)$/;
const LINK = /(\/sys\/(?:block|class\/block)\/([^/\s]+)\/(slaves|holders)\/([^/\s]+)) -> \S/;

function parse(source: Source): Parsed<BlockQueueSample> {
  const facts: BlockFact[] = [];
  const problems: ParseProblem[] = [];
  for (const line of source.lines) {
    if (isBlankLine(line.text)) continue;
    const read = readLink(line) ?? readFile(line, source.path);
    if (read === undefined) problems.push({ cite: line.cite, why: 'no known file of /sys/block' });
    else facts.push(read);
  }
  return { sample: facts.length > 0 ? { facts } : undefined, problems };
}

function readLink(line: SourceLine): BlockFact | undefined {
  const [, , device, kind, other] = LINK.exec(line.text) ?? [];
  if (device === undefined || other === undefined) return undefined;
  return { device, ...(kind === 'slaves' ? { slave: other } : { holder: other }), cites: citesOf(line.cite) };
}

function readFile(line: SourceLine, ofSource: string | undefined): BlockFact | undefined {
  const [, inLine, behind] = ofSource === undefined ? (PREFIXED.exec(line.text) ?? []) : [];
  const path = ofSource ?? inLine;
  const text = (behind ?? line.text).trim();
  const [, top, rest = ''] = /^\/sys\/(?:block|class\/block)\/([^/]+)\/(.+)$/.exec(path ?? '') ?? [];
  if (top === undefined) return undefined;
  const fact = factOf(rest, text);
  if (fact !== undefined) return { device: top, ...fact, cites: citesOf(line.cite) };
  const [, partition, file = ''] = /^([^/]+)\/(dev|size|partition)$/.exec(rest) ?? [];
  const ofPartition = factOf(file, text);
  if (partition === undefined || ofPartition === undefined) return undefined;
  return { device: partition, disk: top, ...ofPartition, cites: citesOf(line.cite) };
}

function factOf(file: string, text: string): Partial<BlockFact> | undefined {
  const count = readCount(text);
  switch (file) {
    case 'queue/scheduler':
      // A device without a choice prints its one scheduler without brackets.
      return text === '' ? undefined : { scheduler: /\[([^\]]+)\]/.exec(text)?.[1] ?? text };
    case 'queue/rotational':
      return text === '0' || text === '1' ? { rotational: text === '1' } : undefined;
    case 'queue/nr_requests':
      return count === undefined ? undefined : { queueDepth: count };
    case 'queue/read_ahead_kb':
      return count === undefined ? undefined : { readAheadBytes: count * KIB };
    case 'size':
      return count === undefined ? undefined : { sizeBytes: count * SECTOR_BYTES };
    case 'dev':
      return /^\d+:\d+$/.test(text) ? { deviceNumber: text } : undefined;
    case 'dm/name':
      return { mapperName: text };
    case 'md/level':
      return { raidLevel: text };
    case 'loop/backing_file':
      return { backingFile: text };
    case 'partition':
      // That the file is there tells all: its directory is a partition of the one above.
      return count === undefined ? undefined : {};
    default:
      return undefined;
  }
}
