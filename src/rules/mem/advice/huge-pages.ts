import type { Advice, Fix } from '../../../model/finding.ts';
import type { HostView } from '../../../snapshot/views.ts';
import { alertRule } from '../../advice/watch.ts';

const THP = '/sys/kernel/mm/transparent_hugepage';

/** Compaction for transparent huge pages. */
export function hugePageAdvice(host: HostView | undefined, enabled: string | undefined): Advice {
  const files = directoryOf(host);
  return {
    summary: 'Set transparent huge pages to madvise: only programs that ask for huge pages wait for them then',
    now: [
      {
        does: 'Keep page faults from waiting for compaction',
        command: `echo madvise > ${files}/enabled; echo ${defragWord(host)} > ${files}/defrag`,
        risk: 'safe',
        caution: 'programs that gained from huge pages without asking lose a few per cent; existing huge pages stay',
        undo: `echo ${enabled ?? 'always'} > ${files}/enabled`,
      },
      {
        does: 'Where a task hangs in it, see in which function; where khugepaged itself spins, never ends it at once',
        command: `echo never > ${files}/enabled`,
        risk: 'safe',
        undo: `echo ${enabled ?? 'always'} > ${files}/enabled`,
      },
    ],
    lasting: [
      {
        does: 'Keep it over reboots: transparent_hugepage=madvise on the kernel command line, or a tuned profile or unit that writes it before the services start',
        risk: 'safe',
        undo: 'remove it',
      },
      {
        does: 'Give programs that want huge pages a pool of their own (vm.nr_hugepages), or let their allocator ask by madvise',
        risk: 'disruptive',
        caution: 'a pool takes memory from everybody else',
        undo: 'vm.nr_hugepages=0',
      },
    ],
    verify: [verifyCompaction],
    guard: [compactionGuard],
  };
}

/** Memory in too small pieces, whoever asks for large ones. */
export function fragmentationAdvice(host: HostView | undefined, asker: string | undefined): Advice {
  return {
    summary: `Compact memory once and see whether it lasts; then keep more free for large pieces${asker === undefined ? '' : `, and look at what ${asker} asks for`}`,
    now: [
      {
        does: 'See how large the free pieces are: the columns to the right are the large ones',
        command: 'cat /proc/buddyinfo',
        risk: 'safe',
      },
      compactOnce,
      {
        does: 'Keep huge pages from competing for the same pieces',
        command: `echo madvise > ${directoryOf(host)}/enabled`,
        risk: 'safe',
        undo: `echo always > ${directoryOf(host)}/enabled`,
      },
    ],
    lasting: [
      {
        does: 'Raise vm.min_free_kbytes to about 1 % of memory (never above 5 %), so that kswapd keeps pieces together earlier',
        command: 'sysctl -w vm.min_free_kbytes=KIB',
        risk: 'disruptive',
        caution: 'what is kept free is lost to page cache; too high a value leads to OOM kills',
        undo: 'the value before: sysctl vm.min_free_kbytes',
      },
      {
        does: 'Let the driver or file system ask for smaller pieces: smaller receive buffers or MTU, a newer kernel that falls back to vmalloc',
        risk: 'disruptive',
        undo: 'the old setting',
      },
    ],
    verify: [verifyCompaction, { command: 'dmesg | grep -c "page allocation failure"', expect: 'the same number as now' }],
    guard: [compactionGuard],
  };
}

const compactOnce: Fix = {
  does: 'Compact all memory once',
  command: 'echo 1 > /proc/sys/vm/compact_memory',
  risk: 'disruptive',
  caution: 'takes CPU in the kernel for seconds, for minutes where there is a terabyte of memory; unmovable pages stay where they are',
  undo: 'none: nothing is lost',
};

const verifyCompaction: Advice['verify'][number] = {
  command:
    "grep -E '^(compact_stall|compact_fail|thp_fault_fallback) ' /proc/vmstat; sleep 10; grep -E '^(compact_stall|compact_fail|thp_fault_fallback) ' /proc/vmstat",
  expect: 'the numbers grow by less than ten a second',
};

const compactionGuard: Advice['guard'][number] = {
  does: 'Alert when tasks compact memory themselves and fail, over five minutes',
  prometheusRule: alertRule({
    name: 'MemoryCompactionFails',
    expr: 'rate(node_vmstat_compact_fail[5m]) > 10',
    holds: '5m',
    summary: 'memory of {{ $labels.instance }} is fragmented: compaction fails',
  }),
  risk: 'needs node_exporter with --collector.vmstat.fields that let compact_.* through',
  undo: 'remove the rule and reload Prometheus',
};

/** RHEL 6 calls the folder by its own name. */
function directoryOf(host: HostView | undefined): string {
  return /^2\.6\.32-.*\.el6/.test(host?.kernel ?? '') ? THP.replace('transparent', 'redhat_transparent') : THP;
}

/** 'defer+madvise' came with 4.11; before, 'madvise' is the nearest. */
function defragWord(host: HostView | undefined): string {
  const [, major, minor] = /^(\d+)\.(\d+)/.exec(host?.kernel ?? '') ?? [];
  const old = major !== undefined && (Number(major) < 4 || (Number(major) === 4 && Number(minor) < 11));
  return old ? 'madvise' : 'defer+madvise';
}
