import { citesOf, defineParser, type Parsed, type ParseProblem, type Source } from '../parser.ts';
import { readSize } from '../text/number.ts';
import { isBlankLine } from '../text/words.ts';
import type { DuEntry, DuSample } from './sample.ts';

/**
 * du: what paths hold. A person ran it: the bot never does, for it reads the whole tree.
 *
 * Reads   du with any of -s, -h, -k, -m, -b, sorted or not
 * Columns the size -> bytes, by its suffix or the command line's option; the rest of the line -> path
 * Not     'cannot read directory' lines
 * Caution deleted files that are still open are in no du
 * Source  du(1)
 *
 *     86      /var/log/nginx
 *     23      /var/log/syslog.2
 */
export const du = defineParser<DuSample>({
  recognise: {
    command: /^du\b/,
    looksLike: (lines) => lines.filter((text) => ROW.test(text)).length >= 3 && lines.every((text) => text.trim() === '' || ROW.test(text)),
  },
  parse,
});

const ROW = /^\s*(\d+(?:[.,]\d+)?[KMGTP]?)\s+(\.{0,2}\/\S.*|total)$/;
const KIB = 1024;

function parse(source: Source): Parsed<DuSample> {
  const entries: DuEntry[] = [];
  const problems: ParseProblem[] = [];
  const unit = unitOf(source.command);
  for (const line of source.lines) {
    if (isBlankLine(line.text)) continue;
    const [, size, path] = ROW.exec(line.text) ?? [];
    const bytes = readSize(size, unit);
    if (path === undefined || bytes === undefined) problems.push({ cite: line.cite, why: 'no line of du' });
    else entries.push({ path, bytes, cites: citesOf(line.cite) });
  }
  return { sample: entries.length > 0 ? { entries } : undefined, problems };
}

/** KiB unless an option says otherwise. */
function unitOf(command: string): number {
  const options =
    command
      .split('|', 1)[0]
      ?.match(/\s-[a-zA-Z]+/g)
      ?.join('') ?? '';
  if (options.includes('m')) return KIB ** 2;
  return options.includes('b') ? 1 : KIB;
}
