import type { Row } from '../../model/evidence.ts';
import { defineParser, type ParseProblem, type Source, type SourceLine } from '../parser.ts';
import { cgroupOfPath } from '../text/cgroup-path.ts';
import { isDigits } from '../text/number.ts';
import { isBlankLine, words } from '../text/words.ts';
import { type CgroupFileName, fileNameOf, fileShapes } from './file-names.ts';

export interface CgroupValue extends Row {
  /** Absent where the kernel sets no limit: 'max', -1, or the largest number of pages. */
  readonly value?: number;
}
/** One file of one control group. */
export interface CgroupFile {
  readonly name: CgroupFileName;
  /** Path below the hierarchy's root, '/' for the root; absent where no path tells. */
  readonly cgroup?: string;
  /** By the key as printed; '' where the file is one value, 'MAJOR:MINOR key' where it is of devices. */
  readonly values: ReadonlyMap<string, CgroupValue>;
}
export interface CgroupFilesSample {
  /** One, unless several files were printed one after the other, each line or part led by its path. */
  readonly files: readonly CgroupFile[];
}

/** 'PATH:text' as grep prints it, and '==> PATH <==' of head and tail. */
const LED = /^(?:==> )?(\/?(?:[^\s:]*\/)?(?:cgroup|cpu|cpuacct|memory|pids|io|blkio)\.[a-z_.]+)(?: <==$|:)(.*)$/;
const DEVICE = /^\d{1,9}:\d{1,9}$/;
/** v1 writes "no limit" as the largest count of pages, in bytes; nothing real comes near. */
const NO_LIMIT = 2 ** 62;
/** What only these files hold: a key that no other text has, and a number. */
const TELLING =
  /^(?:nr_throttled|nr_periods|nr_dying_descendants|oom_group_kill|oom_kill_disable|inactive_anon|hierarchical_memory_limit) \d+$/;

/**
 * Limits, use and events of control groups, v1 and v2, in the three shapes of which the kernel's files are.
 *
 * Reads   the files of file-names.ts, by their path below /sys/fs/cgroup, by the command that printed them, or led by their paths
 *         ('grep -H', 'head -v'); cpu.stat, memory.events and cgroup.stat by their keys too
 * Columns the key as printed -> values; of cpu.max quota and period; of io.max and blkio.throttle.*_device 'MAJOR:MINOR key'
 * Not     other files of a group; io.stat, which is read by cgroup-io, and *.pressure, by pressure
 * Caution counters grow from the moment when the group was made, and a restarted container is a new group; throttled_usec (v2, in µs)
 *         and throttled_time (v1, in ns) are sums over all CPUs; the lines of memory.stat overlap and cannot be added up; v2 counts
 *         children in, v1 only in total_* of memory.stat
 * Source  Documentation/admin-guide/cgroup-v2.rst; Documentation/scheduler/sched-bwc.rst; Documentation/admin-guide/cgroup-v1/memory.rst
 *
 *     nr_periods 7607
 *     nr_throttled 4174
 *     throttled_usec 3322148518
 */
export const cgroupFiles = defineParser<CgroupFilesSample>({
  recognise: {
    path: new RegExp(`^/sys/fs/cgroup/(?:.*/)?(?:${namesPattern()})$`),
    command: new RegExp(`^(?:cat|head|tail|grep|more)\\b.*[/ ](?:${namesPattern()})(?:\\s|$)`),
    looksLike: (lines) => lines.some((line) => TELLING.test(LED.exec(line)?.[2] ?? line)),
  },
  parse: (source) => {
    const problems: ParseProblem[] = [];
    const files = readFiles(source, problems);
    return { sample: files.length > 0 ? { files } : undefined, problems };
  },
});

function namesPattern(): string {
  return Object.keys(fileShapes)
    .map((name) => name.replaceAll('.', '\\.'))
    .join('|');
}

interface Open {
  readonly name: CgroupFileName;
  readonly path: string | undefined;
  readonly values: Map<string, CgroupValue>;
}

function readFiles(source: Source, problems: ParseProblem[]): readonly CgroupFile[] {
  const files = new Map<string, Open>();
  for (const { path, text, line } of ledLines(source)) {
    const name = path === undefined ? nameByKey(text) : fileNameOf(path);
    const read = name && valuesOf(name, text, line);
    if (!name || !read) {
      problems.push({ cite: line.cite, why: name ? `not a line of ${name}` : 'not a file of a control group that is read here' });
      continue;
    }
    const key = path ?? name;
    const file = files.get(key) ?? { name, path, values: new Map<string, CgroupValue>() };
    files.set(key, file);
    for (const [each, value] of read) file.values.set(each, value);
  }
  return [...files.values()].map(({ name, path, values }) => {
    const cgroup = path === undefined ? undefined : cgroupOfPath(path);
    return { name, ...(cgroup === undefined ? {} : { cgroup }), values };
  });
}

/** Each line with the file it is of: the source's own, the one that leads it or a line before it, or the one that the command names. */
function* ledLines(source: Source): Generator<{ readonly path: string | undefined; readonly text: string; readonly line: SourceLine }> {
  let path = source.path ?? pathIn(source.command);
  for (const line of source.lines) {
    const led = source.path === undefined ? LED.exec(line.text) : null;
    path = led?.[1] ?? path;
    const text = led?.[2] ?? line.text;
    if (!isBlankLine(text)) yield { path, text, line };
  }
}

/** 'cat memory.events', 'grep _file memory.stat': the last word that is such a file. */
function pathIn(command: string): string | undefined {
  return words(command.split(/\s+[|#]/, 1)[0] ?? '').findLast((word) => fileNameOf(word) !== undefined);
}

/** Text without a name: only keys that one file alone has tell it. */
function nameByKey(text: string): CgroupFileName | undefined {
  const [key = ''] = words(text);
  if (
    /^(?:usage_usec|user_usec|system_usec|nice_usec|nr_periods|nr_throttled|throttled_(?:usec|time)|nr_bursts|burst_(?:usec|time)|core_sched\.force_idle_usec)$/.test(
      key,
    )
  )
    return 'cpu.stat';
  if (/^(?:low|high|max|oom|oom_kill|oom_group_kill)$/.test(key)) return 'memory.events';
  if (/^(?:oom_kill_disable|under_oom)$/.test(key)) return 'memory.oom_control';
  if (/^(?:nr_descendants|nr_dying_descendants|nr_(?:dying_)?subsys_[a-z]+)$/.test(key)) return 'cgroup.stat';
  return MEMORY_STAT_KEY.test(key) ? 'memory.stat' : undefined;
}
const MEMORY_STAT_KEY = /^(?!nr_)[a-z]+(?:_[a-z]+)*$/;

function valuesOf(name: CgroupFileName, text: string, line: SourceLine): readonly (readonly [string, CgroupValue])[] | undefined {
  const cells = words(text);
  const [first = '', second] = cells;
  const of = (key: string, word: string | undefined) => {
    const value = readValue(word, line);
    return value && ([[key, value]] as const);
  };
  switch (fileShapes[name]) {
    case 'single':
      return cells.length === 1 ? of('', first) : undefined;
    case 'flat':
      return cells.length === 2 ? of(first, second) : undefined;
    case 'device':
      return cells.length === 2 && DEVICE.test(first) ? of(first, second) : undefined;
    case 'quota': {
      const [quota, period] = [readValue(first, line), readValue(second, line)];
      return cells.length === 2 && quota && period
        ? [
            ['quota', quota],
            ['period', period],
          ]
        : undefined;
    }
    case 'nested':
      return DEVICE.test(first) ? nestedOf(first, cells.slice(1), line) : undefined;
  }
}

/** 'rbps=2097152 wbps=max' of a device. */
function nestedOf(device: string, cells: readonly string[], line: SourceLine): readonly (readonly [string, CgroupValue])[] | undefined {
  const read = cells.map((cell) => {
    const [key = '', word] = cell.split('=', 2);
    const value = readValue(word, line);
    return value && ([`${device} ${key}`, value] as const);
  });
  const known = read.filter((each) => each !== undefined);
  return known.length === read.length ? known : undefined;
}

function readValue(word: string | undefined, { cite }: SourceLine): CgroupValue | undefined {
  if (word === 'max' || word === '-1') return { cites: [cite] };
  if (word === undefined || word.length > 20 || !isDigits(word)) return undefined;
  const value = Number(word);
  return value >= NO_LIMIT ? { cites: [cite] } : { value, cites: [cite] };
}
