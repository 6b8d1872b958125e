import { defineParser, type Parsed, type Source } from '../parser.ts';
import type { TopSample } from './sample.ts';
import { type Reading, readLine, screensOf } from './screen.ts';

/**
 * top: the summary and the task list, screen after screen.
 *
 * Reads   top of procps 2 to 4 and its vendor builds, `top -H`, busybox top; one screen, several (-b), or a piece of one.
 *         Columns are found by header; the summary by its words, so translated builds and decimal commas are read too.
 * Columns RES, RSS, VIRT, VSZ -> bytes (bare figures are KiB); TIME+ -> cpuSeconds; us|usr|user|ut -> userPct, wa|io -> iowaitPct,
 *         hi|irq -> hardirqPct, si|sirq -> softirqPct, st -> stealPct; shrd -> sharedBytes; buff/cache -> buffersAndCacheBytes
 * Not     PR, SHR, %VSZ, GROUP, P and whatever else a person has added; lines of NUMA nodes
 * Caution in batch mode the first screen's CPU figures are since boot, busybox's are of a tenth of a second; busybox prints %VSZ, not memory in use
 * Source  top(1) of procps-ng; busybox procps/top.c
 *
 *     %Cpu(s):  6.4 us, 25.7 sy,  0.0 ni, 60.0 id,  7.9 wa,  0.0 hi,  0.0 si,  0.0 st
 *       PID USER      PR  NI    VIRT    RES    SHR S  %CPU %MEM     TIME+ COMMAND
 *        62 root      39  19       0      0      0 R 100.0  0.0 930:01.74 khugepaged
 */
export const top = defineParser<TopSample>({
  recognise: {
    command: /^(?:busybox )?top\b/,
    looksLike: (lines) => lines.slice(0, LOOK_AT_LINES).some((text) => SIGNS.some((sign) => sign.test(text.slice(0, READ_CHARS)))),
  },
  parse,
});

const LOOK_AT_LINES = 40;
/** No top prints wider lines than 512 columns: what a hostile one holds beyond is not searched. */
const READ_CHARS = 1000;
const BUSYBOX = /^CPU\d*:\s+\d+(?:\.\d+)?% usr/;
const SIGNS = [
  /^top - \d/,
  /^%?Cpu(?:\(s\)|\d+)?\s*:\s*\d.*(?:us|ut)\b/i,
  BUSYBOX,
  /^\s*PID\s+(?:PPID\s+)?USER\s+(?:PR|PRI|STAT)\b/,
  /^\s*\d+ processes: \d+ sleeping/,
];

function parse(source: Source): Parsed<TopSample> {
  const reading: Reading = { drafts: [], problems: [] };
  for (const whole of source.lines) {
    const line = whole.text.length > READ_CHARS ? { ...whole, text: whole.text.slice(0, READ_CHARS) } : whole;
    // Blank lines part the sections; dots are where a person left rows out.
    if (/^\s*(?:\[?\.{3,}\]?\s*)?$/.test(line.text) || readLine(line, reading)) continue;
    reading.problems.push({ cite: line.cite, why: 'no line of top' });
  }
  const screens = screensOf(reading);
  const busybox = source.lines.some(({ text }) => BUSYBOX.test(text.slice(0, READ_CHARS))) ? { busybox: true as const } : {};
  return { sample: screens.length > 0 ? { screens, ...busybox } : undefined, problems: reading.problems };
}
