import { figureText } from '../../../model/figure-text.ts';
import type { Advice, Fix } from '../../../model/finding.ts';
import type { BlockDevice, HostView } from '../../../snapshot/views.ts';
import { verifyDevice, waitGuard } from '../../advice/watch.ts';

const seeWho: Fix = {
  does: 'See who reads and writes',
  command: 'pidstat -d 1 5',
  risk: 'safe',
  caution: 'needs root to see all processes',
};

/** For a volume that serves no more requests than were bought. */
export function iopsAdvice(device: BlockDevice, limitOpsPerS: number, host: HostView | undefined): Advice {
  return {
    summary: `Find who sends the small requests to ${device.name}, or buy more IOPS for it`,
    now: [seeWho],
    lasting: [
      { does: 'Send fewer and larger requests: batch writes, cache reads, add the missing index', risk: 'safe' },
      {
        does: `Buy more than ${figureText(limitOpsPerS, 'count')} IOPS for ${device.name}`,
        risk: 'safe',
        caution: 'costs every month',
        undo: 'set the old value again',
      },
    ],
    verify: verifyDevice(device, host),
    guard: [waitGuard(host)],
  };
}

/** For a volume that gives no more bytes than were bought. */
export function throughputAdvice(device: BlockDevice, limitBytesPerS: number, host: HostView | undefined): Advice {
  return {
    summary: `Slow down who loads ${device.name}, or buy more throughput for it`,
    now: [seeWho],
    lasting: [
      { does: 'Remove waste first: fewer copies, less log, a cap for bulk work', risk: 'safe', undo: 'take the cap away' },
      {
        does: `Buy more than ${figureText(limitBytesPerS, 'bytes/s')} for ${device.name}`,
        risk: 'safe',
        caution: 'pays for the waste if the load is waste',
        undo: 'set the old value again',
      },
    ],
    verify: verifyDevice(device, host),
    guard: [waitGuard(host)],
  };
}

/** For a volume that has used up its credits. */
export function creditsAdvice(device: BlockDevice, host: HostView | undefined): Advice {
  return {
    summary: `Look at the BurstBalance of ${device.name}, then change it to a volume with a fixed baseline`,
    now: [seeWho],
    lasting: [
      {
        does: `Change ${device.name} to gp3: 3,000 IOPS and 125 MB/s at any size, no credits`,
        risk: 'safe',
        caution: 'the change takes hours in which latency may rise',
        undo: 'change the volume back after six hours',
      },
    ],
    verify: [{ command: 'the provider’s BurstBalance metric', expect: 'above 20 % and not falling' }, ...verifyDevice(device, host)],
    guard: [waitGuard(host)],
  };
}
