import type { Advice } from '../../../model/finding.ts';
import type { MemoryView } from '../../../snapshot/views.ts';
import { alertRule } from '../../advice/watch.ts';

/** A pool of huge pages larger than its programs. */
export function poolAdvice({ hugePagesTotal = 0, hugePagesFree = 0, hugePagesReserved = 0 }: MemoryView): Advice {
  const used = Math.max(0, hugePagesTotal - hugePagesFree + hugePagesReserved);
  return {
    summary: `Shrink the pool of huge pages from ${hugePagesTotal} to the ${used} in use, unless the program they are for has yet to start`,
    now: [
      {
        does: 'See which setting reserves them, and whether a program that wants them is down (a database with huge_pages, a virtual machine)',
        command: 'grep -rs nr_hugepages /etc/sysctl.conf /etc/sysctl.d; cat /proc/cmdline',
        risk: 'safe',
      },
      {
        does: 'Give the unused ones back at once',
        command: `sysctl -w vm.nr_hugepages=${used}`,
        risk: 'disruptive',
        caution:
          'the program they were reserved for may not start any more; on a broken-up memory the pool cannot be made as large again without a reboot',
        undo: `sysctl -w vm.nr_hugepages=${hugePagesTotal}`,
      },
    ],
    lasting: [
      {
        does: 'Set vm.nr_hugepages in /etc/sysctl.d to what the program uses (PostgreSQL prints it: postgres -C shared_memory_size_in_huge_pages)',
        risk: 'safe',
        undo: 'the old number',
      },
      {
        does: 'Let the pool grow on demand instead: vm.nr_overcommit_hugepages, with vm.nr_hugepages at 0',
        risk: 'disruptive',
        caution: 'huge pages may not be had when they are wanted',
        undo: 'the old settings',
      },
    ],
    verify: [
      {
        command: "grep -E 'HugePages_|MemAvailable' /proc/meminfo",
        expect: 'HugePages_Free near HugePages_Rsvd, MemAvailable above a tenth of MemTotal',
      },
    ],
    guard: [
      {
        does: 'Alert when huge pages that nobody uses hold a tenth of memory',
        prometheusRule: alertRule({
          name: 'HugePagesUnused',
          expr: '(node_memory_HugePages_Free - node_memory_HugePages_Rsvd) * node_memory_Hugepagesize_bytes / node_memory_MemTotal_bytes > 0.1',
          holds: '1h',
          summary: 'reserved huge pages of {{ $labels.instance }} lie idle',
        }),
        risk: 'trips while the program that uses them is down',
        undo: 'remove the rule and reload Prometheus',
      },
    ],
  };
}
