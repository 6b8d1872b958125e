import type { Row } from '../../model/evidence.ts';
import { defineParser, type ParseProblem } from '../parser.ts';
import { readCount } from '../text/number.ts';
import { isBlankLine, words } from '../text/words.ts';

/** What one interface has counted since it came up. */
export interface InterfaceCounters extends Row {
  readonly name: string;
  readonly receivedBytes: number;
  readonly receivedPackets: number;
  readonly receiveErrors: number;
  readonly receiveDrops: number;
  readonly receiveOverruns: number;
  readonly sentBytes: number;
  readonly sentPackets: number;
  readonly sendErrors: number;
  readonly sendDrops: number;
  readonly carrierErrors: number;
}
export interface ProcNetDevSample {
  readonly interfaces: readonly InterfaceCounters[];
}

const ROW = /^\s*(\S{1,32}):\s*(\d.*)$/;
const CELLS = 16;

/**
 * /proc/net/dev: bytes, packets, errors and drops of each network interface.
 *
 * Reads   the file of any kernel since 2.4; the first count may touch the colon
 * Columns bytes packets errs drop fifo … of both directions -> receivedBytes …, sentBytes …
 * Not     frame, colls, compressed, multicast
 * Caution drop of receiving also counts packets of protocols that nobody here speaks; errs counts what fifo and frame tell once more
 * Source  proc_net(5); net/core/net-procfs.c
 *
 *      face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls carrier compressed
 *      eth0: 1615079754   44474    0    0    0     0          0         0  4813939   33165    0    0    0     0       0          0
 */
export const procNetDev = defineParser<ProcNetDevSample>({
  recognise: {
    path: /^\/proc\/net\/dev$/,
    looksLike: (lines) => lines.some((line) => /^Inter-\|\s+Receive/.test(line) || /^ face \|bytes/.test(line)),
  },
  parse: (source) => {
    const interfaces: InterfaceCounters[] = [];
    const problems: ParseProblem[] = [];
    for (const { text, cite } of source.lines) {
      if (isBlankLine(text) || text.includes('|')) continue;
      const [, name = '', rest = ''] = ROW.exec(text) ?? [];
      const cells = words(rest).map(readCount);
      const numbers = cells.filter((cell) => cell !== undefined);
      if (cells.length !== CELLS || numbers.length !== CELLS) {
        problems.push({ cite, why: 'not the sixteen counts of an interface' });
        continue;
      }
      const at = (index: number): number => numbers[index] ?? 0;
      interfaces.push({
        name,
        ...{ receivedBytes: at(0), receivedPackets: at(1), receiveErrors: at(2), receiveDrops: at(3), receiveOverruns: at(4) },
        ...{ sentBytes: at(8), sentPackets: at(9), sendErrors: at(10), sendDrops: at(11), carrierErrors: at(14) },
        cites: [cite],
      });
    }
    return { sample: interfaces.length > 0 ? { interfaces } : undefined, problems };
  },
});
