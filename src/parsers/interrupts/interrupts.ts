import type { Row } from '../../model/evidence.ts';
import { defineParser, type ParseProblem } from '../parser.ts';
import { readCount } from '../text/number.ts';
import { isBlankLine, words } from '../text/words.ts';

/** One source of interrupts: a line of a device, of the CPUs themselves, or a kind of soft interrupt. */
export interface InterruptCounts extends Row {
  /** What leads the line: '24', 'LOC', 'NET_RX'. */
  readonly id: string;
  /** What the line ends in: the device or driver, or what the letters stand for. */
  readonly what?: string;
  /** In the order of the header's CPUs. */
  readonly counts: readonly number[];
}
export interface InterruptsSample {
  /** Numbers of the CPUs, as the header has them. */
  readonly cpus: readonly string[];
  readonly sources: readonly InterruptCounts[];
}

const HEADER = /^\s+(?:CPU\d{1,5}\s*)+$/;
const SOURCE = /^\s*([\w-]{1,20}):\s+(\d.*)$/;

/**
 * /proc/interrupts and /proc/softirqs: how often each CPU served each source since boot.
 *
 * Reads   both files of any kernel since 2.6; CPUs that are off line are left out by the kernel
 * Columns one a CPU -> counts; the word before the colon -> id; the text behind the counts -> what
 * Not     the controller and the edge or level of a line, which stay part of `what`; ERR and MIS, which no CPU counts
 * Caution counts wrap at 32 bits on busy CPUs; LOC, RES and CAL are the kernel's own clock and calls, of no device
 * Source  proc_interrupts(5), proc_softirqs(5); kernel/irq/proc.c
 *
 *                 CPU0       CPU1
 *      32:       1440          0  PCI-MSIX-0000:00:01.0   4-edge      virtio0-reporting
 *      NET_RX:   434523     358341
 */
export const interrupts = defineParser<InterruptsSample>({
  recognise: {
    path: /^\/proc\/(?:interrupts|softirqs)$/,
    looksLike: (lines) =>
      lines.some((line) => line.length < LONGEST_HEADER && HEADER.test(line)) && lines.some((line) => SOURCE.test(line)),
  },
  parse: (source) => {
    const problems: ParseProblem[] = [];
    const sources: InterruptCounts[] = [];
    let cpus: readonly string[] = [];
    for (const { text, cite } of source.lines) {
      if (isBlankLine(text)) continue;
      if (cpus.length === 0 && text.length < LONGEST_HEADER && HEADER.test(text)) {
        cpus = words(text).map((word) => word.replace('CPU', ''));
        continue;
      }
      const [, id = '', rest = ''] = SOURCE.exec(text) ?? [];
      const cells = words(rest);
      const counts = cells.slice(0, cpus.length).map(readCount);
      const known = counts.filter((count) => count !== undefined);
      if (ofNoCpu.has(id)) continue;
      if (cpus.length === 0 || known.length !== cpus.length) {
        problems.push({ cite, why: cpus.length === 0 ? 'no line of CPUs stands above this line' : 'not a count for each CPU' });
        continue;
      }
      const what = cells.slice(cpus.length).join(' ');
      sources.push({ id, ...(what === '' ? {} : { what }), counts: known, cites: [cite] });
    }
    return { sample: sources.length > 0 ? { cpus, sources } : undefined, problems };
  },
});

/** Eleven columns for each of 8,192 CPUs, the most that Linux knows. */
const LONGEST_HEADER = 100_000;
const ofNoCpu = new Set(['ERR', 'MIS']);
