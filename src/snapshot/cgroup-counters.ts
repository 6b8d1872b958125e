import type { Row } from '../model/evidence.ts';
import type { CgroupFile, CgroupValue } from '../parsers/cgroup-files/cgroup-files.ts';
import type { CgroupFileName } from '../parsers/cgroup-files/file-names.ts';
import { growth, ratePerS } from './rates.ts';
import { secondsBetween } from './readings.ts';
import { citesOfAll } from './rows.ts';
import type { Reading, Samples } from './samples.ts';

/** A figure and the lines it stands on. */
export interface Counted extends Row {
  readonly value: number;
}

/** What the files of one control group say, now and over the window. */
export interface CgroupCounters {
  readonly path: string | undefined;
  /** The newest value. */
  readonly now: (file: CgroupFileName, key?: string) => Counted | undefined;
  /** All keys of a file with their newest values; one without a value has no limit. */
  readonly keys: (file: CgroupFileName) => ReadonlyMap<string, CgroupValue>;
  /** How much it grew between the two readings. */
  readonly grown: (file: CgroupFileName, key?: string) => Counted | undefined;
  /** The same in each second. */
  readonly perS: (file: CgroupFileName, key?: string) => Counted | undefined;
}

type Values = ReadonlyMap<string, CgroupValue>;
/** By file; a group of v1 has its files in several hierarchies. */
type Group = Map<CgroupFileName, { before?: Values; after?: Values; seconds?: number | undefined; whole: boolean }>;
const NONE: Values = new Map();

/**
 * All groups of which any file was read. A key without a first reading began at 0 where that reading came whole: the
 * group was made in the window, or only lines that are not 0 were asked for.
 */
export function cgroupCounters(samples: Samples, windowSeconds: number | undefined): readonly CgroupCounters[] {
  const readings = samples['cgroup-files'];
  // A first reading in which every line was 0 holds no file of a group: the clock beside them tells that it came.
  const firsts = [...readings, ...samples.uptime].filter(({ output }) => output.reading === 1 && output.outcome === 'ok');
  const wholeFirst = new Set(firsts.map(({ output }) => output.commandId));
  const twice = new Set(readings.filter(({ output }) => output.reading === 2).map(({ output }) => output.commandId));
  const seconds = new Map([...twice].map((commandId) => [commandId, secondsBetween(samples, commandId) ?? windowSeconds]));
  const groups = new Map<string | undefined, Group>();
  for (const reading of readings) {
    const { commandId } = reading.output;
    for (const file of reading.sample.files)
      keep(groups, file, reading, { seconds: seconds.get(commandId), whole: wholeFirst.has(commandId), twice: twice.has(commandId) });
  }
  return [...groups].map(([path, group]) => countersOf(path, group));
}

function keep(
  groups: Map<string | undefined, Group>,
  { name, cgroup, values }: CgroupFile,
  { output }: Reading<unknown>,
  { seconds, whole, twice }: { readonly seconds: number | undefined; readonly whole: boolean; readonly twice: boolean },
): void {
  const group = groups.get(cgroup) ?? new Map();
  groups.set(cgroup, group);
  const file = group.get(name) ?? { whole: false };
  group.set(name, file);
  if (twice && output.reading === 1) file.before = values;
  else Object.assign(file, { after: values, seconds, whole: whole && twice });
}

function countersOf(path: string | undefined, group: Group): CgroupCounters {
  const keys = (file: CgroupFileName): Values => {
    const { after, before } = group.get(file) ?? {};
    return after ?? before ?? NONE;
  };
  const now = (file: CgroupFileName, key = '') => counted(keys(file).get(key));
  const ends = (file: CgroupFileName, key: string) => {
    const { before, after, whole, seconds } = group.get(file) ?? {};
    const last = counted(after?.get(key));
    const first = counted(before?.get(key)) ?? (whole && last ? { value: 0, cites: last.cites } : undefined);
    return first && last ? { first, last, seconds } : undefined;
  };
  return {
    path,
    now,
    keys,
    grown: (file, key = '') => {
      const both = ends(file, key);
      return both && between(both.first, both.last, growth(both.first.value, both.last.value));
    },
    perS: (file, key = '') => {
      const both = ends(file, key);
      return both && between(both.first, both.last, ratePerS(both.first.value, both.last.value, both.seconds));
    },
  };
}

function counted(value: CgroupValue | undefined): Counted | undefined {
  return value?.value === undefined ? undefined : { value: value.value, cites: value.cites };
}

function between(first: Counted, last: Counted, value: number | undefined): Counted | undefined {
  return value === undefined ? undefined : { value, cites: citesOfAll(first, last) };
}
