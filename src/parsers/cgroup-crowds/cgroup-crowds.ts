import type { Row } from '../../model/evidence.ts';
import { defineParser, type ParseProblem } from '../parser.ts';
import { cgroupOfFolder } from '../text/cgroup-path.ts';
import { readCount } from '../text/number.ts';
import { isBlankLine, wordsUpTo } from '../text/words.ts';

/** One directory with thousands of control groups in it. */
export interface CgroupCrowd extends Row {
  /** The group in which they lie: '/kubepods/burstable'. */
  readonly path: string;
  /** Of version 1: 'memory', 'cpu,cpuacct'. */
  readonly hierarchy?: string;
  /** Groups that lie directly in it; absent where only its name was printed. */
  readonly groups?: number;
}
export interface CgroupCrowdsSample {
  readonly crowds: readonly CgroupCrowd[];
}

/** A directory is linked from its parent, from itself, and by the '..' of each directory in it. */
const OWN_LINKS = 2;
/** Columns of find -ls: inode, blocks, mode, links, owner, group, size, month, day, time, path. */
const COLUMNS = 11;

/**
 * Directories of control groups in which thousands of groups lie: find, with their numbers of links.
 *
 * Reads   find /sys/fs/cgroup -type d -links +N, with -ls (findutils) or the names alone (busybox, which knows no -ls)
 * Columns number of links -> groups (less 2); path -> path, hierarchy
 * Not     inode, owner, size and time
 * Caution it counts directories, so live groups only: what the kernel keeps of removed ones has none
 * Source  find(1); fs/kernfs/inode.c (a directory's links are 2 and one for each directory in it)
 *
 *     5299142      0 drwxr-xr-x 2502 root     root            0 Dec  1 12:34 /sys/fs/cgroup/memory/kubepods/burstable
 */
export const cgroupCrowds = defineParser<CgroupCrowdsSample>({
  recognise: {
    command: /^find \/sys\/fs\/cgroup\b.* -links \+\d+/,
    looksLike: (lines) => lines.some((line) => crowdOf(line)?.groups !== undefined),
  },
  parse: (source) => {
    const problems: ParseProblem[] = [];
    const crowds: CgroupCrowd[] = [];
    for (const { text, cite } of source.lines) {
      if (isBlankLine(text)) continue;
      const crowd = crowdOf(text);
      if (crowd) crowds.push({ ...crowd, cites: [cite] });
      else problems.push({ cite, why: "not a directory of control groups as 'find' or 'find -ls' prints it" });
    }
    return { sample: crowds.length > 0 ? { crowds } : undefined, problems };
  },
});

function crowdOf(line: string): Omit<CgroupCrowd, 'cites'> | undefined {
  if (line.startsWith('/')) return placeOf(line);
  const cells = wordsUpTo(line, COLUMNS);
  const [inode, , mode = '', links = ''] = cells;
  const place = placeOf(cells[COLUMNS - 1] ?? '');
  const counted = readCount(links);
  if (!place || counted === undefined || counted < OWN_LINKS || !mode.startsWith('d') || readCount(inode ?? '') === undefined)
    return undefined;
  return { ...place, groups: counted - OWN_LINKS };
}

function placeOf(folder: string): Pick<CgroupCrowd, 'path' | 'hierarchy'> | undefined {
  const place = cgroupOfFolder(folder);
  return place && { path: place.cgroup, ...(place.hierarchy === undefined ? {} : { hierarchy: place.hierarchy }) };
}
