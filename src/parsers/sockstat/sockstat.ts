import { defineParser, type ParseProblem } from '../parser.ts';
import type { SsSummarySample, TcpSockets } from '../text/counters.ts';
import { readCount } from '../text/number.ts';
import { isBlankLine } from '../text/words.ts';

const TCP = /^TCP: inuse \d+ orphan (\d+) tw (\d+) alloc \d+ mem \d+\s*$/;
const OTHER = /^(?:sockets: used \d+|(?:TCP6?|UDP6?|UDPLITE6?|RAW6?|FRAG6?): inuse \d+.*)$/;

/**
 * /proc/net/sockstat: how many sockets there are.
 *
 * Reads   the file of any kernel, and sockstat6
 * Columns orphan -> orphaned, tw -> timeWait
 * Not     memory, which is in pages, and sockets in use
 * Caution tw counts the namespace's IPv4 and IPv6 together
 * Source  proc_net(5); net/ipv4/proc.c
 *
 *     sockets: used 22
 *     TCP: inuse 1 orphan 0 tw 0 alloc 1 mem 43
 */
export const sockstat = defineParser<SsSummarySample>({
  recognise: { path: /^\/proc\/net\/sockstat6?$/, looksLike: (lines) => lines.some((line) => TCP.test(line)) },
  parse: (source) => {
    const problems: ParseProblem[] = [];
    let tcp: TcpSockets | undefined;
    for (const { text, cite } of source.lines) {
      const [orphaned, timeWait] = (TCP.exec(text) ?? []).slice(1).map(readCount);
      if (orphaned !== undefined && timeWait !== undefined) tcp ??= { orphaned, timeWait, cites: [cite] };
      else if (!isBlankLine(text) && !OTHER.test(text)) problems.push({ cite, why: 'no line of sockstat' });
    }
    return { sample: tcp === undefined ? undefined : { tcp }, problems };
  },
});
