import type { Row } from '../../model/evidence.ts';
import { citesOf, defineParser, type Parsed, type Source } from '../parser.ts';
import { readCount } from '../text/number.ts';

/** How many CPUs are online. */
export interface CpuListSample extends Row {
  readonly cpus: number;
}

/**
 * nproc and /sys/devices/system/cpu/online: how many CPUs there are.
 *
 * Reads   the one number of nproc, the ranges of the file: '0-3,8-11'
 * Columns the number, or the sum of the ranges -> cpus
 * Not     CPUs that are present and off line
 * Caution nproc counts those its own process may use, which in a container can be fewer
 * Source  nproc(1); Documentation/admin-guide/cputopology.rst
 *
 *     0-15
 */
export const cpuList = defineParser<CpuListSample>({
  recognise: { command: /^nproc\b/, path: /^\/sys\/devices\/system\/cpu\/online$/, looksLike: () => false },
  parse,
});

function parse(source: Source): Parsed<CpuListSample> {
  const line = source.lines.find(({ text }) => text.trim() !== '');
  if (line === undefined) return { sample: undefined, problems: [] };
  const text = line.text.trim();
  const cpus = /nproc/.test(source.command) && source.path === undefined ? readCount(text) : countOf(text);
  if (cpus === undefined || cpus === 0) return { sample: undefined, problems: [{ cite: line.cite, why: 'no list of CPUs' }] };
  return { sample: { cpus, cites: citesOf(line.cite) }, problems: [] };
}

function countOf(text: string): number | undefined {
  const sizes = text.split(',').map((range) => {
    const [, from, to] = /^(\d{1,6})(?:-(\d{1,6}))?$/.exec(range) ?? [];
    return from === undefined ? undefined : Number(to ?? from) - Number(from) + 1;
  });
  return sizes.reduce<number | undefined>((sum, size) => (sum === undefined || size === undefined || size < 1 ? undefined : sum + size), 0);
}
