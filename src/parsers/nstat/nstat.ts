import { defineParser, type ParseProblem } from '../parser.ts';
import type { StackCounter, StackCounters } from '../text/counters.ts';
import { readCount } from '../text/number.ts';
import { isBlankLine, words } from '../text/words.ts';

const ROW = /^(?:Ip|Icmp|IcmpMsg|Tcp|TcpExt|Udp|UdpLite|IpExt|MPTcpExt|Ip6|Icmp6|Udp6|UdpLite6)[A-Z0-9]\w*\s+\d+\s+\d+(?:\.\d+)?\s*$/;

/**
 * nstat: counters of the network stack by their kernel names.
 *
 * Reads   nstat of iproute2, with -a (since boot) and -z (zeros too), whole or the lines that a grep kept
 * Columns name, value -> counter
 * Not     the rate in the last column, which is zero unless nstat runs as a daemon
 * Caution without -a it prints what grew since the same user last called it, whenever that was
 * Source  nstat(8)
 *
 *     #kernel
 *     TcpExtListenOverflows           12178939              0.0
 */
export const nstat = defineParser<StackCounters>({
  recognise: { command: /^nstat\b/, looksLike: (lines) => lines.some((line) => ROW.test(line)) },
  parse: (source) => {
    const counters = new Map<string, StackCounter>();
    const problems: ParseProblem[] = [];
    for (const { text, cite } of source.lines) {
      if (isBlankLine(text) || text.startsWith('#')) continue;
      const [name = '', cell] = words(text);
      const value = readCount(cell);
      if (ROW.test(text) && value !== undefined) counters.set(name, { value, cites: [cite] });
      else problems.push({ cite, why: 'no line of nstat' });
    }
    return { sample: counters.size > 0 ? { counters } : undefined, problems };
  },
});
