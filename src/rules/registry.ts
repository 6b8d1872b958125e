import { cpuThrottled } from './cgroup/cpu-throttled.ts';
import { ioThrottled } from './cgroup/io-throttled.ts';
import { memcgLeak } from './cgroup/memcg-leak.ts';
import { memoryAtLimit } from './cgroup/memory-at-limit.ts';
import { pidsAtLimit } from './cgroup/pids-at-limit.ts';
import { contextSwitchStorm } from './cpu/context-switch-storm.ts';
import { cpuSaturated } from './cpu/saturated.ts';
import { singleThread } from './cpu/single-thread.ts';
import { cpuSoftirq } from './cpu/softirq.ts';
import { cpuSteal } from './cpu/steal.ts';
import { systemTime } from './cpu/system-time.ts';
import { bulkReader } from './io/bulk-reader.ts';
import { bulkWriter } from './io/bulk-writer.ts';
import { burstCreditsExhausted } from './io/burst-credits-exhausted.ts';
import { deviceHung } from './io/device-hung.ts';
import { deviceSaturated } from './io/device-saturated.ts';
import { filesystemFrozen } from './io/filesystem-frozen.ts';
import { filesystemFull } from './io/filesystem-full.ts';
import { flushBound } from './io/flush-bound.ts';
import { raidResync } from './io/raid-resync.ts';
import { remoteStorageHung } from './io/remote-storage-hung.ts';
import { slowDevice } from './io/slow-device.ts';
import { swapIn } from './io/swap-in.ts';
import { volumeIopsLimit } from './io/volume-iops-limit.ts';
import { volumeThroughputLimit } from './io/volume-throughput-limit.ts';
import { writebackStall } from './io/writeback-stall.ts';
import { cacheEvicted } from './mem/cache-evicted.ts';
import { exhausted } from './mem/exhausted.ts';
import { fragmentation } from './mem/fragmentation.ts';
import { hugepagesReserved } from './mem/hugepages-reserved.ts';
import { oomKilled } from './mem/oom-killed.ts';
import { processGrowth } from './mem/process-growth.ts';
import { slabBloat } from './mem/slab-bloat.ts';
import { swapThrash } from './mem/swap-thrash.ts';
import { thpStall } from './mem/thp-stall.ts';
import { conntrackFull } from './net/conntrack-full.ts';
import { interfaceErrors } from './net/interface-errors.ts';
import { interfaceSaturated } from './net/interface-saturated.ts';
import { listenOverflow } from './net/listen-overflow.ts';
import { portExhaustion } from './net/port-exhaustion.ts';
import { retransmits } from './net/retransmits.ts';
import type { Rule } from './rule.ts';

/** Every rule: two lines each, in the order of the vocabulary. */
export const rules: readonly Rule[] = [
  deviceSaturated,
  bulkReader,
  bulkWriter,
  volumeThroughputLimit,
  volumeIopsLimit,
  burstCreditsExhausted,
  slowDevice,
  deviceHung,
  filesystemFrozen,
  flushBound,
  writebackStall,
  raidResync,
  remoteStorageHung,
  filesystemFull,
  swapIn,
  swapThrash,
  exhausted,
  oomKilled,
  processGrowth,
  cacheEvicted,
  slabBloat,
  fragmentation,
  thpStall,
  hugepagesReserved,
  memcgLeak,
  cpuThrottled,
  memoryAtLimit,
  ioThrottled,
  pidsAtLimit,
  cpuSaturated,
  singleThread,
  systemTime,
  cpuSteal,
  cpuSoftirq,
  contextSwitchStorm,
  retransmits,
  listenOverflow,
  conntrackFull,
  interfaceErrors,
  interfaceSaturated,
  portExhaustion,
];
