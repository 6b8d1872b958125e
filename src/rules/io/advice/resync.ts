import type { Advice } from '../../../model/finding.ts';
import type { HostView, RaidArray } from '../../../snapshot/views.ts';
import { shellWord } from '../../advice/shell.ts';
import { waitGuard } from '../../advice/watch.ts';

/** For an array that reads and writes all of its disks. */
export function resyncAdvice(array: RaidArray, action: NonNullable<RaidArray['action']>, host: HostView | undefined): Advice {
  const name = shellWord(array.name);
  return {
    summary: `Cap the speed of the ${action} of ${array.name} while users work`,
    now: [
      {
        does: `Cap the ${action} of ${array.name} at 10 MB/s for now`,
        command: `echo 10000 > /sys/block/${name}/md/sync_speed_max`,
        risk: 'safe',
        caution: array.degraded
          ? 'the array is degraded: the longer it takes, the longer a second failed disk loses data'
          : 'it takes longer',
        undo: `echo system > /sys/block/${name}/md/sync_speed_max`,
      },
      ...(action === 'check'
        ? [
            {
              does: `Stop the check of ${array.name}`,
              command: `echo idle > /sys/block/${name}/md/sync_action`,
              risk: 'safe' as const,
              undo: `echo check > /sys/block/${name}/md/sync_action`,
            },
          ]
        : []),
    ],
    lasting: [
      {
        does: 'Run checks at the quietest hour (mdcheck_start.timer, /etc/cron.d/mdadm)',
        risk: 'safe',
        undo: 'restore the old timer',
      },
      { does: 'After a resync that nobody asked for, look for the disk that dropped out: kernel log, smartctl -a', risk: 'safe' },
    ],
    verify: [{ command: 'cat /proc/mdstat', expect: 'the speed is at the cap, or no progress line is left' }],
    guard: [waitGuard(host)],
  };
}
