import { defineParser, type ParseProblem } from '../parser.ts';
import type { SsSummarySample, TcpSockets } from '../text/counters.ts';
import { isBlankLine } from '../text/words.ts';

const TCP = /^TCP:\s+\d+ \(estab (\d{1,12}), closed \d+, orphaned (\d{1,12}),(?: synrecv \d+,)? timewait (\d{1,12})(?:\/\d+)?\)/;
const OTHER = /^(?:Total: \d+|Transport Total\s+IP\s+IPv6|(?:\*|RAW|UDP|TCP|INET|FRAG)\s+\d+\s)/;

/**
 * ss -s: how many sockets there are, by state.
 *
 * Reads   ss -s of iproute2, old ('synrecv 0, timewait 28605/0') and new
 * Columns estab -> established, orphaned, timewait -> timeWait
 * Not     the table of transports; closed, which counts those in TIME-WAIT too
 * Caution TIME-WAIT of a server's port takes no local port; only those that this host opened do
 * Source  ss(8)
 *
 *     TCP:   32670 (estab 3794, closed 28681, orphaned 0, synrecv 0, timewait 28605/0), ports 0
 */
export const ssSummary = defineParser<SsSummarySample>({
  recognise: { command: /^ss\s+-s\b/, looksLike: (lines) => lines.some((line) => TCP.test(line)) },
  parse: (source) => {
    const problems: ParseProblem[] = [];
    let tcp: TcpSockets | undefined;
    for (const { text, cite } of source.lines) {
      const [, established, orphaned, timeWait] = TCP.exec(text) ?? [];
      if (timeWait !== undefined)
        tcp ??= { established: Number(established), orphaned: Number(orphaned), timeWait: Number(timeWait), cites: [cite] };
      else if (!isBlankLine(text) && !OTHER.test(text)) problems.push({ cite, why: 'no line of ss -s' });
    }
    return { sample: tcp === undefined ? undefined : { tcp }, problems };
  },
});
