import { defineParser, type ParseProblem } from '../parser.ts';
import {
  type Direction,
  type LinkCountersSample,
  type LinkDraft,
  linkCountersOf,
  newLinkDraft,
  takeCount,
} from '../text/interface-counters.ts';
import { readCount } from '../text/number.ts';
import { isBlankLine, words } from '../text/words.ts';

const HEAD = /^\d{1,9}: (\S{1,40}): </;
const HEADER = /^\s*(RX|TX)(?: errors)?:\s+([a-z].*)$/;

/**
 * ip -s link: what each interface counted since it came up.
 *
 * Reads   ip -s link and ip -s -s link, ip -s addr, of iproute2; with 'overrun' among the first counts (before 5.9) or 'missed'
 * Columns RX: bytes packets errors dropped -> receivedBytes …; RX errors: crc, frame -> damagedFrames; TX: alike -> sentBytes …
 * Not     addresses, missed, overrun, mcast, carrier, collsns, and the other kinds of errors
 * Caution totals alone tell nothing of now; dropped also counts packets of protocols that nobody here speaks
 * Source  ip-link(8); ip/ipaddress.c
 *
 *     4: eth0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1400 qdisc pfifo_fast state UP mode DEFAULT group default qlen 1000
 *         RX:  bytes packets errors dropped  missed   mcast
 *         1615079998   44478      0       0       0       0
 */
export const ipLink = defineParser<LinkCountersSample>({
  recognise: {
    command: /^ip\s+(?:-\w+\s+)+(?:l|link|a|addr|address)\b/,
    looksLike: (lines) => lines.some((line) => /^\s*RX:\s+bytes\s+packets\b/.test(line)),
  },
  parse: (source) => {
    const drafts: LinkDraft[] = [];
    const problems: ParseProblem[] = [];
    let header: { readonly direction: Direction; readonly columns: readonly string[] } | undefined;
    for (const line of source.lines) {
      const text = line.text;
      const name = HEAD.exec(text)?.[1];
      const [, direction, columns = ''] = HEADER.exec(text) ?? [];
      const draft = drafts.at(-1);
      if (name !== undefined) drafts.push(newLinkDraft(name));
      else if (direction !== undefined) header = { direction: direction === 'RX' ? 'RX' : 'TX', columns: words(columns) };
      else if (header && draft && /^[\s\d]+$/.test(text) && !isBlankLine(text)) {
        const { direction: of, columns: printed } = header;
        const counts = words(text).map(readCount);
        for (const [at, column] of printed.entries()) takeCount(draft, line, of, column, counts[at]);
        header = undefined;
      } else if (!/^\s/.test(text) && !isBlankLine(text)) problems.push({ cite: line.cite, why: 'no line of ip -s link' });
      if (name !== undefined) header = undefined;
    }
    return { sample: linkCountersOf(drafts), problems };
  },
});
