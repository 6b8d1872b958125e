import type { Row } from '../../model/evidence.ts';
import { defineParser, type SourceLine } from '../parser.ts';
import { readNumber } from '../text/number.ts';
import { isBlankLine } from '../text/words.ts';

/** /proc/uptime, or the line that the command uptime prints. */
export interface UptimeSample extends Row {
  readonly uptimeSeconds?: number;
  /** Sum over all CPUs. */
  readonly idleSeconds?: number;
  readonly loadAverage1?: number;
  readonly loadAverage5?: number;
  readonly loadAverage15?: number;
}

const FILE = /^\s*(\d{1,12}\.\d\d) (\d{1,14}\.\d\d)\s*$/;
const COMMAND = /^\s*\d{1,2}:\d\d(?::\d\d)?(?:\s?[ap]m)?\s+up\s+(.*?),\s*(?:\d+ users?,\s*)?load averages?:\s*(.*)$/i;
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * Uptime, and with the command the load averages.
 *
 * Reads   /proc/uptime; the line of the command uptime, with or without its users
 * Columns the first figure, or 'up 12 days,  3:41' -> uptimeSeconds; the second -> idleSeconds (of all CPUs together); load average ->
 *         loadAverage1, loadAverage5, loadAverage15
 * Not     the clock and the number of users
 * Caution in a container the file may tell the container's age, where lxcfs stands in for it
 * Source  proc_uptime(5), uptime(1)
 *
 *     351735.12 698214.40
 *      00:10:05 up 4 days,  1:42,  2 users,  load average: 14.02, 9.31, 4.10
 */
export const uptime = defineParser<UptimeSample>({
  recognise: {
    path: /^\/proc\/uptime$/,
    command: /^uptime\b/,
    looksLike: (lines) => {
      const [only, ...more] = lines.filter((line) => !isBlankLine(line));
      return only !== undefined && only.length < MAX_LINE && (COMMAND.test(only) || (more.length === 0 && FILE.test(only)));
    },
  },
  parse: (source) => {
    for (const line of source.lines) {
      const sample = line.text.length < MAX_LINE ? (readFile(line) ?? readCommand(line)) : undefined;
      if (sample) return { sample, problems: [] };
    }
    const [first] = source.lines;
    return { sample: undefined, problems: first ? [{ cite: first.cite, why: 'neither /proc/uptime nor a line of uptime' }] : [] };
  },
});
const MAX_LINE = 200;

function readFile(line: SourceLine): UptimeSample | undefined {
  const match = FILE.exec(line.text);
  const [uptimeSeconds, idleSeconds] = [readNumber(match?.[1]), readNumber(match?.[2])];
  return uptimeSeconds === undefined || idleSeconds === undefined ? undefined : { uptimeSeconds, idleSeconds, cites: [line.cite] };
}

function readCommand(line: SourceLine): UptimeSample | undefined {
  const match = COMMAND.exec(line.text);
  if (!match) return undefined;
  const uptimeSeconds = spanSeconds(match[1] ?? '');
  // Other locales write '0,43, 0,38, 0,24'.
  const [one, five, fifteen] = (match[2] ?? '').split(/,?\s+/).map((word) => readNumber(word));
  return {
    ...(uptimeSeconds !== undefined ? { uptimeSeconds } : {}),
    ...(one !== undefined ? { loadAverage1: one } : {}),
    ...(five !== undefined ? { loadAverage5: five } : {}),
    ...(fifteen !== undefined ? { loadAverage15: fifteen } : {}),
    cites: [line.cite],
  };
}

/** '12 days,  3:41', '47 min', '1 day, 5 min'. */
function spanSeconds(text: string): number | undefined {
  const days = /(\d{1,6}) days?/.exec(text)?.[1];
  const minutes = /(\d{1,4}) min/.exec(text)?.[1];
  const clock = /(\d{1,2}):(\d\d)/.exec(text);
  if (days === undefined && minutes === undefined && !clock) return undefined;
  return Number(days ?? 0) * DAY + Number(minutes ?? 0) * MINUTE + Number(clock?.[1] ?? 0) * HOUR + Number(clock?.[2] ?? 0) * MINUTE;
}
