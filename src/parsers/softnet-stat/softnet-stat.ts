import type { Row } from '../../model/evidence.ts';
import { defineParser, type ParseProblem } from '../parser.ts';
import { isBlankLine, words } from '../text/words.ts';

/** What one CPU did for incoming packets since boot. */
export interface SoftnetCpu extends Row {
  /** Position in the file; the CPU's number where the kernel prints it. */
  readonly cpu: number;
  readonly processed: number;
  readonly dropped: number;
  readonly squeezed: number;
}
export interface SoftnetStatSample {
  readonly cpus: readonly SoftnetCpu[];
}

const ROW = /^[0-9a-f]{8}(?: [0-9a-f]{8}){8,15}\s*$/;
const CPU_CELL = 12;

/**
 * /proc/net/softnet_stat: packets that each CPU took from network cards.
 *
 * Reads   the file of kernels since 2.6, nine to fifteen columns, all hexadecimal
 * Columns first -> processed, second -> dropped, third -> squeezed; the thirteenth -> cpu
 * Not     collisions, steering, flow limits, backlog
 * Caution a squeeze means that a round ended with work left and goes on at once: no packet is lost by it
 * Source  net/core/net-procfs.c
 *
 *     000008c5 00000000 00000006 00000000 00000000 00000000 00000000 00000000 00000000 00000000
 */
export const softnetStat = defineParser<SoftnetStatSample>({
  recognise: {
    path: /^\/proc\/net\/softnet_stat$/,
    looksLike: (lines) => lines.some((line) => ROW.test(line)),
  },
  parse: (source) => {
    const cpus: SoftnetCpu[] = [];
    const problems: ParseProblem[] = [];
    for (const { text, cite } of source.lines) {
      if (isBlankLine(text)) continue;
      if (!ROW.test(text)) {
        problems.push({ cite, why: 'not the hexadecimal columns of softnet_stat' });
        continue;
      }
      const cells = words(text).map((cell) => Number.parseInt(cell, 16));
      const [processed = 0, dropped = 0, squeezed = 0] = cells;
      cpus.push({ cpu: cells[CPU_CELL] ?? cpus.length, processed, dropped, squeezed, cites: [cite] });
    }
    return { sample: cpus.length > 0 ? { cpus } : undefined, problems };
  },
});
