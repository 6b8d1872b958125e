import type { Row } from '../../model/evidence.ts';
import { defineParser, type ParseProblem } from '../parser.ts';
import { readCount, readNumber } from '../text/number.ts';
import { isBlankLine } from '../text/words.ts';

/** One queueing discipline and what it counted since it was made. */
export interface Qdisc extends Row {
  readonly kind: string;
  readonly handle: string;
  readonly interface: string;
  /** What it lets through, where it has a rate of its own (tbf, htb's classes have none here). */
  readonly rateBytesPerS?: number;
  readonly sentBytes?: number;
  readonly sentPackets?: number;
  readonly dropped?: number;
  readonly overlimits?: number;
}
export interface QdiscSample {
  readonly qdiscs: readonly Qdisc[];
}

const HEAD = /^qdisc (\w{1,20}) ([0-9a-f]{1,4}:) (?:\[offloaded\] )?(?:dev (\S{1,32})|root|parent)/;
const RATE = / rate (\d+(?:\.\d+)?)([KMGT]?)(i?)(bit|bps)\b/;
const SENT = /^\s*Sent (\d+) bytes (\d+) pkts? \(dropped (\d+), overlimits (\d+) requeues \d+\)/;
const POWER: Readonly<Record<string, number>> = { '': 0, K: 1, M: 2, G: 3, T: 4 };

/**
 * tc -s qdisc: what waits in front of an interface, and what it dropped.
 *
 * Reads   tc -s qdisc show of iproute2
 * Columns 'rate 2Mbit' -> rateBytesPerS; Sent … bytes … pkt (dropped …, overlimits …) -> sentBytes, sentPackets, dropped, overlimits
 * Not     backlog, requeues, options of other kinds
 * Caution a qdisc with classes counts what its leaves drop once more
 * Source  tc(8), tc-tbf(8)
 *
 *     qdisc tbf 8001: dev eth0 root refcnt 2 rate 2Mbit burst 4Kb limit 6Kb
 *      Sent 4815061 bytes 33182 pkt (dropped 0, overlimits 0 requeues 2)
 */
export const qdisc = defineParser<QdiscSample>({
  recognise: { command: /^tc\s+(?:-\w+\s+)*qdisc\b/, looksLike: (lines) => lines.some((line) => HEAD.test(line)) },
  parse: (source) => {
    const qdiscs: Qdisc[] = [];
    const problems: ParseProblem[] = [];
    for (const { text, cite } of source.lines) {
      if (isBlankLine(text)) continue;
      const [, kind, handle, of] = HEAD.exec(text) ?? [];
      const last = qdiscs.at(-1);
      const sent = (SENT.exec(text) ?? []).slice(1).map(readCount);
      if (kind !== undefined && handle !== undefined && of !== undefined) {
        const rateBytesPerS = rateOf(text);
        qdiscs.push({ kind, handle, interface: of, ...(rateBytesPerS === undefined ? {} : { rateBytesPerS }), cites: [cite] });
      } else if (last && last.sentBytes === undefined && sent.length > 0) {
        const [sentBytes = 0, sentPackets = 0, dropped = 0, overlimits = 0] = sent;
        qdiscs[qdiscs.length - 1] = { ...last, sentBytes, sentPackets, dropped, overlimits, cites: [...last.cites, cite] };
      } else if (!/^\s/.test(text) || !last) problems.push({ cite, why: 'no line of tc -s qdisc' });
    }
    return { sample: qdiscs.length > 0 ? { qdiscs } : undefined, problems };
  },
});

/** tc counts a bit rate in thousands, unless it says Ki. */
function rateOf(text: string): number | undefined {
  const [, cell, prefix = '', binary, unit] = RATE.exec(text) ?? [];
  const value = readNumber(cell);
  if (value === undefined) return undefined;
  return (value * (binary === 'i' ? 1024 : 1000) ** (POWER[prefix] ?? 0)) / (unit === 'bit' ? 8 : 1);
}
