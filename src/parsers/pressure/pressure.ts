import type { Row } from '../../model/evidence.ts';
import { defineParser, type ParseProblem, type Source, type SourceLine } from '../parser.ts';
import { cgroupOfPath } from '../text/cgroup-path.ts';
import { readCount, readNumber } from '../text/number.ts';
import { isBlankLine } from '../text/words.ts';

export interface PressureLine extends Row {
  readonly avg10Pct?: number;
  readonly avg60Pct?: number;
  readonly avg300Pct?: number;
  /** Stalled time since boot. */
  readonly totalSeconds?: number;
}
/** One PSI file. */
export interface PressureFile {
  /** Absent where neither the path nor the command line tells. */
  readonly resource?: 'io' | 'memory' | 'cpu' | 'irq';
  readonly scope: 'host' | 'cgroup';
  /** Of a cgroup's file, where its path tells. */
  readonly cgroup?: string;
  readonly some?: PressureLine;
  readonly full?: PressureLine;
}
export interface PressureSample {
  /** One, unless several files were printed one after the other. */
  readonly files: readonly PressureFile[];
}

type Origin = Pick<PressureFile, 'resource' | 'scope' | 'cgroup'>;

/** People who copy a session into a report put '# ' before it and leave the total out. */
const LINE = /^\s*(?:#\s*)?(some|full) avg10=(\S+) avg60=(\S+) avg300=(\S+)(?: total=(\d+))?\s*$/;
/** Led by a path, as grep and '==> … <==' of head and tail print it. */
const LED = /^(?:==> )?(\S*(?:\/pressure\/(?:io|memory|cpu|irq)|(?:io|memory|cpu|irq)\.pressure))(?: <==$|:)(.*)$/;
const MICROSECONDS = 1e6;

/**
 * Pressure stall information: how much of the time tasks stand still for want of io, memory or CPU.
 *
 * Reads   /proc/pressure/{io,memory,cpu,irq} and a cgroup's *.pressure; one file or several, led by their paths or not
 * Columns avg10, avg60, avg300 -> avg10Pct, avg60Pct, avg300Pct; total (microseconds) -> totalSeconds; path or command -> resource,
 *         scope, cgroup
 * Not     lines that are neither 'some' nor 'full'
 * Caution 'full' of cpu is always 0 for the whole host; a kernel with psi=0 has no such files; the averages lag: a fault of 5 s stands
 *         in avg10 only in part, so the growth of total is the better figure
 * Source  Documentation/accounting/psi.rst
 *
 *     some avg10=78.21 avg60=41.03 avg300=12.90 total=184467440
 *     full avg10=55.30 avg60=30.15 avg300=9.02 total=123456789
 */
export const pressure = defineParser<PressureSample>({
  recognise: {
    path: /^\/proc\/pressure\/(?:io|memory|cpu|irq)$|^\/sys\/fs\/cgroup\/(?:.*\/)?(?:io|memory|cpu|irq)\.pressure$/,
    command: /^(?:cat|head|tail|grep)\b.*(?:\/pressure\/|\.pressure\b)/,
    looksLike: (lines) => lines.some((line) => LINE.test(LED.exec(line)?.[2] ?? line)),
  },
  parse: (source) => {
    const problems: ParseProblem[] = [];
    const files = readFiles(source, problems);
    return { sample: files.length > 0 ? { files } : undefined, problems };
  },
});

function readFiles(source: Source, problems: ParseProblem[]): readonly PressureFile[] {
  const files: { readonly path: string; figures: Pick<PressureFile, 'some' | 'full'> }[] = [];
  let path = '';
  let begins = true;
  for (const line of source.lines) {
    if (isBlankLine(line.text)) continue;
    const led = LED.exec(line.text);
    if (led?.[1] !== undefined && led[1] !== path) begins = true;
    path = led?.[1] ?? path;
    const text = led?.[2] ?? line.text;
    if (led && text === '') continue;
    const read = readLine(text, line);
    if (!read) {
      problems.push({ cite: line.cite, why: 'not a line of pressure stall information' });
      continue;
    }
    const last = files.at(-1);
    if (last && !begins && !last.figures[read.kind]) last.figures = { ...last.figures, [read.kind]: read.figures };
    else files.push({ path, figures: { [read.kind]: read.figures } });
    begins = false;
  }
  const unnamed = source.path === undefined ? originsIn(source.command, files.length) : [originOf(source.path)];
  return files.map(({ path: own, figures }, index) => ({ scope: 'host', ...(own ? originOf(own) : unnamed[index]), ...figures }));
}

function readLine(text: string, line: SourceLine): { readonly kind: 'some' | 'full'; readonly figures: PressureLine } | undefined {
  const match = LINE.exec(text);
  if (!match) return undefined;
  const [avg10Pct, avg60Pct, avg300Pct] = [readNumber(match[2]), readNumber(match[3]), readNumber(match[4])];
  const total = match[5] === undefined ? undefined : readCount(match[5]);
  if (avg10Pct === undefined || avg60Pct === undefined || avg300Pct === undefined) return undefined;
  const totalSeconds = total === undefined ? {} : { totalSeconds: total / MICROSECONDS };
  return {
    kind: match[1] === 'some' ? 'some' : 'full',
    figures: { avg10Pct, avg60Pct, avg300Pct, ...totalSeconds, cites: [line.cite] },
  };
}

function originOf(path: string): Origin {
  const match = /(?:\/pressure\/(io|memory|cpu|irq)|(?:^|\/)(io|memory|cpu|irq)\.pressure)$/.exec(path);
  const resource = (match?.[1] ?? match?.[2]) as PressureFile['resource'];
  const cgroup = match?.[2] ? cgroupOfPath(path) : undefined;
  return { ...(resource ? { resource } : {}), scope: match?.[2] ? 'cgroup' : 'host', ...(cgroup ? { cgroup } : {}) };
}

/** The files in the order in which the command line names them; a glob prints them by name, irq only where the kernel has it. */
function originsIn(command: string, count: number): readonly Origin[] {
  if (command.includes('/proc/pressure/*')) {
    const names = count > 3 ? ['cpu', 'io', 'irq', 'memory'] : ['cpu', 'io', 'memory'];
    return names.map((name) => originOf(`/proc/pressure/${name}`));
  }
  return [...command.slice(0, 2000).matchAll(/\S*(?:\/pressure\/(?:io|memory|cpu|irq)|(?:io|memory|cpu|irq)\.pressure)\b/g)].map((match) =>
    originOf(match[0]),
  );
}
