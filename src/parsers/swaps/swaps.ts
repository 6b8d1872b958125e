import type { Row } from '../../model/evidence.ts';
import { defineParser, type ParseProblem, type SourceLine } from '../parser.ts';
import { readNumber, readSize } from '../text/number.ts';
import { unescapeOctal } from '../text/octal.ts';
import { isBlankLine, words } from '../text/words.ts';

export interface SwapArea extends Row {
  readonly path: string;
  /** 'partition', 'file'. */
  readonly type: string;
  readonly sizeBytes?: number;
  readonly usedBytes?: number;
  readonly priority?: number;
}
export interface SwapsSample {
  readonly areas: readonly SwapArea[];
}

const KIB = 1024;
const HEADER = /^\s*(?:Filename\s+Type\s+Size\s+Used\s+Priority|NAME\s+TYPE\s+SIZE\s+USED\s+PRIO)\s*$/;

/**
 * Swap areas and how much of each is in use.
 *
 * Reads   /proc/swaps, 'swapon -s' and 'swapon --show'; a header alone says that there is no swap
 * Columns Filename | NAME -> path, Type -> type, Size -> sizeBytes, Used -> usedBytes (KiB, or with a letter), Priority -> priority
 * Not     UUID and label of other --show lists
 * Caution swap in use is what once was moved out, not a lack of memory now; zram is memory itself
 * Source  proc_swaps(5), swapon(8)
 *
 *     Filename				Type		Size		Used		Priority
 *     /dev/dm-1                               partition	8388604		524288		-2
 */
export const swaps = defineParser<SwapsSample>({
  recognise: {
    path: /^\/proc\/swaps$/,
    command: /^swapon\b/,
    looksLike: (lines) => lines.some((line) => HEADER.test(line)),
  },
  parse: (source) => {
    const areas: SwapArea[] = [];
    const problems: ParseProblem[] = [];
    let headed = false;
    for (const line of source.lines) {
      if (isBlankLine(line.text)) continue;
      const isHeader = HEADER.test(line.text);
      const area = isHeader ? undefined : readArea(line);
      headed ||= isHeader;
      if (area) areas.push(area);
      else if (!isHeader) problems.push({ cite: line.cite, why: 'not a line of /proc/swaps' });
    }
    return { sample: headed || areas.length > 0 ? { areas } : undefined, problems };
  },
});

function readArea(line: SourceLine): SwapArea | undefined {
  const cells = words(line.text);
  const [path = '', type = '', size, used, priority] = cells;
  const [sizeBytes, usedBytes, order] = [readSize(size, KIB), readSize(used, KIB), readNumber(priority)];
  if (cells.length !== 5 || sizeBytes === undefined || usedBytes === undefined || order === undefined) return undefined;
  return { path: unescapeOctal(path), type, sizeBytes, usedBytes, priority: order, cites: [line.cite] };
}
