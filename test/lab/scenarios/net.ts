import type { Scenario } from '../scenario.ts';

export const netScenarios: readonly Scenario[] = [
  { area: 'net', fault: 'overflow', accepted: ['net.listen-overflow'], settleSeconds: 1 },
  { area: 'net', fault: 'accepting', accepted: ['none.healthy'], settleSeconds: 1 },
  { area: 'net', fault: 'loss', accepted: ['net.retransmits'], settleSeconds: 1 },
  { area: 'net', fault: 'little-loss', accepted: ['none.healthy'], settleSeconds: 1 },
  { area: 'net', fault: 'shaper', accepted: ['net.interface-saturated'], settleSeconds: 1 },
  { area: 'net', fault: 'shaper-roomy', accepted: ['none.healthy'], settleSeconds: 1 },
  // The far host's own table fills, which only the kernel log tells here.
  { area: 'net', fault: 'conntrack', accepted: ['net.conntrack-full'], settleSeconds: 3 },
  { area: 'net', fault: 'conntrack-roomy', accepted: ['none.healthy'], settleSeconds: 3 },
];
