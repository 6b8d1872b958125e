import { figureText } from '../../model/figure-text.ts';
import type { Verdict } from '../../model/finding.ts';
import { figure } from '../../snapshot/cite.ts';
import { type MemoryView, memoryUnits } from '../../snapshot/views.ts';
import { found, ruledOut, undecided } from '../facts/verdict.ts';
import { defineRule } from '../rule.ts';
import { poolAdvice } from './advice/pool.ts';
import { shortageOf } from './facts/shortage.ts';

/** A tenth of memory is what a host falls short by when it begins to swap: a smaller pool would not have helped. */
const IDLE_PART = 0.1;
/** A quarter lying idle is worth knowing on a host that has room, too. */
const NOTABLE_PART = 0.25;

/**
 * mem.hugepages-reserved: memory lies in a pool of huge pages that nobody uses, while the rest is short.
 *
 * Found      free huge pages that are not promised hold a tenth of memory, and ordinary memory is short (a notice where it is not, from a quarter on)
 * Ruled out  no pool, a pool in use or promised, or room beside it
 * Why        a page of the pool is taken out of memory when vm.nr_hugepages is set: programs and page cache cannot have it, not even before an OOM kill
 * Certain    where pressure or swap traffic of the window shows the shortage; likely by gauges
 * Misses     pools of other sizes than the default one; a pool that its program takes up a moment later
 * Reference  https://docs.kernel.org/admin-guide/mm/hugetlbpage.html
 */
export const hugepagesReserved = defineRule({
  cause: 'mem.hugepages-reserved',
  needs: ['memory'],
  uses: ['pressure', 'paging'],
  explains: ['mem.exhausted', 'mem.swap-thrash', 'mem.oom-killed', 'mem.process-growth', 'io.swap-in', 'io.device-saturated'],
  decide: ({ memory, pressure, paging }): Verdict => {
    const { totalBytes, hugePagesTotal } = memory;
    const idle = idleBytes(memory);
    if (hugePagesTotal === 0) return ruledOut('no huge pages are reserved', [figure(memory, memoryUnits, 'hugePagesTotal', 'host')]);
    if (totalBytes === undefined || idle === undefined) return undecided('the pool of huge pages was not read', 'cat /proc/meminfo');
    const pool = [
      figure(memory, memoryUnits, 'hugePagesFree', 'host'),
      figure(memory, memoryUnits, 'hugePageBytes', 'host'),
      figure(memory, memoryUnits, 'hugePagesTotal', 'host'),
    ];
    const shortage = shortageOf({ memory, pressure, paging });
    const part = idle / totalBytes;
    if (part < IDLE_PART) return ruledOut(`unused huge pages hold ${figureText(part * 100, 'pct')} of memory`, pool);
    if (shortage.state === 'unknown') return undecided('whether ordinary memory is short was not read', 'cat /proc/meminfo; vmstat 1 5');
    if (shortage.state === 'spare' && part < NOTABLE_PART) {
      return ruledOut('ordinary memory is available beside the unused huge pages', [...pool, ...shortage.evidence]);
    }
    const short = shortage.state === 'short';
    return found(
      {
        severity: short ? 'warning' : 'notice',
        confidence: short && !shortage.measured ? 'likely' : 'certain',
        headline: `${figureText(idle, 'bytes')} lie in huge pages that nobody uses, ${figureText(part * 100, 'pct')} of memory${short ? ', while the rest is short' : ''}`,
        advice: poolAdvice(memory),
      },
      [...pool, ...shortage.evidence],
    );
  },
});

/** Free ones that are promised to a program are in use: it only has not touched them yet. */
function idleBytes({ hugePagesFree, hugePagesReserved = 0, hugePageBytes }: MemoryView): number | undefined {
  if (hugePagesFree === undefined || hugePageBytes === undefined) return undefined;
  return Math.max(0, hugePagesFree - hugePagesReserved) * hugePageBytes;
}
