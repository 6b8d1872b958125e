/** The closed vocabulary of diagnosis. A rule yields at most one finding per id; the area is the part before the dot. */
export const causeIds = [
  'io.device-saturated',
  'io.bulk-reader',
  'io.bulk-writer',
  'io.volume-throughput-limit',
  'io.volume-iops-limit',
  'io.burst-credits-exhausted',
  'io.slow-device',
  'io.device-hung',
  'io.filesystem-frozen',
  'io.flush-bound',
  'io.writeback-stall',
  'io.raid-resync',
  'io.remote-storage-hung',
  'io.filesystem-full',
  'io.swap-in',
  'mem.swap-thrash',
  'mem.exhausted',
  'mem.oom-killed',
  'mem.process-growth',
  'mem.cache-evicted',
  'mem.slab-bloat',
  'mem.fragmentation',
  'mem.thp-stall',
  'mem.hugepages-reserved',
  'cgroup.memcg-leak',
  'cgroup.cpu-throttled',
  'cgroup.memory-at-limit',
  'cgroup.io-throttled',
  'cgroup.pids-at-limit',
  'cpu.saturated',
  'cpu.single-thread',
  'cpu.system-time',
  'cpu.steal',
  'cpu.softirq',
  'cpu.context-switch-storm',
  'net.retransmits',
  'net.listen-overflow',
  'net.conntrack-full',
  'net.interface-errors',
  'net.interface-saturated',
  'net.port-exhaustion',
] as const;
export type CauseId = (typeof causeIds)[number];
export type NoCauseId = 'none.healthy' | 'none.insufficient-data';
export const areas = ['io', 'mem', 'cgroup', 'cpu', 'net'] as const;
export type Area = (typeof areas)[number];

export function areaOf(cause: CauseId): Area {
  return cause.slice(0, cause.indexOf('.')) as Area;
}
