import { figureText } from '../../model/figure-text.ts';
import type { Severity, Verdict } from '../../model/finding.ts';
import { figure, line } from '../../snapshot/cite.ts';
import { type Filesystem, filesystemUnits, type ProcessesView, type ProcessView } from '../../snapshot/views.ts';
import { culpritOf, doerOf } from '../facts/culprit.ts';
import { isKernelThread, windowOf } from '../facts/doers.ts';
import { found, ruledOut, undecided } from '../facts/verdict.ts';
import { subjectOf } from '../facts/waits.ts';
import { word } from '../facts/words.ts';
import { defineRule } from '../rule.ts';
import { fullAdvice } from './advice/full.ts';

/** df rounds up, so 98 means more than 97 are gone. */
const FULL_PCT = 98;
const NEARLY_PCT = 95;
/** Mounts that every service needs. */
const HOST_STOPS = /^\/(var)?$/;
/** A large file system at 98 % still takes a day of writes. */
const ROOMY_BYTES = 20 * 1024 ** 3;

/** Images and kernel interfaces that are full by nature. */
const IMAGE_TYPE =
  /^(squashfs|erofs|iso9660|udf|cramfs|romfs|efivarfs|devtmpfs|proc|sysfs|ramfs|fuse\.(snapfuse|lxcfs|gvfsd-fuse|portal))$/;
const IMAGE_MOUNT = /^\/(snap|var\/lib\/snapd\/snap|run\/credentials|sys\/|proc\/)/;
/** An optical disc is mastered full; df without -T tells it by its drive alone. */
const OPTICAL_DRIVE = /^\/dev\/(sr|scd)\d+$/;
/** Deleted files that take no room of a file system on disk. */
const NOT_ON_DISK = /^(\/memfd:|\/dev\/|\/SYSV|\/anon_hugepage|\/\[aio\])/;

/**
 * io.filesystem-full: a file system has no room, or no inodes, left.
 *
 * Found      used >= 98 % with less than 20 GiB available, or inodes used >= 98 %; from 95 % it is a notice
 * Ruled out  every file system that answered is below; read-only images (snaps, ISO, squashfs, optical drives) do not count
 * Why        reserved blocks and df's rounding make 98 % full for programs. tmpfs counts: /run, /tmp and /var/log on it fill as well
 * Certain    always: the file system says it
 * Misses     quotas, thin pools, btrfs metadata
 * Reference  https://man7.org/linux/man-pages/man1/df.1.html
 */
export const filesystemFull = defineRule({
  cause: 'io.filesystem-full',
  needs: ['filesystems'],
  uses: ['processes'],
  explains: [],
  decide: ({ filesystems, processes }): Verdict => {
    const known = filesystems.all.filter((each) => !each.hung && !isImage(each) && usedPct(each) !== undefined);
    const [fullest] = known.toSorted((left, right) => fullness(right) - fullness(left));
    if (!fullest) return undecided('no file system tells how full it is', 'df -lP and df -liP');
    const field = fieldOf(fullest);
    if (fullness(fullest) < NEARLY_PCT) {
      return ruledOut(`the fullest file system, ${word(fullest.mount)}, is at ${figureText(fullest[field] ?? 0, 'count')} %`, [
        figure(fullest, filesystemUnits, field, fullest.mount),
      ]);
    }
    const holders = processes ? holdersOf(fullest, processes) : [];
    const grower = processes ? growerOf(fullest, processes) : undefined;
    const doer = holders[0]?.process ?? grower;
    const inodes = field === 'inodesUsedPct';
    return found(
      {
        severity: severityOf(fullest),
        confidence: 'certain',
        headline: headlineOf(fullest, holders[0]?.process),
        subject: { kind: 'mount', name: fullest.mount },
        ...(doer && processes ? { culprit: culpritOf(doerOf(doer), processes) } : {}),
        advice: fullAdvice(fullest, holders[0], inodes),
      },
      [
        figure(fullest, filesystemUnits, field, fullest.mount, { op: '>=', value: fullness(fullest) >= FULL_PCT ? FULL_PCT : NEARLY_PCT }),
        figure(fullest, filesystemUnits, inodes ? 'inodes' : 'availableBytes', fullest.mount),
        figure(fullest, filesystemUnits, 'sizeBytes', fullest.mount),
        ...holders.slice(0, 3).map((holder) => line(holder.process, subjectOf(holder.process), 'holds deleted', word(holder.path, 120))),
        grower && line(grower, subjectOf(grower), 'writes there', figureText(windowOf(grower)?.writeBytesPerS ?? 0, 'bytes/s')),
      ],
    );
  },
});

/** Without room on / or /var nothing on the host goes on; elsewhere those stop who write there. */
function severityOf(filesystem: Filesystem): Severity {
  if (fullness(filesystem) < FULL_PCT) return 'notice';
  return HOST_STOPS.test(filesystem.mount) && (filesystem.availableBytes === 0 || (filesystem.inodesUsedPct ?? 0) >= 100)
    ? 'critical'
    : 'warning';
}

function headlineOf(filesystem: Filesystem, holder: ProcessView | undefined): string {
  const inodes = fieldOf(filesystem) === 'inodesUsedPct';
  const state = fullness(filesystem) < FULL_PCT ? 'is nearly full' : inodes ? 'has no inodes left' : 'is full';
  const used = `${figureText(usedPct(filesystem) ?? 0, 'count')} %${inodes ? ' of its inodes are used' : ' used'}`;
  const rest = inodes || filesystem.availableBytes === undefined ? '' : `, ${figureText(filesystem.availableBytes, 'bytes')} left`;
  const held = holder ? `; ${word(holder.name)} holds a deleted file open` : '';
  return `${word(filesystem.mount)} ${state}: ${used}${rest}${held}`;
}

function isImage(filesystem: Filesystem): boolean {
  if (IMAGE_TYPE.test(filesystem.type ?? '') || IMAGE_MOUNT.test(filesystem.mount) || OPTICAL_DRIVE.test(filesystem.source)) return true;
  return filesystem.readOnly === true;
}

/** What there is less of: room or inodes. */
function fieldOf(filesystem: Filesystem): 'usedPct' | 'inodesUsedPct' {
  if (filesystem.usedPct === undefined) return 'inodesUsedPct';
  const inodes = filesystem.inodesUsedPct ?? 0;
  return inodes >= NEARLY_PCT && inodes >= spacePct(filesystem) ? 'inodesUsedPct' : 'usedPct';
}

function usedPct(filesystem: Filesystem): number | undefined {
  return filesystem[fieldOf(filesystem)];
}

/** Room that is a small part but much in itself counts as less full. */
function spacePct(filesystem: Filesystem): number {
  const used = filesystem.usedPct ?? 0;
  return (filesystem.availableBytes ?? 0) >= ROOMY_BYTES ? Math.min(used, NEARLY_PCT - 1) : used;
}

function fullness(filesystem: Filesystem): number {
  return Math.max(spacePct(filesystem), filesystem.inodesUsedPct ?? 0);
}

/** Who holds deleted files of this file system open: their room comes back only when he lets go. */
function holdersOf(
  filesystem: Filesystem,
  processes: ProcessesView,
): readonly { readonly process: ProcessView; readonly path: string; readonly fd: string }[] {
  const held = processes.all
    .filter((process) => !isKernelThread(process))
    .flatMap((process) => {
      const file = process.openFiles.find((each) => each.deleted && liesHere(each, filesystem));
      return file ? [{ process, path: file.path, fd: file.fd }] : [];
    });
  const written = (process: ProcessView) => windowOf(process)?.writeBytesPerS ?? 0;
  return held.toSorted((left, right) => written(right.process) - written(left.process));
}

function growerOf(filesystem: Filesystem, processes: ProcessesView): ProcessView | undefined {
  const writers = processes.all.filter(
    (process) =>
      !isKernelThread(process) &&
      (windowOf(process)?.writeBytesPerS ?? 0) > 0 &&
      process.openFiles.some((file) => liesHere(file, filesystem)),
  );
  return writers.toSorted((left, right) => (windowOf(right)?.writeBytesPerS ?? 0) - (windowOf(left)?.writeBytesPerS ?? 0))[0];
}

function liesHere(file: ProcessView['openFiles'][number], filesystem: Filesystem): boolean {
  if (NOT_ON_DISK.test(file.path)) return false;
  if (file.device !== undefined && filesystem.device !== undefined) return file.device === filesystem.device;
  return filesystem.mount !== '/' && file.path.startsWith(`${filesystem.mount}/`);
}
