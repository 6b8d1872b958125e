import type { CauseId } from '../model/cause.ts';
import type { EvidenceItem } from '../model/evidence.ts';
import { figure, line } from '../snapshot/cite.ts';
import type { KernelEvent } from '../snapshot/views.ts';
import {
  type CpuInterval,
  cpuUnits,
  memoryUnits,
  type Pressure,
  pagingUnits,
  pressureUnits,
  processUnits,
  type Views,
} from '../snapshot/views.ts';

/** A figure that looks off and that no rule judges yet: with it nothing is called healthy. */
export interface Suspicion {
  readonly cause: CauseId;
  readonly because: string;
  readonly wouldDecide: string;
  readonly evidence: readonly EvidenceItem[];
}

/** Everything that looks off outside the reach of the rules, whatever its area. */
export function suspicions(views: Views): readonly Suspicion[] {
  return [
    ...cpuSuspicions(views),
    ...processSuspicions(views),
    ...memorySuspicions(views),
    ...pressureSuspicions(views),
    ...logSuspicions(views),
  ];
}

function suspicion(cause: CauseId, because: string, wouldDecide: string, ...items: readonly (EvidenceItem | undefined)[]): Suspicion {
  return { cause, because, wouldDecide, evidence: items.filter((item) => item !== undefined) };
}

/** A CPU figure and the level from which it wants an explanation. */
const CPU_LEVELS = [
  { field: 'stealPct', level: 5, cause: 'cpu.steal', what: 'the hypervisor takes CPU time away' },
  { field: 'systemPct', level: 30, cause: 'cpu.system-time', what: 'the kernel takes much of the CPUs' },
  { field: 'softirqPct', level: 8, cause: 'cpu.softirq', what: 'interrupt work takes much of the CPUs' },
  { field: 'hardirqPct', level: 8, cause: 'cpu.softirq', what: 'interrupts take much of the CPUs' },
  { field: 'userPct', level: 85, cause: 'cpu.saturated', what: 'programs take nearly all of the CPUs' },
  { field: 'iowaitPct', level: 30, cause: 'io.device-saturated', what: 'the CPUs wait for I/O' },
] as const;

function cpuSuspicions({ cpu }: Views): readonly Suspicion[] {
  const found: Suspicion[] = [];
  for (const { field, level, cause, what } of CPU_LEVELS) {
    const row = highest(cpu?.intervals ?? [], field);
    const value = row?.[field];
    if (row && value !== undefined && value >= level) {
      found.push(
        suspicion(
          cause,
          `${what}: ${Math.round(value)} %`,
          cause === 'io.device-saturated' ? 'iostat -x -k -y 1 5' : 'top -b -n 1',
          figure(row, cpuUnits, field, 'host'),
        ),
      );
    }
  }
  return found;
}

/** The middle one of the intervals: a single second of anything is no state. */
function highest(intervals: readonly CpuInterval[], field: (typeof CPU_LEVELS)[number]['field']): CpuInterval | undefined {
  const sorted = intervals.filter((row) => row[field] !== undefined).toSorted((left, right) => (left[field] ?? 0) - (right[field] ?? 0));
  return sorted[Math.floor(sorted.length / 2)];
}

/** One thread that fills its CPU shows 100 %; several hundred is a program that uses what it was given. */
const ONE_THREAD_PCT = { from: 90, to: 110 };
const KERNEL_WORKERS = /^\[?(kswapd|khugepaged|kcompactd|ksoftirqd)/;
const KERNEL_WORKER_PCT = 20;

function processSuspicions({ processes }: Views): readonly Suspicion[] {
  return (processes?.all ?? [])
    .flatMap((process) => {
      const row = process.intervals.find((each) => each.cpuPct !== undefined);
      const cpuPct = row?.cpuPct ?? 0;
      const subject = `pid ${process.pid} (${process.name})`;
      if (row && KERNEL_WORKERS.test(process.name) && cpuPct >= KERNEL_WORKER_PCT) {
        const cause: CauseId = /ksoftirqd/.test(process.name)
          ? 'cpu.softirq'
          : /kswapd/.test(process.name)
            ? 'mem.exhausted'
            : 'mem.thp-stall';
        return [
          suspicion(
            cause,
            `${process.name} takes ${Math.round(cpuPct)} % of a CPU`,
            'vmstat 1 5 and /proc/vmstat, read twice',
            figure(row, processUnits, 'cpuPct', subject),
          ),
        ];
      }
      if (row && cpuPct >= ONE_THREAD_PCT.from && cpuPct <= ONE_THREAD_PCT.to) {
        return [
          suspicion(
            'cpu.single-thread',
            `${process.name} fills one CPU`,
            'pidstat -u -t 1 5',
            figure(row, processUnits, 'cpuPct', subject),
          ),
        ];
      }
      return [];
    })
    .slice(0, 3);
}

const LOW_MEMORY_PART = 0.06;
const OUTSIZE_PART = 0.25;
const SWAP_LEFT_PART = 0.05;

function memorySuspicions({ memory, paging }: Views): readonly Suspicion[] {
  const found: Suspicion[] = [];
  const swaps = paging?.intervals.find((row) => (row.swapInBytesPerS ?? 0) > 0 && (row.swapOutBytesPerS ?? 0) > 0);
  if (swaps)
    found.push(
      suspicion(
        'mem.swap-thrash',
        'the host swaps in and out',
        'vmstat 1 5 and /proc/meminfo',
        figure(swaps, pagingUnits, 'swapInBytesPerS', 'host'),
        figure(swaps, pagingUnits, 'swapOutBytesPerS', 'host'),
      ),
    );
  const total = memory?.totalBytes;
  if (!memory || total === undefined) return found;
  const part = (bytes: number | undefined) => (bytes === undefined ? undefined : bytes / total);
  const available = memory.availableBytes ?? sumOf(memory.freeBytes, memory.cachedBytes, memory.buffersBytes);
  if ((part(available) ?? 1) < LOW_MEMORY_PART) {
    found.push(
      suspicion(
        'mem.exhausted',
        'hardly any memory is available',
        'vmstat 1 5 and /proc/pressure/memory',
        figure(memory, memoryUnits, 'availableBytes', 'host'),
        figure(memory, memoryUnits, 'freeBytes', 'host'),
        figure(memory, memoryUnits, 'cachedBytes', 'host'),
      ),
    );
  }
  if (
    (memory.swapTotalBytes ?? 0) > 0 &&
    (memory.swapFreeBytes ?? Number.POSITIVE_INFINITY) < SWAP_LEFT_PART * (memory.swapTotalBytes ?? 0)
  ) {
    found.push(suspicion('mem.exhausted', 'swap is full', 'vmstat 1 5', figure(memory, memoryUnits, 'swapFreeBytes', 'host')));
  }
  if ((part(memory.slabBytes) ?? 0) >= OUTSIZE_PART) {
    found.push(
      suspicion(
        'mem.slab-bloat',
        'kernel caches hold much of the memory',
        'slabtop -o as root',
        figure(memory, memoryUnits, 'slabBytes', 'host'),
      ),
    );
  }
  const reserved = (memory.hugePagesFree ?? 0) * (memory.hugePageBytes ?? 0);
  if ((part(reserved) ?? 0) >= OUTSIZE_PART) {
    found.push(
      suspicion(
        'mem.hugepages-reserved',
        'free huge pages hold much of the memory',
        '/proc/meminfo',
        figure(memory, memoryUnits, 'hugePagesFree', 'host'),
      ),
    );
  }
  return found;
}

const PRESSURE_PCT = 20;

function pressureSuspicions({ pressure, stacks }: Views): readonly Suspicion[] {
  const felt = (row: Pressure | undefined) => (row && (row.windowPct ?? row.avg10Pct ?? 0) >= PRESSURE_PCT ? row : undefined);
  const shown = (row: Pressure, subject: string) =>
    figure(row, pressureUnits, row.windowPct === undefined ? 'avg10Pct' : 'windowPct', subject);
  const memory = felt(pressure?.memory?.some);
  const cpu = felt(pressure?.cpu?.some);
  const io = felt(pressure?.io?.some);
  const stack = stacks?.all[0];
  return [
    ...(memory
      ? [
          suspicion(
            'mem.exhausted',
            'tasks wait for memory',
            'vmstat 1 5 and memory.events of the cgroups',
            shown(memory, 'PSI memory some'),
          ),
        ]
      : []),
    ...(cpu
      ? [suspicion('cpu.saturated', 'tasks wait for a CPU', 'vmstat 1 5 and cpu.stat of the cgroups', shown(cpu, 'PSI cpu some'))]
      : []),
    ...(io
      ? [
          suspicion(
            'cgroup.io-throttled',
            'tasks wait for I/O, and no device is at its limit',
            'io.max and io.stat of the cgroups',
            shown(io, 'PSI io some'),
          ),
        ]
      : []),
    ...(stack
      ? [
          suspicion(
            'mem.thp-stall',
            `a task’s kernel stack was shown (${stack.functions[0] ?? 'no function'}), and no rule knows its wait`,
            'ps -eo pid,stat,wchan:32,args, twice',
            line(stack, 'task', 'waits in', stack.functions[0] ?? ''),
          ),
        ]
      : []),
  ];
}

const LOG_CAUSES: Readonly<Partial<Record<KernelEvent['kind'], CauseId>>> = {
  'oom-kill': 'mem.oom-killed',
  'allocation-failure': 'mem.fragmentation',
  'fork-rejected': 'cgroup.pids-at-limit',
  'conntrack-full': 'net.conntrack-full',
  'hung-task': 'io.device-hung',
  'fs-error': 'io.slow-device',
  'fs-remount-ro': 'io.slow-device',
  'storage-driver-error': 'io.device-hung',
};

function logSuspicions({ kernelLog }: Views): readonly Suspicion[] {
  return (kernelLog?.events ?? [])
    .flatMap((event) => {
      const cause = LOG_CAUSES[event.kind];
      return cause
        ? [suspicion(cause, `the kernel log reports ${event.kind}`, 'dmesg -T as root', line(event, 'kernel log', event.kind, event.text))]
        : [];
    })
    .slice(0, 3);
}

function sumOf(...values: readonly (number | undefined)[]): number | undefined {
  return values.every((value) => value !== undefined) ? values.reduce((total, value) => total + value, 0) : undefined;
}
