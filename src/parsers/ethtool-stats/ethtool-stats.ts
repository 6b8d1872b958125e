import type { Row } from '../../model/evidence.ts';
import { defineParser, type ParseProblem } from '../parser.ts';
import { readCount } from '../text/number.ts';
import { isBlankLine } from '../text/words.ts';

/** One counter, by the driver's own name. */
export interface DriverCounter extends Row {
  readonly name: string;
  readonly value: number;
}
export interface EthtoolStatsSample {
  /** Of the command line, which alone names it. */
  readonly interface?: string;
  readonly counters: readonly DriverCounter[];
}

const ROW = /^\s{2,}(\S[^:]{0,60}):\s+(\d{1,20})$/;

/**
 * ethtool -S: what a network card and its driver count.
 *
 * Reads   ethtool -S DEVICE of any driver
 * Columns 'NAME: COUNT' -> name, value, as the driver says
 * Not     lines without a number
 * Caution names differ by driver, and the same frame may be counted under several of them; hardware counters may outlive a reboot
 * Source  ethtool(8)
 *
 *     NIC statistics:
 *          RxFcsErr: 2050
 */
export const ethtoolStats = defineParser<EthtoolStatsSample>({
  recognise: { command: /^ethtool\s+-S\b/, looksLike: (lines) => lines.some((line) => /^NIC statistics:\s*$/.test(line)) },
  parse: (source) => {
    const counters: DriverCounter[] = [];
    const problems: ParseProblem[] = [];
    for (const { text, cite } of source.lines) {
      if (isBlankLine(text) || /^NIC statistics:/.test(text)) continue;
      const [, name = '', cell] = ROW.exec(text.trimEnd()) ?? [];
      const value = readCount(cell);
      if (value === undefined) problems.push({ cite, why: 'no counter of ethtool -S' });
      else counters.push({ name, value, cites: [cite] });
    }
    const of = /\bethtool\s+-S\s+([\w.:@-]{1,32})/.exec(source.command)?.[1];
    return { sample: counters.length > 0 ? { counters, ...(of === undefined ? {} : { interface: of }) } : undefined, problems };
  },
});
