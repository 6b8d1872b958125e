import type { Row } from '../../model/evidence.ts';
import { citesOf, defineParser, type SourceLine } from '../parser.ts';
import { isBlankLine } from '../text/words.ts';

export interface DateSample extends Row {
  /** The host's clock as printed, read as UTC. Of `date +%s` the true instant. */
  readonly wall: Date;
  /** How far its zone is ahead of UTC, where the line tells; a zone's short name alone is not unique. */
  readonly aheadMinutes?: number;
}

/**
 * date: the host's clock, by which a pasted log is dated.
 *
 * Reads   date in the C and English locales, with 24 and 12 hours, -I, -Is, -R, --rfc-3339; date +%s where the command line says so
 * Columns the stamp -> wall; 'UTC', 'GMT' or an offset -> aheadMinutes
 * Not     other locales and formats of one's own; a bare number without its command line
 * Caution a zone's name other than UTC and GMT is left unread: CST is three of them
 * Source  date(1) of coreutils
 *
 *     Tue Dec  1 05:46:02 UTC 2026
 *     2026-12-01T06:46:02+01:00
 */
export const date = defineParser<DateSample>({
  recognise: {
    command: /^date\b/,
    looksLike: (lines) => {
      const [only, ...more] = lines.filter((line) => !isBlankLine(line));
      return only !== undefined && more.length === 0 && readStamp(only) !== undefined;
    },
  },
  parse: (source) => {
    const lines = source.lines.filter(({ text }) => !isBlankLine(text));
    const epoch = /^date\s.*\+%s$/.test(source.command.trim());
    const read = (line: SourceLine) => (epoch ? readEpoch(line.text) : undefined) ?? readStamp(line.text);
    const line = lines.findLast((each) => read(each) !== undefined);
    const stamp = line && read(line);
    const problems = lines.filter((each) => read(each) === undefined).map(({ cite }) => ({ cite, why: 'no date' }));
    return { sample: line && stamp ? { ...stamp, cites: citesOf(line.cite) } : undefined, problems };
  },
});

type Stamp = Omit<DateSample, 'cites'>;

const MAX_STAMP = 80;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const CLOCK = String.raw`(?<hours>\d{1,2}):(?<minutes>\d\d):(?<seconds>\d\d)(?: (?<half>[AP]M))?`;
const ZONE = String.raw`(?<zone>[A-Z]{1,5}|[+-]\d\d(?::?\d\d)?)`;
const FORMS = [
  new RegExp(String.raw`^\w{3} (?<month>\w{3}) {1,2}(?<day>\d{1,2}) ${CLOCK} ${ZONE} (?<year>\d{4})$`),
  new RegExp(String.raw`^\w{3},? (?<day>\d{1,2}) (?<month>\w{3}) (?<year>\d{4}) ${CLOCK} ${ZONE}$`),
  new RegExp(String.raw`^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)(?:[T ]${CLOCK}(?:[.,]\d{1,9})? ?${ZONE})?$`),
];

function readStamp(text: string): Stamp | undefined {
  const bare = text.length <= MAX_STAMP ? text.trim() : '';
  const groups = FORMS.map((form) => form.exec(bare)?.groups).find((found) => found !== undefined);
  if (groups === undefined) return undefined;
  const { year, month = '', day, hours = '0', minutes = '0', seconds = '0', half, zone } = groups;
  const monthIndex = /^\d/.test(month) ? Number(month) - 1 : MONTHS.indexOf(month);
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (half === 'PM' ? 12 : 0);
  const wall = new Date(Date.UTC(Number(year), monthIndex, Number(day), hour, Number(minutes), Number(seconds)));
  // A day or an hour that does not exist would be carried over.
  if (monthIndex < 0 || wall.getUTCMonth() !== monthIndex || wall.getUTCHours() !== hour) return undefined;
  const aheadMinutes = zone === undefined ? undefined : minutesAhead(zone);
  return { wall, ...(aheadMinutes === undefined ? {} : { aheadMinutes }) };
}

function minutesAhead(zone: string): number | undefined {
  if (/^(?:UTC|GMT|Z)$/.test(zone)) return 0;
  const offset = /^([+-])(\d\d):?(\d\d)?$/.exec(zone);
  return offset ? (offset[1] === '-' ? -1 : 1) * (Number(offset[2]) * 60 + Number(offset[3] ?? 0)) : undefined;
}

function readEpoch(text: string): Stamp | undefined {
  return /^\s*\d{9,10}\s*$/.test(text) ? { wall: new Date(Number(text) * 1000) } : undefined;
}
