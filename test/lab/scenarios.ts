import type { CauseId, NoCauseId } from '../../src/model/cause.ts';

/** One real fault, and what the product must call it. */
export interface Scenario {
  /** Name of the fault in fault.sh. */
  readonly fault: string;
  readonly accepted: readonly [CauseId | NoCauseId, ...(CauseId | NoCauseId)[]];
  /** Process names of which the culprit must be one. */
  readonly culprit?: readonly string[];
  /** A process that must stand in the culprit's parent chain. */
  readonly parent?: string;
  /** What the answer must be about: the upper loop device, or the mount. */
  readonly subject?: 'device' | 'mount';
  /** Process names that must never be named as culprit of any finding. */
  readonly never?: readonly string[];
  readonly settleSeconds: number;
}

export const scenarios: readonly Scenario[] = [
  {
    fault: 'log-rotation',
    accepted: ['io.bulk-reader', 'io.device-saturated'],
    culprit: ['gzip'],
    parent: 'logrotate',
    subject: 'device',
    never: ['fio'],
    settleSeconds: 4,
  },
  { fault: 'database-alone', accepted: ['none.healthy'], settleSeconds: 4 },
  { fault: 'two-disks', accepted: ['io.device-saturated', 'io.bulk-reader'], subject: 'device', never: ['streamer'], settleSeconds: 4 },
  { fault: 'fsync', accepted: ['io.flush-bound'], culprit: ['fio'], subject: 'device', settleSeconds: 5 },
  { fault: 'writeback', accepted: ['io.writeback-stall'], culprit: ['dd'], subject: 'device', settleSeconds: 9 },
  { fault: 'full-space', accepted: ['io.filesystem-full'], subject: 'mount', settleSeconds: 2 },
  { fault: 'full-inodes', accepted: ['io.filesystem-full'], subject: 'mount', settleSeconds: 2 },
  { fault: 'full-deleted', accepted: ['io.filesystem-full'], culprit: ['bash', 'sleep'], subject: 'mount', settleSeconds: 2 },
  { fault: 'hung-device', accepted: ['io.device-hung'], subject: 'device', settleSeconds: 4 },
  { fault: 'frozen', accepted: ['io.filesystem-frozen'], subject: 'mount', settleSeconds: 3 },
  { fault: 'remote-hung', accepted: ['io.remote-storage-hung'], subject: 'mount', settleSeconds: 3 },
];
