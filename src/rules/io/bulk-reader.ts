import { figureText } from '../../model/figure-text.ts';
import type { Verdict } from '../../model/finding.ts';
import { figure } from '../../snapshot/cite.ts';
import { type CpuView, cpuUnits, type HostView, type PagingView, pagingUnits } from '../../snapshot/views.ts';
import { worstPaging, worstWait } from '../facts/stretch.ts';
import { found } from '../facts/verdict.ts';
import { defineRule } from '../rule.ts';
import { bulkAdvice } from './advice/bulk.ts';
import { BULK_BYTES_PER_S, judgeBulk } from './facts/bulk.ts';

/** One reader blocks itself and whoever meets it; a crowd that waits is thrashing or many equal clients. */
const FEW_BLOCKED_TASKS = 4;
const SOME_IOWAIT_PCT = 10;
/** Mapped files: faults this frequent make whole programs wait, and this much for each is read-ahead, not need (128 KiB is usual). */
const MAJOR_FAULTS_PER_S = 100;
const BYTES_A_FAULT = 256 * 1024;

/**
 * io.bulk-reader: one process reads a device so hard that all others wait.
 *
 * Found      a saturated device moves at least as much in reads as in writes, and one process (or one parent's children) accounts
 *            for >= 50 % of its bytes, tied to it by cgroup io, open files or because no other device is busy.
 *            Without device figures: a process reads >= 50 MB/s in every interval and waits for it; or the host takes in
 *            >= 50 MB/s with one to four tasks blocked; or >= 256 KiB come in for each of >= 100 major faults a second
 * Ruled out  no device is at its limit, it writes more than it reads, nobody accounts for half, or the reader is in the idle class
 * Why        bytes of a process are not per device: on a host with two busy disks the largest reader may well read from the other.
 *            Kernel threads work for others and are never named
 * Certain    tied to the device, >= 70 % of its bytes, and tasks wait; likely with a tie; possible 'at most', or without device figures
 * Misses     many equal readers (io.device-saturated), reads through NFS or FUSE
 * Reference  https://docs.kernel.org/filesystems/proc.html (/proc/PID/io)
 */
export const bulkReader = defineRule({
  cause: 'io.bulk-reader',
  needs: [],
  uses: ['devices', 'processes', 'pressure', 'cpu', 'paging', 'host'],
  explains: ['io.device-saturated', 'io.volume-throughput-limit', 'io.volume-iops-limit', 'io.burst-credits-exhausted'],
  decide: (given): Verdict => {
    const verdict = judgeBulk(given, 'read');
    if (verdict.kind !== 'undecided' || given.devices || !given.paging) return verdict;
    return fromPageTraffic(given.paging, given.cpu, given.host) ?? verdict;
  },
});

function fromPageTraffic(paging: PagingView, cpu: CpuView | undefined, host: HostView | undefined): Verdict | undefined {
  const worst = worstPaging(paging, (row) => row.blockInBytesPerS ?? 0);
  const readBytes = worst?.blockInBytesPerS;
  if (!worst || readBytes === undefined || readBytes < BULK_BYTES_PER_S || (worst.swapInBytesPerS ?? 0) > readBytes / 10) return undefined;
  const faults = worst.majorFaultsPerS;
  const wait = cpu && worstWait(cpu);
  const blocked = wait?.blockedTasks ?? 0;
  const readAhead = faults !== undefined && faults >= MAJOR_FAULTS_PER_S && readBytes / faults >= BYTES_A_FAULT;
  const fewWait = blocked >= 1 && blocked <= FEW_BLOCKED_TASKS && (wait?.iowaitPct ?? 0) >= SOME_IOWAIT_PCT;
  if (!readAhead && !fewWait) return undefined;
  const how = readAhead ? `${figureText(readBytes / (faults ?? 1), 'bytes')} for each major fault` : 'one or a few tasks wait for it';
  return found(
    {
      severity: 'warning',
      confidence: 'possible',
      headline: `One reader takes in ${figureText(readBytes, 'bytes/s')} from block devices: ${how}`,
      advice: bulkAdvice(undefined, undefined, host),
    },
    [
      figure(worst, pagingUnits, 'blockInBytesPerS', 'host', { op: '>=', value: BULK_BYTES_PER_S }),
      readAhead ? figure(worst, pagingUnits, 'majorFaultsPerS', 'host', { op: '>=', value: MAJOR_FAULTS_PER_S }) : undefined,
      wait && figure(wait, cpuUnits, 'iowaitPct', 'host'),
      wait && figure(wait, cpuUnits, 'blockedTasks', 'host'),
    ],
  );
}
