import type { Row } from '../../model/evidence.ts';
import { defineParser, type ParseProblem } from '../parser.ts';
import { unescapeOctal } from '../text/octal.ts';
import { isBlankLine, words } from '../text/words.ts';

export interface Mount extends Row {
  /** Mount point, its octal escapes undone. */
  readonly mount: string;
  readonly source: string;
  readonly type: string;
  /** 'MAJOR:MINOR', from mountinfo only. */
  readonly deviceNumber?: string;
  /** The part of the file system that is mounted, from mountinfo only: '/' unless it is a bind mount or a subvolume. */
  readonly root?: string;
  readonly options: readonly string[];
  readonly readOnly: boolean;
}
export interface MountsSample {
  readonly mounts: readonly Mount[];
}

/**
 * Mounts: which file system lies where.
 *
 * Reads   /proc/self/mountinfo (also a process's own), /proc/mounts, and what the command mount prints
 * Columns source, mount, type, options (own and the superblock's), 'ro' -> readOnly; from mountinfo also MAJOR:MINOR -> deviceNumber
 *         and the part that is mounted -> root
 * Not     mount ids, propagation ('shared:5'), dump and pass
 * Caution a bind mount's source is the device, not the folder: root tells; Btrfs has a device number of its own that no disk bears
 * Source  proc_pid_mountinfo(5), proc_pid_mounts(5), mount(8)
 *
 *     36 25 259:1 / /var rw,relatime shared:5 - ext4 /dev/nvme1n1p1 rw
 */
export const mounts = defineParser<MountsSample>({
  recognise: {
    path: /^\/proc\/(?:(?:self|\d+)\/)?(?:mountinfo|mounts)$/,
    command: /^mount\b/,
    looksLike: (lines) => lines.some((text) => readMount(text) !== undefined),
  },
  parse: (source) => {
    const found: Mount[] = [];
    const problems: ParseProblem[] = [];
    for (const line of source.lines) {
      if (isBlankLine(line.text)) continue;
      const mount = readMount(line.text);
      if (mount) found.push({ ...mount, cites: [line.cite] });
      else problems.push({ cite: line.cite, why: 'neither a line of mountinfo nor of mount' });
    }
    return { sample: found.length > 0 ? { mounts: found } : undefined, problems };
  },
});
type Uncited = Omit<Mount, 'cites'>;

/** Overlays of many layers have long options; what is longer is no mount. */
const MAX_LINE = 16_384;

function readMount(text: string): Uncited | undefined {
  return text.length > MAX_LINE ? undefined : (readInfo(text) ?? readCommand(text) ?? readTableLine(text));
}

/** '22 27 0:21 / /proc rw,relatime shared:5 - proc proc rw': optional words stand before the lone hyphen. */
function readInfo(text: string): Uncited | undefined {
  const cells = words(text);
  const hyphen = cells.indexOf('-', 6);
  const [, , deviceNumber = '', root = '', mount = '', own = ''] = cells;
  const [type, source, superblock] = hyphen < 0 ? [] : cells.slice(hyphen + 1);
  if (type === undefined || source === undefined || !/^\d+:\d+$/.test(deviceNumber) || !mount.startsWith('/')) return undefined;
  const options = [...new Set([...own.split(','), ...(superblock ?? '').split(',')])].filter((option) => option !== '');
  return { ...described(mount, source, type, options), deviceNumber, root: unescapeOctal(root) };
}

/** 'SOURCE on /MOUNT type TYPE (OPTIONS)'. Either name may hold blanks, so it is cut at the first ' on /' and the last ' type '. */
function readCommand(text: string): Uncited | undefined {
  const on = text.indexOf(' on /');
  const typed = text.lastIndexOf(' type ');
  if (on < 1 || typed <= on) return undefined;
  const [, type, options] = /^ type (\S+) \(([^()]*)\)(?: \[.*\])?$/.exec(text.slice(typed)) ?? [];
  if (type === undefined || options === undefined) return undefined;
  return described(text.slice(on + ' on '.length, typed), text.slice(0, on), type, options.split(','));
}

/** A line of /proc/mounts: 'SOURCE MOUNT TYPE OPTIONS 0 0'. */
function readTableLine(text: string): Uncited | undefined {
  const [source = '', mount = '', type = '', options = '', dump, pass, ...more] = words(text);
  const isTableLine = mount.startsWith('/') && /^r[ow](?:,|$)/.test(options) && /^\d$/.test(dump ?? '') && /^\d$/.test(pass ?? '');
  return isTableLine && more.length === 0 ? described(mount, source, type, options.split(',')) : undefined;
}

function described(mount: string, source: string, type: string, options: readonly string[]): Uncited {
  return { mount: unescapeOctal(mount), source: unescapeOctal(source), type, options, readOnly: options.includes('ro') };
}
