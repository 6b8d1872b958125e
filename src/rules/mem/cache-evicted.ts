import { figureText } from '../../model/figure-text.ts';
import type { Culprit, Verdict } from '../../model/finding.ts';
import { figure } from '../../snapshot/cite.ts';
import { reclaimUnits } from '../../snapshot/views/reclaim.ts';
import { memoryUnits, type ProcessesView } from '../../snapshot/views.ts';
import { culpritOf, sufferersOf } from '../facts/culprit.ts';
import { type Doer, doersOf } from '../facts/doers.ts';
import { found, ruledOut, undecided } from '../facts/verdict.ts';
import { severityOf, waiting } from '../facts/waits.ts';
import { defineRule } from '../rule.ts';
import { cacheAdvice } from './advice/cache.ts';

/** 25 pages a second that were just thrown out and are read again: at 10 ms each a quarter of a program's time. */
const REFAULTS_PER_S = 25;
/** A bulk job reads more than the ordinary work beside it: 1 MB/s fills a gigabyte of cache in a quarter of an hour. */
const BULK_BYTES_PER_S = 1024 ** 2;
const BULK_KINDS = ['backup', 'copy', 'file-scan', 'log-rotation', 'package-manager'];

/**
 * mem.cache-evicted: what ordinary work needs was pushed out of the page cache, and is read from disk again.
 *
 * Found      over the window >= 25 refaults of file pages a second (pages read again that reclaim had just thrown out) while tasks wait
 *            for I/O; with a culprit where a backup, copy, scan or the like reads >= 1 MB/s beside it
 * Ruled out  fewer refaults, or nothing waits: a full page cache in which all is found is a cache that works
 * Why        the kernel remembers what it evicted, so a refault is a miss of what had been there; a first read of a large file is none
 * Certain    never: the reader that evicts refaults too. Likely with a bulk job at work, possible when it is over
 * Misses     inodes and directory entries, which the kernel does not remember; kernels before 3.15
 * Reference  https://docs.kernel.org/admin-guide/cgroup-v2.html
 */
export const cacheEvicted = defineRule({
  cause: 'mem.cache-evicted',
  needs: [],
  uses: ['reclaim', 'memory', 'pressure', 'cpu', 'processes', 'host'],
  explains: ['io.device-saturated', 'io.bulk-reader'],
  decide: (given): Verdict => {
    const { reclaim, memory, processes, host } = given;
    const refaults = reclaim?.fileRefaultsPerS;
    if (reclaim === undefined || refaults === undefined) {
      return undecided('pages that were read again were not counted over a window', 'workingset_refault_file of /proc/vmstat, read twice');
    }
    const calmly = figure(reclaim, reclaimUnits, 'fileRefaultsPerS', 'host');
    if (refaults < REFAULTS_PER_S) return ruledOut('what work asks for is found in the page cache', [calmly]);
    const waits = waiting(given);
    if (waits.state === 'calm') return ruledOut('evicted pages are read again, and nothing waits for them', [calmly]);
    if (waits.state === 'unknown') return undecided('whether tasks wait for the pages that are read again was not read', 'vmstat 1 5');
    const bulk = bulkReader(processes);
    const culprit = bulk && processes ? culpritOf(bulk, processes) : undefined;
    const sufferers = sufferersOf(processes, bulk);
    return found(
      {
        severity: severityOf(waits) === 'critical' ? 'critical' : 'warning',
        confidence: culprit ? 'likely' : 'possible',
        headline: headlineOf(refaults, culprit),
        ...(culprit ? { culprit } : {}),
        ...(sufferers.length > 0 ? { sufferers } : {}),
        advice: cacheAdvice(culprit, host, memory?.settings.get('vm.vfs_cache_pressure')),
      },
      [
        figure(reclaim, reclaimUnits, 'fileRefaultsPerS', 'host', { op: '>=', value: REFAULTS_PER_S }),
        ...waits.evidence.slice(0, 3),
        memory && figure(memory, memoryUnits, 'cachedBytes', 'host'),
        memory && figure(memory, memoryUnits, 'buffersBytes', 'host'),
        figure(reclaim, reclaimUnits, 'majorFaultsPerS', 'host'),
        (reclaim.pageCacheDrops ?? 0) > 0 ? figure(reclaim, reclaimUnits, 'pageCacheDrops', 'host') : undefined,
      ],
    );
  },
});

function headlineOf(refaults: number, culprit: Culprit | undefined): string {
  const read = `${figureText(refaults, 'count')} pages a second that it had lost are read again`;
  return culprit
    ? `${culprit.process.slice(0, 60)} pushes other work out of the page cache: ${read}`
    : `Work misses the page cache: ${read}`;
}

/** Who reads in bulk by trade; a database that reads much may be the one that suffers. */
function bulkReader(processes: ProcessesView | undefined): Doer | undefined {
  if (!processes) return undefined;
  return doersOf(processes, 'read').find(
    (doer) => (doer.readBytesPerS ?? 0) >= BULK_BYTES_PER_S && BULK_KINDS.includes(culpritOf(doer, processes).kind),
  );
}
