import type { Row } from '../../model/evidence.ts';
import type { SourceLine } from '../parser.ts';
import { citesOf } from '../parser.ts';

/** The first line that every sysstat tool prints: 'Linux 6.1.0 (host-1) 11/30/26 _x86_64_ (2 CPU)'. */
export interface Banner extends Row {
  readonly kernel: string;
  readonly host: string;
  /** As printed: its form follows the locale of whoever ran the tool. */
  readonly date?: string;
  readonly cpus?: number;
}

const MAX_BANNER = 500;
const BANNER = /^Linux (\S+) \(([^)]*)\)\s+(.*)$/;

export function readBanner(line: SourceLine): Banner | undefined {
  const match = line.text.startsWith('Linux ') && line.text.length < MAX_BANNER ? BANNER.exec(line.text) : null;
  if (!match) return undefined;
  const [, kernel = '', host = '', rest = ''] = match;
  const cpus = /\((\d{1,6}) CPU\)/.exec(rest)?.[1];
  const date = rest.split(/\s+_|\s{2,}|\t/)[0]?.trim();
  return { kernel, host, ...(date ? { date } : {}), ...(cpus ? { cpus: Number(cpus) } : {}), cites: citesOf(line.cite) };
}
