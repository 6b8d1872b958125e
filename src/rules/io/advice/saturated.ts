import type { Advice } from '../../../model/finding.ts';
import type { BlockDevice, HostView } from '../../../snapshot/views.ts';
import { verifyDevice, verifyWaits, waitGuard } from '../../advice/watch.ts';

/** For a device at its limit of which nobody tells who loads it. `device` is undefined where none was measured. */
export function saturatedAdvice(device: BlockDevice | undefined, host: HostView | undefined): Advice {
  const cgroups = host?.cgroupVersion === 2 ? ' (systemd-cgtop shows which unit)' : '';
  return {
    summary: device
      ? `Find who loads ${device.name} (pidstat -d 1 5 as root), then slow that process down`
      : 'Look at the devices and at who loads them: iostat -x -k -y 1 5, pidstat -d 1 5 as root',
    now: [
      {
        does: `See which process moves the bytes${cgroups}`,
        command: 'pidstat -d 1 5',
        risk: 'safe',
        caution: 'needs root to see all processes',
      },
      ...(device ? [] : [{ does: 'See which device is at its limit', command: 'iostat -x -k -y 1 5', risk: 'safe' as const }]),
    ],
    lasting: [
      {
        does: 'Move bulk work to its own volume, cap it, or let it do less',
        risk: 'safe',
        undo: 'move it back, take the cap away',
      },
      { does: 'Buy a faster device once no load is waste', risk: 'disruptive', caution: 'costs every month' },
    ],
    verify: device ? verifyDevice(device, host) : [verifyWaits(host)],
    guard: [waitGuard(host)],
  };
}
