import type { Row } from '../../model/evidence.ts';
import { defineParser, type ParseProblem } from '../parser.ts';
import { readCount } from '../text/number.ts';
import { isBlankLine, words } from '../text/words.ts';

/** What one CPU did since boot. */
export interface SchedstatCpu extends Row {
  /** Its number as printed: '0'. */
  readonly cpu: string;
  /** Time that tasks ran. */
  readonly ranNs: number;
  /** Time that tasks stood in its run queue and did not run, added up over them: run delay. */
  readonly runDelayNs: number;
  readonly timeslices: number;
}
export interface SchedstatSample {
  readonly version: number;
  readonly cpus: readonly SchedstatCpu[];
}

/** Before the first the counters stood elsewhere and counted ticks; where later ones have them nobody knows yet. */
const VERSIONS = { first: 15, last: 17 };
/** sched_yield, one that is always 0, schedule, left idle, woken up, woken up here, ran, run delay, timeslices. */
const COUNTERS = 9;

/**
 * /proc/schedstat: how long tasks ran on each CPU, and waited for it.
 *
 * Reads   versions 15 to 17 of the file (Linux 2.6.30 and later)
 * Columns of a cpu line the last three: time run -> ranNs, time waited -> runDelayNs, timeslices
 * Not     the timestamp; domain lines, which tell of load balancing; the other counters, which are 0 unless schedstats are switched on
 * Caution totals since boot: only growth tells of now. Not every kernel keeps the file (CONFIG_SCHEDSTATS)
 * Source  https://docs.kernel.org/scheduler/sched-stats.html
 *
 *     version 15
 *     cpu0 0 0 0 0 0 0 59501267037720 16902762382193 1319621004
 */
export const schedstat = defineParser<SchedstatSample>({
  recognise: {
    path: /^\/proc\/schedstat$/,
    command: /^(?:cat|head)\b.*\s\/proc\/schedstat\b/,
    looksLike: (lines) =>
      lines.slice(0, 3).some((line) => /^version \d{1,3}\r?$/.test(line)) &&
      lines.slice(0, 5).some((line) => /^timestamp \d+\r?$/.test(line)),
  },
  parse: (source) => {
    const problems: ParseProblem[] = [];
    const cpus: SchedstatCpu[] = [];
    let version: number | undefined;
    for (const { text, cite } of source.lines) {
      if (isBlankLine(text) || /^(?:timestamp|domain\d+)\b/.test(text)) continue;
      const [name = '', ...cells] = words(text.trimEnd());
      const counts = cells.map(readCount);
      const [ranNs, runDelayNs, timeslices] = counts.slice(-3);
      const cpu = /^cpu(\d{1,5})$/.exec(name)?.[1];
      if (name === 'version' && counts.length === 1) version = counts[0];
      else if (cpu === undefined || counts.length !== COUNTERS || !isKnown(version ?? VERSIONS.first)) problems.push({ cite, why: WHY });
      else if (ranNs === undefined || runDelayNs === undefined || timeslices === undefined) problems.push({ cite, why: WHY });
      else cpus.push({ cpu, ranNs, runDelayNs, timeslices, cites: [cite] });
    }
    return { sample: version !== undefined && cpus.length > 0 ? { version, cpus } : undefined, problems };
  },
});

function isKnown(version: number): boolean {
  return version >= VERSIONS.first && version <= VERSIONS.last;
}

const WHY = 'not a line of /proc/schedstat, version 15 to 17';
