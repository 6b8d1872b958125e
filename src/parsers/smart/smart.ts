import { citesOf, defineParser, type Parsed, type ParseProblem, type Source, type SourceLine } from '../parser.ts';
import { readCount } from '../text/number.ts';
import { isBlankLine } from '../text/words.ts';
import type { SmartReading, SmartSample } from './sample.ts';

/**
 * smartctl -A: what a disk says of its own health.
 *
 * Reads   smartctl -A, -a, -H of ATA disks (rows of the attribute table, with the header or without) and NVMe ('Name:   value' lines)
 * Columns VALUE -> value, THRESH -> threshold, RAW_VALUE -> rawValue (its first number); WHEN_FAILED other than '-' -> failing;
 *         'Critical Warning: 0x00' -> rawValue, failing where not 0
 * Not     WORST, FLAG, TYPE, UPDATED; the banner and the lines about the model
 * Caution the maker decides what a raw value counts: only sector counts are alike everywhere
 * Source  smartctl(8)
 *
 *     ID# ATTRIBUTE_NAME          FLAG     VALUE WORST THRESH TYPE      UPDATED  WHEN_FAILED RAW_VALUE
 *       5 Reallocated_Sector_Ct   0x0033   099   099   009    Pre-fail  Always       -       18
 */
export const smart = defineParser<SmartSample>({
  recognise: {
    command: /^smartctl\b/,
    looksLike: (lines) => lines.some((text) => ATA_ROW.test(text) || /^(?:ID# ATTRIBUTE_NAME|SMART overall-health)/.test(text)),
  },
  parse,
});

const ATA_ROW =
  /^\s*\d{1,3} ([A-Za-z][\w-]*)\s+0x[0-9a-f]{4}\s+(\d{1,3})\s+\d{1,3}\s+(\d{1,3}|---)\s+(?:Pre-fail|Old_age)\s+\S+\s+(\S+)\s+(\d+)/;
const NVME_ROW =
  /^(Critical Warning|Available Spare|Available Spare Threshold|Percentage Used|Media and Data Integrity Errors|Error Information Log Entries):\s+(0x[0-9a-f]+|[\d,.]+)/;
const HEALTH = /^SMART (?:overall-health self-assessment test result|Health Status):\s+(\S+)/;
/** A table or a line of NVMe that is known and not read, and what smartctl says before it. */
const KNOWN = /^(?:smartctl |Copyright|===|ID#|SMART[ /]|Vendor Specific|General SMART|[A-Z][\w ()./-]+:\s)/;

function parse(source: Source): Parsed<SmartSample> {
  const device = /\/dev\/([\w-]+)/.exec(source.command)?.[1];
  const attributes: SmartReading[] = [];
  const problems: ParseProblem[] = [];
  for (const line of source.lines) {
    const read = readAta(line) ?? readNvme(line) ?? readHealth(line);
    if (read !== undefined) attributes.push({ ...(device === undefined ? {} : { device }), ...read });
    else if (!isBlankLine(line.text) && !KNOWN.test(line.text)) problems.push({ cite: line.cite, why: 'no attribute of smartctl' });
  }
  return { sample: attributes.length > 0 ? { attributes } : undefined, problems };
}

function readAta(line: SourceLine): SmartReading | undefined {
  const match = ATA_ROW.exec(line.text);
  if (!match) return undefined;
  const [, name = '', current, limit, failed, raw] = match;
  const value = readCount(current);
  const threshold = readCount(limit);
  const rawValue = readCount(raw);
  const below = value !== undefined && threshold !== undefined && threshold > 0 && value <= threshold;
  return {
    name,
    ...(value === undefined ? {} : { value }),
    ...(threshold === undefined ? {} : { threshold }),
    ...(rawValue === undefined ? {} : { rawValue }),
    failing: below || failed === 'FAILING_NOW',
    cites: citesOf(line.cite),
  };
}

function readNvme(line: SourceLine): SmartReading | undefined {
  const match = NVME_ROW.exec(line.text);
  if (!match) return undefined;
  const [, name = '', text = ''] = match;
  // Thousands are grouped with commas here, and nowhere else.
  const rawValue = text.startsWith('0x') ? Number.parseInt(text, 16) : readCount(text.replaceAll(',', ''));
  if (rawValue === undefined) return undefined;
  return { name, rawValue, failing: name === 'Critical Warning' && rawValue !== 0, cites: citesOf(line.cite) };
}

function readHealth(line: SourceLine): SmartReading | undefined {
  const match = HEALTH.exec(line.text);
  return match ? { name: 'overall health', failing: !/^(?:PASSED|OK)$/.test(match[1] ?? ''), cites: citesOf(line.cite) } : undefined;
}
