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
];
