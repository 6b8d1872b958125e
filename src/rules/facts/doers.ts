import type { Row } from '../../model/evidence.ts';
import { sumOf } from '../../snapshot/rates.ts';
import type { ProcessesView, ProcessInterval, ProcessView } from '../../snapshot/views.ts';
import { mean } from './means.ts';

export type Direction = 'read' | 'write';

/** A process, or the children of one parent, and what they move over the window. */
export interface Doer extends Row {
  /** The one that moves most; the others are its siblings. */
  readonly process: ProcessView;
  readonly members: readonly ProcessView[];
  readonly readBytesPerS: number | undefined;
  readonly writeBytesPerS: number | undefined;
}

/** Kernel threads by name, where no parent tells: they work for somebody else and are never named in his place. */
const KERNEL_THREAD =
  /^(\[.*\]|kworker\/.*|jbd2\/.*|kjournald\d*|loop\d+|md\d+_(raid|resync)\S*|kswapd\d.*|flush-.*|pdflush|xfsaild.*|xfs-.*|dm_?crypt.*|dmcrypt_write.*|btrfs-.*|txg_sync|z_(rd|wr)_.*|kcompactd\d.*|khugepaged|ksoftirqd.*|nfsd|scsi_eh_\d+|migration\/\d+|kthreadd|kblockd.*|kcopyd.*|bcache.*)$/;

/** Parents that start whatever runs on the host: their children have nothing to do with each other. */
const STARTERS =
  /^(systemd|init|\(sd-pam\)|containerd-shim.*|dockerd|containerd|crio|conmon|tini|dumb-init|runit|runsv|s6-.*|supervisord|cron|crond|atd|sshd.*|tmux.*|screen|login|bash|sh|dash|zsh|su|sudo|busybox)$/i;

export function isKernelThread(process: ProcessView): boolean {
  return process.kernelThread || KERNEL_THREAD.test(process.name);
}

/**
 * Everybody who moves bytes in a direction, whole families first where one parent's children share the work.
 * No interval counts for more reads than a device gave in any: a parent that reaps a child is credited all that the child
 * ever read at once. Writes are not cut: memory is dirtied faster than a device takes it.
 */
export function doersOf(processes: ProcessesView, direction: Direction, mostReadBytesPerS = Number.POSITIVE_INFINITY): readonly Doer[] {
  const movers = processes.all
    .filter((process) => !isKernelThread(process))
    .map((process) => alone(process, processes.reports, mostReadBytesPerS))
    .filter((doer) => (moved(doer, direction) ?? 0) > 0);
  const families = new Map<string, Doer[]>();
  for (const doer of movers) {
    const key = familyOf(doer.process, processes);
    families.set(key, [...(families.get(key) ?? []), doer]);
  }
  const doers = [...families.values()].map((family) => together(family, direction));
  return doers.toSorted((left, right) => (moved(right, direction) ?? 0) - (moved(left, direction) ?? 0));
}

export function moved(doer: Doer, direction: Direction): number | undefined {
  return direction === 'read' ? doer.readBytesPerS : doer.writeBytesPerS;
}

/** One row of a process's whole window, for figures of it. It was idle in the reports that leave it out. */
export function windowOf(process: ProcessView, reports?: number): ProcessInterval | undefined {
  const [first, ...rest] = process.intervals;
  const missed = Math.max(0, (reports ?? 0) - process.intervals.length);
  if (!first || rest.length + missed === 0) return first;
  const [cite, ...cites] = process.intervals.flatMap((row) => row.cites);
  if (!cite) return first;
  const part = process.intervals.length / (process.intervals.length + missed);
  const fields = [
    'readBytesPerS',
    'writeBytesPerS',
    'cancelledWriteBytesPerS',
    'ioWaitPct',
    'swapInPct',
    'cpuPct',
    'systemPct',
    'voluntarySwitchesPerS',
    'residentBytes',
  ] as const;
  const means: { [F in (typeof fields)[number]]?: number } = {};
  for (const field of fields) {
    const value = mean(process.intervals.map((row) => row[field]));
    if (value !== undefined) means[field] = field === 'residentBytes' ? value : value * part;
  }
  return { cites: [cite, ...cites], ...means };
}

function alone(process: ProcessView, reports: number | undefined, mostReadBytesPerS: number): Doer {
  // Of a single interval nothing can be told apart: cut, its excess would look like a fit.
  const parted = Math.max(process.intervals.length, reports ?? 0) > 1;
  const intervals = parted ? process.intervals.map((each) => readsUpTo(each, mostReadBytesPerS)) : process.intervals;
  const row = windowOf({ ...process, intervals }, reports);
  // A write that truncation takes back never reaches the device.
  const written = row?.writeBytesPerS === undefined ? undefined : Math.max(0, row.writeBytesPerS - (row.cancelledWriteBytesPerS ?? 0));
  return { process, members: [process], readBytesPerS: row?.readBytesPerS, writeBytesPerS: written, cites: row?.cites ?? process.cites };
}

function readsUpTo(row: ProcessInterval, most: number): ProcessInterval {
  return (row.readBytesPerS ?? 0) > most ? { ...row, readBytesPerS: most } : row;
}

function familyOf(process: ProcessView, processes: ProcessesView): string {
  const parent = process.parentPid === undefined ? undefined : processes.byPid.get(process.parentPid);
  const unrelated = !parent || parent.pid <= 2 || STARTERS.test(parent.name);
  return unrelated ? `process ${process.pid}` : `children of ${parent.pid}`;
}

function together(family: readonly Doer[], direction: Direction): Doer {
  const [first, ...rest] = family.toSorted((left, right) => (moved(right, direction) ?? 0) - (moved(left, direction) ?? 0));
  if (!first || rest.length === 0) return first as Doer;
  const all = [first, ...rest];
  return {
    process: first.process,
    members: all.map((doer) => doer.process),
    readBytesPerS: sumOf(...all.map((doer) => doer.readBytesPerS)),
    writeBytesPerS: sumOf(...all.map((doer) => doer.writeBytesPerS)),
    cites: first.cites,
  };
}
