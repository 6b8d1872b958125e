import type { Scenario } from '../scenario.ts';

export const cgroupScenarios: readonly Scenario[] = [
  {
    area: 'cgroup',
    fault: 'cpu-throttled',
    accepted: ['cgroup.cpu-throttled'],
    culprit: ['api-worker'],
    subject: 'cgroup',
    settleSeconds: 1,
  },
  { area: 'cgroup', fault: 'quota-not-reached', accepted: ['none.healthy'], settleSeconds: 1 },
  {
    area: 'cgroup',
    fault: 'memory-cache',
    accepted: ['cgroup.memory-at-limit'],
    culprit: ['cat', 'bash'],
    subject: 'cgroup',
    settleSeconds: 1,
  },
  { area: 'cgroup', fault: 'memory-roomy', accepted: ['none.healthy'], settleSeconds: 1 },
  { area: 'cgroup', fault: 'io-cap', accepted: ['cgroup.io-throttled'], culprit: ['fio'], subject: 'cgroup', settleSeconds: 1 },
  { area: 'cgroup', fault: 'pids', accepted: ['cgroup.pids-at-limit'], subject: 'cgroup', settleSeconds: 1 },
  {
    area: 'cgroup',
    fault: 'memcg-leak',
    accepted: ['cgroup.memcg-leak'],
    headline: /\(\d{1,3} of them still have a directory\)/,
    settleSeconds: 0,
  },
  {
    area: 'cgroup',
    fault: 'groups-left-behind',
    accepted: ['cgroup.memcg-leak'],
    headline: /\(4,0\d\d of them still have a directory\)/,
    settleSeconds: 0,
  },
];
