import type { Scenario } from '../scenario.ts';

export const memScenarios: readonly Scenario[] = [
  {
    area: 'mem',
    fault: 'oom',
    accepted: ['mem.oom-killed', 'cgroup.memory-at-limit'],
    culprit: ['python3'],
    subject: 'cgroup',
    settleSeconds: 3,
  },
  { area: 'mem', fault: 'roomy-grower', accepted: ['none.healthy'], settleSeconds: 1 },
  {
    area: 'mem',
    fault: 'swap',
    accepted: ['mem.swap-thrash', 'cgroup.memory-at-limit'],
    culprit: ['python3'],
    subject: 'device',
    settleSeconds: 3,
  },
  { area: 'mem', fault: 'swap-at-rest', accepted: ['none.healthy'], settleSeconds: 1 },
  { area: 'mem', fault: 'backup-evicts', accepted: ['mem.cache-evicted'], culprit: ['tar'], settleSeconds: 1 },
  { area: 'mem', fault: 'backup-has-evicted', accepted: ['mem.cache-evicted'], settleSeconds: 0 },
  { area: 'mem', fault: 'cache-full', accepted: ['none.healthy'], settleSeconds: 1 },
  { area: 'mem', fault: 'dentries-grow', accepted: ['none.healthy', 'cpu.single-thread'], notice: 'mem.slab-bloat', settleSeconds: 1 },
  { area: 'mem', fault: 'dentries-at-rest', accepted: ['none.healthy'], settleSeconds: 0 },
];
