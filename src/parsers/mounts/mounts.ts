import type { Row } from '../../model/evidence.ts';
import { defineParser, type ParseProblem, type SourceLine } from '../parser.ts';
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

const INFO = /^\d+ \d+ \d+:\d+ \/\S* \/\S* \S+ .*?- \S+ \S+ \S+$/;
const COMMAND = /^(\S.*) on (\/.*) type (\S+) \(([^()]*)\)(?: \[.*\])?$/;
const FSTAB_FORM = /^(\S+) (\/\S*) (\S+) (r[ow](?:,\S*)?) \d+ \d+$/;

/** /proc/self/mountinfo, /proc/mounts and the command mount. */
export const mounts = defineParser<MountsSample>({
  recognise: {
    path: /^\/proc\/(?:(?:self|\d+)\/)?(?:mountinfo|mounts)$/,
    command: /^mount\b/,
    looksLike: (lines) => lines.some((line) => line.length < MAX_LINE && (INFO.test(line) || COMMAND.test(line) || FSTAB_FORM.test(line))),
  },
  parse: (source) => {
    const found: Mount[] = [];
    const problems: ParseProblem[] = [];
    for (const line of source.lines) {
      if (isBlankLine(line.text)) continue;
      const mount = line.text.length < MAX_LINE ? (readInfo(line) ?? readShort(line)) : undefined;
      if (mount) found.push(mount);
      else problems.push({ cite: line.cite, why: 'neither a line of mountinfo nor of mount' });
    }
    return { sample: found.length > 0 ? { mounts: found } : undefined, problems };
  },
});
/** Overlays of many layers have long options; what is longer is no mount. */
const MAX_LINE = 16_384;

/** '22 27 0:21 / /proc rw,relatime shared:5 - proc proc rw': optional words stand before the lone hyphen. */
function readInfo(line: SourceLine): Mount | undefined {
  const cells = words(line.text);
  const hyphen = cells.indexOf('-', 6);
  const [, , deviceNumber = '', root = '', mount = '', own = ''] = cells;
  const [type, source, superblock] = hyphen < 0 ? [] : cells.slice(hyphen + 1);
  if (type === undefined || source === undefined || !/^\d+:\d+$/.test(deviceNumber) || !mount.startsWith('/')) return undefined;
  const options = [...new Set([...own.split(','), ...(superblock ?? '').split(',')])].filter((option) => option !== '');
  return { ...described(mount, source, type, options), deviceNumber, root: unescapeOctal(root), cites: [line.cite] };
}

function readShort(line: SourceLine): Mount | undefined {
  const command = COMMAND.exec(line.text);
  const [, source, mount, type, options] = command ?? FSTAB_FORM.exec(line.text) ?? [];
  if (source === undefined || mount === undefined || type === undefined || options === undefined) return undefined;
  return { ...described(mount, source, type, options.split(',')), cites: [line.cite] };
}

function described(mount: string, source: string, type: string, options: readonly string[]): Omit<Mount, 'cites'> {
  return { mount: unescapeOctal(mount), source: unescapeOctal(source), type, options, readOnly: options.includes('ro') };
}
