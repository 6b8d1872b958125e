import { defineRule } from '../rule.ts';
import { judgeBulk } from './facts/bulk.ts';

/**
 * io.bulk-writer: one process writes to a device so hard that all others wait.
 *
 * Found      a saturated device moves at least as much in writes as in reads, and one process (or one parent's children) accounts
 *            for >= 50 % of its bytes, tied to it as for io.bulk-reader. Without device figures: a process writes >= 50 MB/s in
 *            every interval and waits for it
 * Ruled out  no device is at its limit, it reads more than it writes, nobody accounts for half, or the writer is in the idle class
 * Why        a process's written bytes are those it dirtied; they may exceed what the device takes, and what truncation takes
 *            back (kB_ccwr) never reaches it. The flusher threads (kworker) only carry them out
 * Certain    tied to the device, >= 70 % of its bytes, and tasks wait; likely with a tie; possible 'at most', or without device figures
 * Misses     a writer that has ended while its pages are still being written (io.device-saturated, io.writeback-stall)
 * Reference  https://docs.kernel.org/filesystems/proc.html (/proc/PID/io)
 */
export const bulkWriter = defineRule({
  cause: 'io.bulk-writer',
  needs: [],
  uses: ['devices', 'processes', 'pressure', 'cpu', 'paging', 'host'],
  explains: ['io.device-saturated', 'io.volume-throughput-limit', 'io.volume-iops-limit', 'io.burst-credits-exhausted'],
  decide: (given) => judgeBulk(given, 'write'),
});
