import type { Scenario } from '../scenario.ts';

export const cpuScenarios: readonly Scenario[] = [
  { area: 'cpu', fault: 'many', accepted: ['cpu.saturated'], culprit: ['stress-ng', 'stress-ng-cpu'], settleSeconds: 1 },
  {
    area: 'cpu',
    fault: 'hot-thread',
    // Beside other work the one thread fills what was left of two CPUs.
    accepted: ['cpu.single-thread', 'cpu.saturated'],
    culprit: ['hot-worker', 'bash'],
    settleSeconds: 1,
  },
  {
    area: 'cpu',
    fault: 'fork-storm',
    accepted: ['cpu.context-switch-storm'],
    culprit: ['bash'],
    settleSeconds: 1,
  },
  { area: 'cpu', fault: 'small-writes', accepted: ['cpu.system-time'], culprit: ['dd'], settleSeconds: 1 },
  { area: 'cpu', fault: 'switches-at-idle', accepted: ['none.healthy'], settleSeconds: 1 },
  { area: 'cpu', fault: 'busy-moment', accepted: ['none.healthy'], settleSeconds: 1 },
  { area: 'cpu', fault: 'nice-batch', accepted: ['none.healthy'], notice: 'cpu.saturated', settleSeconds: 1 },
];
