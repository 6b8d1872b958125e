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
  { area: 'mem', fault: 'dentries-grow', accepted: ['none.healthy', 'cpu.single-thread'], notice: 'mem.slab-bloat', settleSeconds: 1 },
  { area: 'mem', fault: 'dentries-at-rest', accepted: ['none.healthy'], settleSeconds: 0 },
];
