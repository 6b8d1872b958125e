import type { Advice } from '../../../model/finding.ts';
import type { HostView } from '../../../snapshot/views.ts';
import { devicePath } from '../../advice/shell.ts';
import { waitGuard } from '../../advice/watch.ts';

/** For a device that answers late although little is asked of it. */
export function slowAdvice(device: string | undefined, host: HostView | undefined): Advice {
  const path = device ? devicePath(device) : '/dev/DEVICE';
  return {
    summary: `Check the health of ${device ?? 'the disks'}: kernel log, SMART, array and volume state`,
    now: [
      { does: 'Read what the kernel says of it', command: 'dmesg -T | grep -iE "error|reset|timeout" | tail -n 30', risk: 'safe' },
      {
        does: 'Read the disk’s own counters',
        command: `smartctl -a ${path}`,
        risk: 'safe',
        caution: 'needs root; tells nothing of a virtual disk',
      },
      { does: 'See whether an array is degraded', command: 'cat /proc/mdstat', risk: 'safe' },
    ],
    lasting: [
      { does: 'Back up, then replace the disk', risk: 'disruptive', caution: 'read errors may grow while it is copied' },
      { does: 'For a virtual disk, report it to whoever runs the storage', risk: 'safe' },
    ],
    verify: [{ command: 'iostat -x -k -y 1 5', expect: 'r_await and w_await below 20 ms at this load' }],
    guard: [waitGuard(host)],
  };
}
