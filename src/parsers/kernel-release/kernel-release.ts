import type { Row } from '../../model/evidence.ts';
import { citesOf, defineParser, type Parsed, type Source } from '../parser.ts';

/** Which kernel runs. */
export interface KernelReleaseSample extends Row {
  readonly release: string;
}

/**
 * uname and /proc/sys/kernel/osrelease: which kernel runs.
 *
 * Reads   uname -r, uname -a, /proc/sys/kernel/osrelease, /proc/version
 * Columns the first word that looks like a release -> release
 * Not     host name, build date and architecture
 * Caution distributions carry fixes back: the number alone does not say what a kernel can do
 * Source  uname(1), proc_sys_kernel(5)
 *
 *     Linux host-1 5.10.0-8-amd64 #1 SMP Debian 5.10.46-4 (2021-08-03) x86_64 GNU/Linux
 */
export const kernelRelease = defineParser<KernelReleaseSample>({
  recognise: {
    command: /^uname\b/,
    path: /^\/proc\/(?:sys\/kernel\/osrelease|version)$/,
    looksLike: (lines) => /^Linux (?:\S+|version) \d+\.\d+\S* [#(]/.test(lines[0] ?? ''),
  },
  parse,
});

function parse(source: Source): Parsed<KernelReleaseSample> {
  const line = source.lines.find(({ text }) => text.trim() !== '');
  if (line === undefined) return { sample: undefined, problems: [] };
  const release = /(?:^|\s)(\d+\.\d+\S*)/.exec(line.text)?.[1];
  if (release === undefined) return { sample: undefined, problems: [{ cite: line.cite, why: 'no kernel release' }] };
  return { sample: { release, cites: citesOf(line.cite) }, problems: [] };
}
