import { defineParser, type ParseProblem } from '../parser.ts';
import type { StackCounter, StackCounters } from '../text/counters.ts';
import { readCount } from '../text/number.ts';
import { isBlankLine } from '../text/words.ts';

/** How net-tools words a counter; old versions misspell some. */
const WORDINGS: readonly (readonly [RegExp, string])[] = [
  [/^active connections? openings?$/, 'TcpActiveOpens'],
  [/^passive connection openings?$/, 'TcpPassiveOpens'],
  [/^failed connection attempts?$/, 'TcpAttemptFails'],
  [/^connection resets? received$/, 'TcpEstabResets'],
  [/^segments received$/, 'TcpInSegs'],
  [/^segments (?:sent|send) out$/, 'TcpOutSegs'],
  [/^segments retransmitt?ed$/, 'TcpRetransSegs'],
  [/^bad segments received\.?$/, 'TcpInErrs'],
  [/^resets sent$/, 'TcpOutRsts'],
  [/^times the listen queue of a socket overflowed$/, 'TcpExtListenOverflows'],
  [/^SYNs to LISTEN sockets (?:dropped|ignored)$/, 'TcpExtListenDrops'],
  [/^fast retransmits$/, 'TcpExtTCPFastRetrans'],
  [/^forward retransmits$/, 'TcpExtTCPForwardRetrans'],
];
const SECTION = /^(?:Ip|Icmp|IcmpMsg|Tcp|Udp|UdpLite|TcpExt|IpExt|MPTcpExt):\s*$/;
/** What no wording above covers: ' 12 packets …', '    TCPLostRetransmit: 5', ' ICMP input histogram:'. */
const NAMED = /^\s+(TCP\w+): (\d+)$/;
const WORDED = /^\s+(\d+) (\D.*?)\s*$/;
const OTHER = /^\s+(?:[A-Za-z][\w ]*: ?\d*|Forwarding: \w+|detected reordering .*)$|^\s+[A-Z][\w ]* histogram:$/;

/**
 * netstat -s: counters of the network stack in words.
 *
 * Reads   netstat -s of net-tools, whole or the lines that a grep kept; busybox has no -s
 * Columns '12178939 times the listen queue of a socket overflowed' -> TcpExtListenOverflows; 'TCPSackRecovery: 1' -> TcpExtTCPSackRecovery
 * Not     counters that no rule asks for; other languages than English
 * Caution zeros are not printed, so an absent counter is 0 only in a whole output; old versions wrap at 32 bits
 * Source  netstat(8); net-tools statistics.c
 *
 *     Tcp:
 *         2816244857 segments send out
 *         191055808 segments retransmited
 */
export const netstatS = defineParser<StackCounters>({
  recognise: { command: /^netstat\s+-\w*s/, looksLike: (lines) => lines.some((line) => SECTION.test(line) || nameOf(line) !== undefined) },
  parse: (source) => {
    const counters = new Map<string, StackCounter>();
    const problems: ParseProblem[] = [];
    for (const { text, cite } of source.lines) {
      if (isBlankLine(text) || SECTION.test(text)) continue;
      const named = nameOf(text);
      if (named) counters.set(named.name, { value: named.value, cites: [cite] });
      else if (!WORDED.test(text) && !OTHER.test(text)) problems.push({ cite, why: 'no line of netstat -s' });
    }
    return { sample: counters.size > 0 ? { counters } : undefined, problems };
  },
});

function nameOf(text: string): { readonly name: string; readonly value: number } | undefined {
  const [, counter, cell] = NAMED.exec(text) ?? [];
  if (counter !== undefined) return valued(`TcpExt${counter}`, cell);
  const [, count, worded = ''] = WORDED.exec(text.slice(0, 200)) ?? [];
  return valued(WORDINGS.find(([wording]) => wording.test(worded))?.[1], count);
}

function valued(name: string | undefined, cell: string | undefined): { readonly name: string; readonly value: number } | undefined {
  const value = readCount(cell);
  return name === undefined || value === undefined ? undefined : { name, value };
}
