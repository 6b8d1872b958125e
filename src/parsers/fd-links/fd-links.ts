import type { Row } from '../../model/evidence.ts';
import { defineParser, type ParseProblem, type SourceLine } from '../parser.ts';
import { isBlankLine } from '../text/words.ts';

/** One open file descriptor: an 'ls -l' line of /proc/PID/fd. */
export interface FdLink extends Row {
  readonly pid: number;
  readonly fd: string;
  /** Where the link points, without the ' (deleted)' that the kernel puts behind it. */
  readonly target: string;
  readonly deleted: boolean;
  /** From the link's own mode bits. */
  readonly readable: boolean;
  readonly writable: boolean;
}
export interface FdLinksSample {
  readonly links: readonly FdLink[];
}

/** 'lr-x------ 1 root root 64 Nov 30 23:49 ' stands before it: what is read here is the mode and all from the link's name on. */
const MODE = /^l([r-])([w-])[x-]/;
const FULL_NAME = /(?:^| )\/proc\/(\d{1,10})\/(?:task\/\d+\/)?fd\/(\d{1,10})(?: -> (.*))?$/;
/** In a directory listing the name is the number alone. */
const BARE_NAME = / (\d{1,10})(?: -> (.*))?$/;
const DIRECTORY = /\/proc\/(\d{1,10})\/fd\/?:?(?=\s|$)/;
const DELETED = ' (deleted)';

/**
 * Open files: 'ls -l' of /proc/PID/fd.
 *
 * Reads   ls of coreutils and busybox over single links (/proc/PID/fd/N), a directory, or several with a heading each
 * Columns the path or the heading -> pid and fd; what stands behind the arrow -> target, ' (deleted)' -> deleted; the link's own
 *         mode bits -> readable, writable
 * Not     owner, size and time of the link; a link without its arrow, which this account may not follow
 * Caution the target is a path in the process's own mount namespace: in a container it tells no device of the host
 * Source  proc_pid_fd(5); ls(1)
 *
 *     lr-x------ 1 root root 64 Nov 30 23:49 /proc/18822/fd/3 -> /var/log/audit/audit.log.1
 */
export const fdLinks = defineParser<FdLinksSample>({
  recognise: {
    command: /^ls\b.*\/proc\/\S+\/fd\b/,
    looksLike: (lines) => lines.some((line) => MODE.test(line) && line.includes('/fd/') && FULL_NAME.test(line)),
  },
  parse: (source) => {
    const links: FdLink[] = [];
    const problems: ParseProblem[] = [];
    let directoryPid = DIRECTORY.exec(source.command)?.[1];
    for (const line of source.lines) {
      if (isBlankLine(line.text) || /^total \d+$/.test(line.text)) continue;
      const directory = line.text.startsWith('/') ? DIRECTORY.exec(line.text)?.[1] : undefined;
      directoryPid = directory ?? directoryPid;
      const link = directory === undefined ? readLink(line, directoryPid) : 'not-shown';
      if (link === undefined) problems.push({ cite: line.cite, why: "not an 'ls -l' line of /proc/PID/fd" });
      else if (link !== 'not-shown') links.push(link);
    }
    return { sample: links.length > 0 ? { links } : undefined, problems };
  },
});

/** 'not-shown' where the account may see that the link is there but not where it points. */
function readLink(line: SourceLine, directoryPid: string | undefined): FdLink | 'not-shown' | undefined {
  const { text } = line;
  const mode = MODE.exec(text);
  if (!mode) return undefined;
  // A target may hold anything, blanks and arrows too, so the name is looked for before the first arrow only.
  const arrow = text.indexOf(' -> ');
  const head = arrow < 0 ? text : text.slice(0, arrow);
  const full = FULL_NAME.exec(head);
  const pid = full?.[1] ?? directoryPid;
  const fd = full?.[2] ?? BARE_NAME.exec(head)?.[1];
  if (pid === undefined || fd === undefined) return undefined;
  if (arrow < 0) return 'not-shown';
  const target = text.slice(arrow + ' -> '.length);
  const deleted = target.endsWith(DELETED);
  return {
    pid: Number(pid),
    fd,
    target: deleted ? target.slice(0, -DELETED.length) : target,
    deleted,
    readable: mode[1] === 'r',
    writable: mode[2] === 'w',
    cites: [line.cite],
  };
}
