import { figureText, RATE_MB } from '../../model/figure-text.ts';
import type { Verdict } from '../../model/finding.ts';
import { figure, line } from '../../snapshot/cite.ts';
import { type DeviceInterval, deviceUnits, type HostView, type ProcessesView, processUnits } from '../../snapshot/views.ts';
import { culpritOf, doerOf, sufferersOf } from '../facts/culprit.ts';
import { bytesPerS, opsPerS, outstanding } from '../facts/device-figures.ts';
import { type Doer, isKernelThread, windowOf } from '../facts/doers.ts';
import { judgedDevices, type Load, nameOf, onlySinceBoot } from '../facts/leaf.ts';
import { BUSY_PCT } from '../facts/saturation.ts';
import { taskSubject, tasksWaitingIn } from '../facts/stuck.ts';
import { found, ruledOut, undecided } from '../facts/verdict.ts';
import { severityOf, subjectOf, waiting, withWaits } from '../facts/waits.ts';
import { word } from '../facts/words.ts';
import { defineRule } from '../rule.ts';
import { flushAdvice } from './advice/flush.ts';
import { attribute } from './facts/attribution.ts';

/** A write that the device must have kept before it answers takes a disk 8 ms, flash under 1 ms. */
const SYNC_AWAIT_MS = 4;
/** Records of a log, pages of a journal: what gathers into larger requests was not waited for one by one. */
const SMALL_WRITE_BYTES = 64 * 1024;
const MOSTLY_WRITES_PART = 0.7;
const LITTLE_BYTES_PER_S = 20 * RATE_MB;
/** Writers that wait for each write keep few requests in flight, however long they wait. */
const SHORT_QUEUE_REQUESTS = 16;
/** Who writes some of it may be its cause: the journal of the file system writes as much again and more for him. */
const LEAST_SHARE_PCT = 10;
/** Without device figures: a task that waits nearly always and writes little. */
const TASK_IO_WAIT_PCT = 90;
const TASK_BYTES_PER_S = 5 * RATE_MB;

/** Tasks that wait for a journal commit or for pages to be written. */
const SYNC_WAIT =
  /^(jbd2_(log_wait_commit|complete_transaction|journal_commit_transaction)|wait_on_(commit|page_bit|page_writeback)|folio_wait_(bit|writeback)|__?filemap_fdatawait|blkdev_issue_flush|submit_bio_wait|xlog_|xfs_log_|wait_log_commit|btrfs_sync_log)/;

/**
 * io.flush-bound: the device is kept busy by small writes that each wait until they are kept.
 *
 * Found      over the worst three seconds: util >= 90 %, >= 70 % of the requests are writes of <= 64 KiB on average, < 20 MB/s, a queue
 *            below 16, and w_await or f_await >= 4 ms. Without device figures: a task waits for I/O >= 90 % of the time, reads nothing and
 *            writes < 5 MB/s
 * Ruled out  no device is busy with small writes, or they do not wait
 * Why        a hard disk serves some 120 such writes a second and 1 MB/s, so rates look harmless; a short queue parts them from
 *            a flood of write-back
 * Certain    flushes or waiting tasks are seen besides; likely by the figures of the device; possible from a task alone
 * Misses     one slow flush a minute; databases on flash whose flushes take under 4 ms
 * Reference  https://man7.org/linux/man-pages/man2/fsync.2.html
 */
export const flushBound = defineRule({
  cause: 'io.flush-bound',
  needs: [],
  uses: ['devices', 'processes', 'stacks', 'pressure', 'cpu', 'host'],
  explains: ['io.device-saturated', 'io.bulk-writer', 'io.volume-iops-limit'],
  decide: (given): Verdict => {
    const { devices, processes } = given;
    if (!devices || devices.all.length === 0 || onlySinceBoot(devices))
      return fromTasks(processes, given.host) ?? undecided('no figures of block devices over the window', 'iostat -x -k -y 1 5');
    const judged = judgedDevices(devices);
    if (!judged.some(({ load }) => load.utilPct !== undefined && load.writeOpsPerS !== undefined))
      return undecided('reads and writes of devices are not told apart', 'iostat -x -k -y 1 5');
    const target = judged.find(isFlushBound);
    if (!target) return ruledOut('no device is busy with small writes that wait');
    const { device, load } = target;
    const waits = waiting(given);
    const tasks = tasksWaitingIn(SYNC_WAIT, processes, given.stacks);
    const attribution = attribute(target, 'write', devices, processes, LEAST_SHARE_PCT);
    const doer = attribution?.doer ?? firstOwn(tasks.map((task) => task.process));
    const culprit = doer && processes ? culpritOf(doer, processes, attribution?.share) : undefined;
    const flushes = (load.flushOpsPerS ?? 0) >= 1;
    return found(
      {
        severity: severityOf(waits),
        confidence: (flushes || tasks.length > 0) && waits.state === 'waits' ? 'certain' : 'likely',
        headline: `${nameOf(device, devices)} is busy with small writes that must be kept: ${figureText(load.writeOpsPerS ?? 0, 'count')} writes/s of ${figureText(syncAwaitMs(load) ?? 0, 'ms')}, only ${figureText(load.writeBytesPerS ?? 0, 'bytes/s')}${culprit ? `, by ${word(culprit.process)}` : ''}`,
        subject: { kind: 'device', name: device.name },
        ...(culprit ? { culprit } : {}),
        sufferers: sufferersOf(processes, doer),
        advice: flushAdvice(device, culprit, given.host),
      },
      withWaits(
        [
          figure(load, deviceUnits, load.writeAwaitMs === undefined ? 'awaitMs' : 'writeAwaitMs', device.name, {
            op: '>=',
            value: SYNC_AWAIT_MS,
          }),
          figure(load, deviceUnits, 'utilPct', device.name, { op: '>=', value: BUSY_PCT }),
          figure(load, deviceUnits, 'writeBytesPerS', device.name, { op: '<=', value: LITTLE_BYTES_PER_S }),
          figure(load, deviceUnits, 'writeOpsPerS', device.name),
          figure(load, deviceUnits, 'flushOpsPerS', device.name),
          figure(load, deviceUnits, 'flushAwaitMs', device.name),
          figure(load, deviceUnits, 'queueLength', device.name, { op: '<=', value: SHORT_QUEUE_REQUESTS }),
          ...tasks.slice(0, 2).map((task) => line(task, taskSubject(task), 'waits in', task.function)),
        ],
        waits,
      ),
    );
  },
});

function isFlushBound({ load }: Load): boolean {
  const ops = opsPerS(load);
  const bytes = bytesPerS(load);
  const writes = load.writeOpsPerS;
  const awaitMs = syncAwaitMs(load);
  if (ops === undefined || bytes === undefined || writes === undefined || awaitMs === undefined || load.utilPct === undefined) return false;
  if (load.utilPct < BUSY_PCT || writes <= 0 || writes < MOSTLY_WRITES_PART * ops) return false;
  const small = (load.writeBytesPerS ?? 0) / writes <= SMALL_WRITE_BYTES && bytes < LITTLE_BYTES_PER_S;
  return small && awaitMs >= SYNC_AWAIT_MS && (outstanding(load) ?? 0) < SHORT_QUEUE_REQUESTS;
}

function syncAwaitMs(load: DeviceInterval): number | undefined {
  return load.writeAwaitMs ?? load.awaitMs;
}

function firstOwn(processes: readonly (Parameters<typeof isKernelThread>[0] | undefined)[]): Doer | undefined {
  const own = processes.find((process) => process !== undefined && !isKernelThread(process));
  return own && doerOf(own);
}

/** iotop alone: who waits all the time for next to no bytes waits for each write. The idle class waits by its own wish. */
function fromTasks(processes: ProcessesView | undefined, host: HostView | undefined): Verdict | undefined {
  const waiters = (processes?.all ?? []).flatMap((process) => {
    const row = windowOf(process);
    const writes = row?.writeBytesPerS ?? 0;
    const waitsAlways = (row?.ioWaitPct ?? 0) >= TASK_IO_WAIT_PCT && (row?.readBytesPerS ?? 0) === 0;
    const own = !isKernelThread(process) && !process.ioClass?.startsWith('idle');
    return row && own && waitsAlways && writes > 0 && writes < TASK_BYTES_PER_S ? [{ process, row }] : [];
  });
  const [first] = waiters;
  if (!first || !processes) return undefined;
  const culprit = culpritOf(doerOf(first.process), processes);
  return found(
    {
      severity: 'warning',
      confidence: 'possible',
      headline: `${word(first.process.name)} waits for the disk ${figureText(first.row.ioWaitPct ?? 0, 'count')} % of the time while it writes only ${figureText(first.row.writeBytesPerS ?? 0, 'bytes/s')}: small writes that must be kept`,
      culprit,
      advice: flushAdvice(undefined, culprit, host),
    },
    waiters
      .slice(0, 2)
      .flatMap(({ process, row }) => [
        figure(row, processUnits, 'ioWaitPct', subjectOf(process), { op: '>=', value: TASK_IO_WAIT_PCT }),
        figure(row, processUnits, 'writeBytesPerS', subjectOf(process), { op: '<=', value: TASK_BYTES_PER_S }),
      ]),
  );
}
