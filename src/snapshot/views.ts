import type { Cites, Row, UnitTable } from '../model/evidence.ts';
import type { KernelEventKind } from '../model/kernel-event.ts';
import type { OomReport } from '../model/oom-report.ts';
import type { VolumeLimit } from '../model/target.ts';
import type { BuddyView } from './views/buddy.ts';
import type { CgroupsView } from './views/cgroups.ts';
import type { CompactionView } from './views/compaction.ts';
import type { InterruptsView } from './views/interrupts.ts';
import type { NetworkView } from './views/network.ts';
import type { PerfView } from './views/perf.ts';
import type { ReclaimView } from './views/reclaim.ts';
import type { SlabView } from './views/slab.ts';
import type { ThreadsView } from './views/threads.ts';
import type { ZonesView } from './views/zones.ts';

/**
 * What rules see: one view a subject, whatever tool the figures came from. iostat, sar -d and /proc/diskstats
 * all become BlockDevice; vmstat, top, sar -u and /proc/stat all become CpuInterval. A view that no output
 * could fill is absent, never empty or zero.
 *
 * Intervals are in the order of time. Since-boot reports never stand among them: they have fields of their own.
 */
export interface Views {
  readonly host?: HostView;
  readonly cpu?: CpuView;
  readonly devices?: DevicesView;
  readonly processes?: ProcessesView;
  readonly pressure?: PressureView;
  readonly memory?: MemoryView;
  readonly paging?: PagingView;
  readonly filesystems?: FilesystemsView;
  readonly raid?: RaidView;
  readonly kernelLog?: KernelLogView;
  readonly stacks?: StacksView;
  readonly smart?: SmartView;
  readonly cgroups?: CgroupsView;
  readonly slab?: SlabView;
  readonly buddy?: BuddyView;
  readonly zones?: ZonesView;
  readonly reclaim?: ReclaimView;
  readonly perf?: PerfView;
  readonly threads?: ThreadsView;
  readonly interrupts?: InterruptsView;
  readonly compaction?: CompactionView;
  readonly network?: NetworkView;
}
export type ViewName = keyof Views;

export interface HostView {
  readonly cpus?: number;
  readonly kernel?: string;
  readonly uptimeSeconds?: number;
  /** 'kvm', 'xen', 'vmware', 'hyper-v', …; 'none' for bare metal. */
  readonly virtualisation?: string;
  /** DMI vendor as it stands: 'Amazon EC2'. */
  readonly vendor?: string;
  readonly product?: string;
  readonly container?: boolean;
  readonly cgroupVersion?: 1 | 2;
  /** Whether its kernel keeps pressure stall information, where that is known. */
  readonly keepsPressure?: boolean;
  readonly loadAverage1?: number;
  readonly cites: Cites;
}

export interface CpuInterval extends Row {
  readonly userPct?: number;
  readonly systemPct?: number;
  readonly idlePct?: number;
  readonly iowaitPct?: number;
  readonly stealPct?: number;
  readonly softirqPct?: number;
  readonly hardirqPct?: number;
  /** vmstat r, procs_running. */
  readonly runnableTasks?: number;
  /** vmstat b, procs_blocked. */
  readonly blockedTasks?: number;
  readonly contextSwitchesPerS?: number;
  /** The part of the user time that ran at low priority, where a tool told it apart. */
  readonly nicePct?: number;
  /** Processes and threads that were started. */
  readonly forksPerS?: number;
  /** Run delay added up over all tasks and divided by the time: how many waited for a CPU on average. */
  readonly waitingTasks?: number;
}
/** One CPU over the window. */
export interface SingleCpu extends CpuInterval {
  /** Its number as printed: '0'. */
  readonly cpu: string;
}
export const cpuUnits: UnitTable<CpuInterval> = {
  userPct: { label: 'user', unit: 'pct' },
  systemPct: { label: 'system', unit: 'pct' },
  idlePct: { label: 'idle', unit: 'pct' },
  iowaitPct: { label: 'iowait', unit: 'pct' },
  stealPct: { label: 'steal', unit: 'pct' },
  softirqPct: { label: 'softirq', unit: 'pct' },
  hardirqPct: { label: 'hardirq', unit: 'pct' },
  runnableTasks: { label: 'run queue (r)', unit: 'tasks' },
  blockedTasks: { label: 'blocked (b)', unit: 'tasks' },
  contextSwitchesPerS: { label: 'context switches', unit: '/s' },
  nicePct: { label: 'low-priority user', unit: 'pct' },
  forksPerS: { label: 'forks', unit: '/s' },
  waitingTasks: { label: 'waiting for a CPU (run delay)', unit: 'tasks' },
};
export interface CpuView {
  readonly intervals: readonly [CpuInterval, ...CpuInterval[]];
  /** How long each of them is, where the source tells. */
  readonly intervalSeconds?: number;
  /** Where the only report is since boot, its row; then `intervals` may come from elsewhere. */
  readonly sinceBoot?: CpuInterval;
  /** The whole window as one interval from /proc/stat at both ends, where both were read. */
  readonly window?: CpuInterval;
  /** Each CPU over the window, where the figures of single CPUs were read. */
  readonly perCpu?: readonly SingleCpu[];
}

export interface DeviceInterval extends Row {
  /** Both directions, where the tool does not part them (tps). */
  readonly opsPerS?: number;
  readonly readOpsPerS?: number;
  readonly writeOpsPerS?: number;
  readonly readBytesPerS?: number;
  readonly writeBytesPerS?: number;
  readonly readAwaitMs?: number;
  readonly writeAwaitMs?: number;
  /** Both directions, where the tool does not part them. */
  readonly awaitMs?: number;
  readonly flushOpsPerS?: number;
  readonly flushAwaitMs?: number;
  /** aqu-sz, avgqu-sz: requests waiting and in service. */
  readonly queueLength?: number;
  /** 0 to 100 on a serial device; more is possible where devices serve in parallel. */
  readonly utilPct?: number;
  /** Requests in flight when the counters were read (diskstats field 9). */
  readonly inFlight?: number;
}
export const deviceUnits: UnitTable<DeviceInterval> = {
  opsPerS: { label: 'requests', unit: 'ops/s' },
  readOpsPerS: { label: 'reads', unit: 'ops/s' },
  writeOpsPerS: { label: 'writes', unit: 'ops/s' },
  readBytesPerS: { label: 'read', unit: 'bytes/s' },
  writeBytesPerS: { label: 'written', unit: 'bytes/s' },
  readAwaitMs: { label: 'r_await', unit: 'ms' },
  writeAwaitMs: { label: 'w_await', unit: 'ms' },
  awaitMs: { label: 'await', unit: 'ms' },
  flushOpsPerS: { label: 'flushes', unit: 'ops/s' },
  flushAwaitMs: { label: 'f_await', unit: 'ms' },
  queueLength: { label: 'queue (aqu-sz)', unit: 'requests' },
  utilPct: { label: 'util', unit: 'pct' },
  inFlight: { label: 'in flight', unit: 'requests' },
};
export interface BlockDevice {
  /** Kernel name, as iostat prints it: 'nvme1n1', 'dm-0'. */
  readonly name: string;
  readonly intervals: readonly DeviceInterval[];
  /** The whole window as one interval from the counters at both ends, where both were read. */
  readonly window?: DeviceInterval;
  readonly sinceBoot?: DeviceInterval;
  /** What is known of it besides its load; each absent where nobody told. */
  readonly scheduler?: string;
  readonly rotational?: boolean;
  readonly queueDepth?: number;
  readonly readAheadBytes?: number;
  readonly sizeBytes?: number;
  /** Mount points of what lies on it, directly or through partitions, volumes and arrays. */
  readonly mounts: readonly string[];
  /** Kernel names of the devices this one lies on (md members, dm slaves, the backing disk of a partition or loop). */
  readonly below: readonly string[];
  /** Kernel names of the devices that lie on this one. */
  readonly above: readonly string[];
  /** True where it holds active swap, directly or through what lies on it. */
  readonly swap?: boolean;
  /** As bought, from hosts.yml. */
  readonly limit?: VolumeLimit;
}
export interface DevicesView {
  readonly all: readonly BlockDevice[];
  /** Seconds between the readings or reports, where known. */
  readonly intervalSeconds?: number;
}

export interface ProcessInterval extends Row {
  readonly readBytesPerS?: number;
  readonly writeBytesPerS?: number;
  readonly cancelledWriteBytesPerS?: number;
  /** Share of time in which the task waited for I/O (iotop IO>, pidstat iodelay against the clock). */
  readonly ioWaitPct?: number;
  readonly swapInPct?: number;
  readonly cpuPct?: number;
  readonly systemPct?: number;
  readonly majorFaultsPerS?: number;
  readonly residentBytes?: number;
  readonly voluntarySwitchesPerS?: number;
}
export const processUnits: UnitTable<ProcessInterval> = {
  readBytesPerS: { label: 'reads', unit: 'bytes/s' },
  writeBytesPerS: { label: 'writes', unit: 'bytes/s' },
  cancelledWriteBytesPerS: { label: 'cancelled writes', unit: 'bytes/s' },
  ioWaitPct: { label: 'waits for I/O', unit: 'pct' },
  swapInPct: { label: 'waits for swap-in', unit: 'pct' },
  cpuPct: { label: 'CPU', unit: 'pct' },
  systemPct: { label: 'system CPU', unit: 'pct' },
  majorFaultsPerS: { label: 'major faults', unit: '/s' },
  residentBytes: { label: 'resident', unit: 'bytes' },
  voluntarySwitchesPerS: { label: 'voluntary switches', unit: '/s' },
};
export interface ProcessView extends Row {
  readonly pid: number;
  readonly name: string;
  readonly parentPid?: number;
  /** kthreadd's children and names that only kernel threads have. */
  readonly kernelThread: boolean;
  /** First letter of ps STAT: 'D', 'S', 'R'. */
  readonly state?: string;
  readonly wchan?: string;
  readonly user?: string;
  readonly unit?: string;
  readonly cgroup?: string;
  /** Of version 1, where each controller has a tree of its own: all its groups but the roots, where they were read. */
  readonly cgroups?: readonly string[];
  /** Command line with secrets masked. */
  readonly commandLine?: string;
  readonly runningForSeconds?: number;
  /** 'idle', 'be/4', 'rt/0' where a tool told. */
  readonly ioClass?: string;
  readonly intervals: readonly ProcessInterval[];
  /** Regular files it holds open, the block device of each where the mount tells it. */
  readonly openFiles: readonly { readonly path: string; readonly device?: string; readonly deleted: boolean; readonly fd: string }[];
}
export interface ProcessesView {
  readonly all: readonly ProcessView[];
  readonly byPid: ReadonlyMap<number, ProcessView>;
  /** 'all': figures for every process; 'own': only the account's own processes could be read; 'some': pasted excerpt. */
  readonly coverage: 'all' | 'own' | 'some';
  /** How many reports the intervals were taken from. A sampler leaves out who is idle: the mean of a process is its sum over this many. */
  readonly reports?: number;
  /** Bytes a cgroup moved on a device over the window, where cgroup io figures exist. */
  readonly cgroupIo: readonly CgroupIo[];
  /** Totals that iotop prints. */
  readonly totals?: ProcessInterval;
}
export interface CgroupIo extends Row {
  readonly cgroup: string;
  readonly device: string;
  readonly readBytesPerS?: number;
  readonly writeBytesPerS?: number;
}
export const cgroupIoUnits: UnitTable<CgroupIo> = {
  readBytesPerS: { label: 'reads', unit: 'bytes/s' },
  writeBytesPerS: { label: 'writes', unit: 'bytes/s' },
};

export interface Pressure extends Row {
  readonly avg10Pct?: number;
  readonly avg60Pct?: number;
  readonly avg300Pct?: number;
  /** Growth of `total` over the window, as a share of its time: what is judged, where both readings exist. */
  readonly windowPct?: number;
}
export const pressureUnits: UnitTable<Pressure> = {
  avg10Pct: { label: 'avg10', unit: 'pct' },
  avg60Pct: { label: 'avg60', unit: 'pct' },
  avg300Pct: { label: 'avg300', unit: 'pct' },
  // The subject, 'PSI io full', says it all: only averages need a name.
  windowPct: { label: '', unit: 'pct' },
};
export interface PressureView {
  readonly io?: { readonly some?: Pressure; readonly full?: Pressure };
  readonly memory?: { readonly some?: Pressure; readonly full?: Pressure };
  readonly cpu?: { readonly some?: Pressure; readonly full?: Pressure };
}

export interface MemoryView extends Row {
  readonly totalBytes?: number;
  readonly freeBytes?: number;
  readonly availableBytes?: number;
  readonly buffersBytes?: number;
  readonly cachedBytes?: number;
  readonly dirtyBytes?: number;
  readonly writebackBytes?: number;
  /** nr_dirty_threshold x page size: where writers are throttled. */
  readonly dirtyLimitBytes?: number;
  readonly lowTotalBytes?: number;
  readonly lowFreeBytes?: number;
  readonly slabBytes?: number;
  /** Of it what the kernel can give back, and what it cannot. */
  readonly slabReclaimableBytes?: number;
  readonly slabUnreclaimableBytes?: number;
  /** Over the window, where it grew. */
  readonly slabGrowthBytesPerS?: number;
  readonly anonHugePagesBytes?: number;
  readonly swapTotalBytes?: number;
  readonly swapFreeBytes?: number;
  readonly hugePagesTotal?: number;
  readonly hugePagesFree?: number;
  /** Free ones that are promised to a program. */
  readonly hugePagesReserved?: number;
  readonly hugePageBytes?: number;
  /** vm.* settings that were seen, by name. */
  readonly settings: ReadonlyMap<string, number>;
}
export const memoryUnits: UnitTable<MemoryView> = {
  totalBytes: { label: 'memory', unit: 'bytes' },
  freeBytes: { label: 'free memory', unit: 'bytes' },
  availableBytes: { label: 'available memory', unit: 'bytes' },
  buffersBytes: { label: 'buffers', unit: 'bytes' },
  cachedBytes: { label: 'page cache', unit: 'bytes' },
  dirtyBytes: { label: 'Dirty', unit: 'bytes' },
  writebackBytes: { label: 'Writeback', unit: 'bytes' },
  dirtyLimitBytes: { label: 'dirty limit', unit: 'bytes' },
  lowTotalBytes: { label: 'LowTotal', unit: 'bytes' },
  lowFreeBytes: { label: 'LowFree', unit: 'bytes' },
  slabBytes: { label: 'slab', unit: 'bytes' },
  slabReclaimableBytes: { label: 'reclaimable slab', unit: 'bytes' },
  slabUnreclaimableBytes: { label: 'unreclaimable slab', unit: 'bytes' },
  slabGrowthBytesPerS: { label: 'slab grows by', unit: 'bytes/s' },
  anonHugePagesBytes: { label: 'AnonHugePages', unit: 'bytes' },
  swapTotalBytes: { label: 'swap', unit: 'bytes' },
  swapFreeBytes: { label: 'free swap', unit: 'bytes' },
  hugePagesTotal: { label: 'huge pages', unit: 'count' },
  hugePagesFree: { label: 'free huge pages', unit: 'count' },
  hugePagesReserved: { label: 'huge pages promised to programs', unit: 'count' },
  hugePageBytes: { label: 'huge page size', unit: 'bytes' },
};

/** vmstat si/so/bi/bo, sar -B and -W, /proc/vmstat: page traffic of the whole host. */
export interface PagingInterval extends Row {
  readonly swapInBytesPerS?: number;
  readonly swapOutBytesPerS?: number;
  readonly blockInBytesPerS?: number;
  readonly blockOutBytesPerS?: number;
  readonly majorFaultsPerS?: number;
}
export const pagingUnits: UnitTable<PagingInterval> = {
  swapInBytesPerS: { label: 'swap in', unit: 'bytes/s' },
  swapOutBytesPerS: { label: 'swap out', unit: 'bytes/s' },
  blockInBytesPerS: { label: 'blocks in', unit: 'bytes/s' },
  blockOutBytesPerS: { label: 'blocks out', unit: 'bytes/s' },
  majorFaultsPerS: { label: 'major faults', unit: '/s' },
};
export interface PagingView {
  readonly intervals: readonly PagingInterval[];
  /** How long each of them is, where the source tells. */
  readonly intervalSeconds?: number;
  readonly sinceBoot?: PagingInterval;
  /** The whole window as one interval from /proc/vmstat at both ends, where both were read. */
  readonly window?: PagingInterval;
}

export interface Filesystem extends Row {
  readonly source: string;
  readonly mount: string;
  readonly type?: string;
  /** Block device below it, where it has one. */
  readonly device?: string;
  readonly readOnly?: boolean;
  readonly sizeBytes?: number;
  readonly usedBytes?: number;
  readonly availableBytes?: number;
  readonly usedPct?: number;
  readonly inodes?: number;
  readonly inodesUsedPct?: number;
  /** Its df did not answer within the deadline. */
  readonly hung: boolean;
}
export const filesystemUnits: UnitTable<Filesystem> = {
  sizeBytes: { label: 'size', unit: 'bytes' },
  usedBytes: { label: 'used', unit: 'bytes' },
  availableBytes: { label: 'available', unit: 'bytes' },
  usedPct: { label: 'used', unit: 'pct' },
  inodes: { label: 'inodes', unit: 'count' },
  inodesUsedPct: { label: 'inodes used', unit: 'pct' },
};
export interface FilesystemsView {
  readonly all: readonly Filesystem[];
}

export interface RaidArray extends Row {
  readonly name: string;
  readonly level?: string;
  readonly members: readonly string[];
  readonly degraded: boolean;
  readonly action?: 'resync' | 'recovery' | 'check' | 'reshape';
  readonly progressPct?: number;
  readonly speedBytesPerS?: number;
  readonly finishSeconds?: number;
}
export const raidUnits: UnitTable<RaidArray> = {
  progressPct: { label: 'progress', unit: 'pct' },
  speedBytesPerS: { label: 'speed', unit: 'bytes/s' },
  finishSeconds: { label: 'finish in', unit: 's' },
};
export interface RaidView {
  readonly arrays: readonly RaidArray[];
}

export type { KernelEventKind };
export interface KernelEvent extends Row {
  readonly kind: KernelEventKind;
  readonly device?: string;
  readonly process?: string;
  readonly pid?: number;
  readonly functions: readonly string[];
  /** Of an allocation that failed: its size as a power of two of pages, what it may do for it, and what the report says of memory. */
  readonly order?: number;
  readonly gfp?: string;
  readonly freeBytes?: number;
  readonly fileCacheBytes?: number;
  /** Of the control group an OOM kill or a refused fork is about. */
  readonly cgroup?: string;
  readonly oom?: OomReport;
  /** How long before the outputs were read, where the log's stamp and the host's clock tell. */
  readonly ageSeconds?: number;
  readonly text: string;
}
export interface KernelLogView {
  readonly events: readonly KernelEvent[];
  /** How long the window was, at whose end ages are told; absent for a paste, which may leave lines out. */
  readonly windowSeconds?: number;
}

/** /proc/PID/stack: innermost function first. */
export interface ProcessStack extends Row {
  readonly pid?: number;
  readonly functions: readonly string[];
}
export interface StacksView {
  readonly all: readonly ProcessStack[];
}

export interface SmartAttribute extends Row {
  readonly device?: string;
  readonly name: string;
  readonly rawValue?: number;
  readonly value?: number;
  readonly threshold?: number;
  readonly failing: boolean;
}
export interface SmartView {
  readonly attributes: readonly SmartAttribute[];
}
