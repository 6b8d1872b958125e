/**
 * Files of a control group that are read here, and how the kernel writes them: one value, a key and a value a line
 * ('flat'), or a device with keys and values ('nested').
 * Source: Documentation/admin-guide/cgroup-v2.rst ("Format"), Documentation/admin-guide/cgroup-v1/.
 */
export const fileShapes = {
  'cgroup.stat': 'flat',
  'cpu.stat': 'flat',
  'cpu.max': 'quota',
  'cpu.cfs_quota_us': 'single',
  'cpu.cfs_period_us': 'single',
  'cpuacct.usage': 'single',
  'memory.current': 'single',
  'memory.high': 'single',
  'memory.max': 'single',
  'memory.peak': 'single',
  'memory.swap.current': 'single',
  'memory.swap.max': 'single',
  'memory.events': 'flat',
  'memory.events.local': 'flat',
  'memory.stat': 'flat',
  'memory.usage_in_bytes': 'single',
  'memory.max_usage_in_bytes': 'single',
  'memory.limit_in_bytes': 'single',
  'memory.soft_limit_in_bytes': 'single',
  'memory.failcnt': 'single',
  'memory.memsw.usage_in_bytes': 'single',
  'memory.memsw.limit_in_bytes': 'single',
  'memory.memsw.failcnt': 'single',
  'memory.kmem.usage_in_bytes': 'single',
  'memory.oom_control': 'flat',
  'pids.current': 'single',
  'pids.max': 'single',
  'pids.peak': 'single',
  'pids.events': 'flat',
  'io.max': 'nested',
  'blkio.throttle.read_bps_device': 'device',
  'blkio.throttle.write_bps_device': 'device',
  'blkio.throttle.read_iops_device': 'device',
  'blkio.throttle.write_iops_device': 'device',
} as const satisfies Readonly<Record<string, 'single' | 'flat' | 'nested' | 'device' | 'quota'>>;
export type CgroupFileName = keyof typeof fileShapes;

/** 'memory.events' of '/sys/fs/cgroup/a/memory.events' or of a bare name. */
export function fileNameOf(path: string): CgroupFileName | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return Object.hasOwn(fileShapes, name) ? (name as CgroupFileName) : undefined;
}
