import type { Scenario } from '../scenario.ts';

export const ioScenarios: readonly Scenario[] = [
  {
    area: 'io',
    fault: 'log-rotation',
    accepted: ['io.bulk-reader', 'io.device-saturated'],
    culprit: ['gzip'],
    parent: 'logrotate',
    subject: 'device',
    never: ['fio'],
    settleSeconds: 4,
  },
  { area: 'io', fault: 'database-alone', accepted: ['none.healthy'], settleSeconds: 4 },
  {
    area: 'io',
    fault: 'two-disks',
    accepted: ['io.device-saturated', 'io.bulk-reader'],
    subject: 'device',
    never: ['streamer'],
    settleSeconds: 4,
  },
  { area: 'io', fault: 'fsync', accepted: ['io.flush-bound'], culprit: ['fio'], subject: 'device', settleSeconds: 5 },
  { area: 'io', fault: 'writeback', accepted: ['io.writeback-stall'], culprit: ['dd'], subject: 'device', settleSeconds: 9 },
  { area: 'io', fault: 'full-space', accepted: ['io.filesystem-full'], subject: 'mount', settleSeconds: 2 },
  { area: 'io', fault: 'full-inodes', accepted: ['io.filesystem-full'], subject: 'mount', settleSeconds: 2 },
  { area: 'io', fault: 'full-deleted', accepted: ['io.filesystem-full'], culprit: ['bash', 'sleep'], subject: 'mount', settleSeconds: 2 },
  { area: 'io', fault: 'hung-device', accepted: ['io.device-hung'], subject: 'device', settleSeconds: 4 },
  { area: 'io', fault: 'frozen', accepted: ['io.filesystem-frozen'], subject: 'mount', settleSeconds: 3 },
  { area: 'io', fault: 'remote-hung', accepted: ['io.remote-storage-hung'], subject: 'mount', settleSeconds: 3 },
];
