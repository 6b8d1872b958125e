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

/** /proc/swaps, 'swapon -s' and 'swapon --show'. A header alone says that there is no swap. */
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
