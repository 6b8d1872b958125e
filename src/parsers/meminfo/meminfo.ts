import type { Row } from '../../model/evidence.ts';
import { defineParser, type ParseProblem, type SourceLine } from '../parser.ts';
import { isBlankLine } from '../text/words.ts';

/** One line of /proc/meminfo: bytes where it says kB, a bare count else (HugePages_Total). */
export interface MeminfoField extends Row {
  readonly bytes?: number;
  readonly count?: number;
}
export interface MeminfoSample {
  /** By the kernel's name: 'MemAvailable', 'Active(file)'. */
  readonly fields: ReadonlyMap<string, MeminfoField>;
}

const LINE = /^\s*([A-Z][A-Za-z0-9_]*(?:\([a-z]+\))?):\s+(\d{1,20})( kB)?\s*$/;
const KIB = 1024;

/**
 * /proc/meminfo: where memory is.
 *
 * Reads   the file of any kernel since 2.5.46, whole or the lines that a person kept
 * Columns each name as the kernel has it -> bytes where the line says kB (KiB, in truth), else count
 * Not     a name that comes again: the first stands
 * Caution MemFree is not what is left to use, MemAvailable is, and kernels before 3.14 have none; Cached holds tmpfs and shared memory
 * Source  proc_meminfo(5); Documentation/filesystems/proc.rst
 *
 *     MemTotal:       16250604 kB
 *     MemAvailable:    9130020 kB
 *     HugePages_Total:       0
 */
export const meminfo = defineParser<MeminfoSample>({
  recognise: {
    path: /^\/proc\/meminfo$/,
    looksLike: (lines) =>
      lines.some((line) =>
        /^\s*(?:MemTotal|MemFree|MemAvailable|Cached|HugePages_Total|Dirty|SwapTotal|Slab|SReclaimable|SUnreclaim):\s+\d+(?: kB)?\s*$/.test(
          line,
        ),
      ),
  },
  parse: (source) => {
    const fields = new Map<string, MeminfoField>();
    const problems: ParseProblem[] = [];
    for (const line of source.lines) {
      if (isBlankLine(line.text)) continue;
      const match = LINE.exec(line.text);
      const name = match?.[1];
      if (!match || name === undefined) problems.push({ cite: line.cite, why: 'not a line of /proc/meminfo' });
      else if (!fields.has(name)) fields.set(name, fieldOf(Number(match[2]), match[3] !== undefined, line));
    }
    return { sample: fields.size > 0 ? { fields } : undefined, problems };
  },
});

function fieldOf(value: number, isKib: boolean, { cite }: SourceLine): MeminfoField {
  return isKib ? { bytes: value * KIB, cites: [cite] } : { count: value, cites: [cite] };
}
