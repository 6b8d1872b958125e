import { defineParser, type Parsed, type ParseProblem, type Source, type SourceLine } from '../parser.ts';
import type { StackCounter, StackCounters } from '../text/counters.ts';
import { readNumber } from '../text/number.ts';
import { isBlankLine, words } from '../text/words.ts';

/**
 * /proc/net/snmp and /proc/net/netstat: what the network stack has counted since boot.
 *
 * Reads   both files, and /proc/net/snmp6; of any kernel
 * Columns 'Tcp: RetransSegs' over 'Tcp: 1717' -> TcpRetransSegs, as nstat names it
 * Not     settings that stand among the counters and are negative (MaxConn -1)
 * Caution they count for one network namespace; OutSegs leaves out what was sent again
 * Source  proc_net(5); Documentation/networking/snmp_counter.rst
 *
 *     Tcp: RtoAlgorithm RtoMin RtoMax MaxConn ActiveOpens PassiveOpens AttemptFails EstabResets CurrEstab InSegs OutSegs RetransSegs
 *     Tcp: 1 200 120000 -1 11060 10486 347 44 0 885298 872291 1717
 */
export const procNetSnmp = defineParser<StackCounters>({
  recognise: {
    path: /^\/proc\/net\/(?:snmp6?|netstat)$/,
    looksLike: (lines) => lines.some((line) => /^(?:Tcp: RtoAlgorithm|TcpExt: SyncookiesSent) /.test(line)),
  },
  parse,
});

const GROUP = /^([A-Z][A-Za-z0-9]*):$/;

function parse(source: Source): Parsed<StackCounters> {
  const counters = new Map<string, StackCounter>();
  const problems: ParseProblem[] = [];
  let header: readonly string[] = [];
  for (const line of source.lines) {
    if (isBlankLine(line.text)) continue;
    const cells = words(line.text);
    if (isHeader(cells)) header = cells;
    else if (!readPair(line, cells, counters) && !readRow(line, cells, header, counters)) {
      problems.push({ cite: line.cite, why: 'no line of counters under its names' });
    }
  }
  return { sample: counters.size > 0 ? { counters } : undefined, problems };
}

function isHeader([group = '', first = '']: readonly string[]): boolean {
  return GROUP.test(group) && /^[A-Za-z]/.test(first);
}

/** 'Ip6InReceives 12' of snmp6. */
function readPair({ cite }: SourceLine, cells: readonly string[], counters: Map<string, StackCounter>): boolean {
  const [name = '', cell] = cells;
  const value = readNumber(cell);
  if (cells.length !== 2 || value === undefined || !/^(?:Ip6|Icmp6|Udp6|UdpLite6)\w+$/.test(name)) return false;
  counters.set(name, { value, cites: [cite] });
  return true;
}

function readRow({ cite }: SourceLine, cells: readonly string[], header: readonly string[], counters: Map<string, StackCounter>): boolean {
  const group = GROUP.exec(cells[0] ?? '')?.[1];
  if (group === undefined || cells[0] !== header[0] || cells.length > header.length) return false;
  for (const [at, cell] of cells.entries()) {
    const value = at === 0 ? undefined : readNumber(cell);
    if (value !== undefined && value >= 0) counters.set(`${group}${header[at]}`, { value, cites: [cite] });
  }
  return true;
}
