import { defineParser, type ParseProblem, type SourceLine } from '../parser.ts';
import { type LinkCountersSample, type LinkDraft, linkCountersOf, newLinkDraft, takeCount } from '../text/interface-counters.ts';
import { readCount } from '../text/number.ts';
import { isBlankLine } from '../text/words.ts';

const HEAD = /^(\S{1,40}?)(?:: flags=\d+<|\s+Link encap:)/;
const COUNT = /\b(packets|bytes|errors|dropped|frame)[: ](\d{1,20})\b/g;
/** The lines of an interface are short; what a hostile one holds beyond is not searched. */
const READ_CHARS = 300;

/**
 * ifconfig: what each interface counted since it came up.
 *
 * Reads   ifconfig of net-tools 1.x ('RX packets:1') and 2.x ('RX packets 1'), and of busybox, which prints as 1.x
 * Columns RX packets, bytes, errors, dropped -> receivedPackets …; frame -> damagedFrames; TX alike -> sentPackets …
 * Not     addresses, overruns, carrier, collisions
 * Caution totals alone tell nothing of now; frame holds bad checksums too, and frames of odd length
 * Source  ifconfig(8); net/core/net-procfs.c, which adds up what frame tells
 *
 *     eth0: flags=4163<UP,BROADCAST,RUNNING,MULTICAST>  mtu 1400
 *             RX packets 44478  bytes 1615079998 (1.5 GiB)
 *             RX errors 0  dropped 0  overruns 0  frame 0
 */
export const ifconfig = defineParser<LinkCountersSample>({
  recognise: {
    command: /^(?:busybox\s+)?ifconfig\b/,
    looksLike: (lines) => lines.some((line) => HEAD.test(line) || /^\s+RX packets[: ]\d/.test(line)),
  },
  parse: (source) => {
    const drafts: LinkDraft[] = [];
    const problems: ParseProblem[] = [];
    for (const line of source.lines) {
      const text = line.text.slice(0, READ_CHARS);
      const name = HEAD.exec(text)?.[1];
      const draft = drafts.at(-1);
      if (name !== undefined) drafts.push(newLinkDraft(name));
      else if (draft && /^\s/.test(text)) takeLine(draft, line, text);
      else if (!isBlankLine(text)) problems.push({ cite: line.cite, why: 'no line of ifconfig' });
    }
    return { sample: linkCountersOf(drafts), problems };
  },
});

/** The bytes of both directions stand on one line of old versions. */
function takeLine(draft: LinkDraft, line: SourceLine, text: string): void {
  for (const part of text.split(/(?=\b[RT]X )/)) {
    const [direction] = /^[RT]X(?= )/.exec(part) ?? [];
    if (direction === undefined) continue;
    for (const [, printed = '', count] of part.matchAll(COUNT)) {
      takeCount(draft, line, direction === 'RX' ? 'RX' : 'TX', printed, readCount(count));
    }
  }
}
