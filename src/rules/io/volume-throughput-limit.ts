import { figureText } from '../../model/figure-text.ts';
import type { Verdict } from '../../model/finding.ts';
import { figure } from '../../snapshot/cite.ts';
import { deviceUnits } from '../../snapshot/views.ts';
import { defineRule } from '../rule.ts';
import { pressureGuard, verifyDevice } from './advice/watch.ts';
import { bytesPerS, opsPerS } from './facts/device-figures.ts';
import { nameOf } from './facts/leaf.ts';
import { awaitFigure } from './facts/saturation.ts';
import { found, ruledOut } from './facts/verdict.ts';
import { heldBack, heldBackWithLimit, REACHED_PART } from './facts/volume.ts';
import { severityOf, waiting, withWaits } from './facts/waits.ts';

/** A throughput limit is met by large requests; 16 KiB at 3,000 IOPS is only 49 MB/s. */
const LARGE_REQUEST_BYTES = 32 * 1024;

/**
 * io.volume-throughput-limit: the volume gives as many bytes a second as were bought.
 *
 * Found      reads and writes together reach 95 % of the volume's MB/s as bought (hosts.yml), in requests of >= 32 KiB on average,
 *            while aqu-sz >= 3 and a request takes >= 5 ms
 * Ruled out  no device holds requests back, or the rate is below the limit: then the figure stands beside it
 * Why        a limit is never guessed from a figure that looks flat: 61 MB/s with 46 ms is a full disk, not a 125 MB/s limit
 * Certain    tasks wait besides; likely without that
 * Misses     limits of the instance type, which hosts.yml may name per device only; limits that nobody wrote down
 * Reference  https://docs.aws.amazon.com/ebs/latest/userguide/general-purpose.html
 */
export const volumeThroughputLimit = defineRule({
  cause: 'io.volume-throughput-limit',
  needs: ['devices'],
  uses: ['pressure', 'cpu', 'processes'],
  explains: ['io.device-saturated'],
  decide: (given): Verdict => {
    const asked = heldBackWithLimit(
      given.devices,
      ({ device }) => device.limit?.maxBytesPerS !== undefined,
      'the throughput of the volume',
    );
    if ('verdict' in asked) return asked.verdict;
    for (const target of asked.loads) {
      const { device, load } = target;
      const limit = device.limit?.maxBytesPerS ?? 0;
      const bytes = bytesPerS(load) ?? 0;
      const ops = opsPerS(load) ?? 0;
      if (bytes < REACHED_PART * limit || !heldBack(target) || bytes / Math.max(ops, 1) < LARGE_REQUEST_BYTES) continue;
      const waits = waiting(given);
      return found(
        {
          severity: severityOf(waits),
          confidence: waits.state === 'waits' ? 'certain' : 'likely',
          headline: `${nameOf(device, given.devices)} gives ${figureText(bytes, 'bytes/s')}, ${figureText((bytes / limit) * 100, 'pct')} of the ${figureText(limit, 'bytes/s')} bought`,
          subject: device.name,
          advice: {
            summary: `Slow down who loads ${device.name}, or buy more throughput for it`,
            now: [
              { does: 'See whose bytes they are', command: 'pidstat -d 1 5', risk: 'safe', caution: 'needs root to see all processes' },
            ],
            lasting: [
              { does: 'Remove waste first: fewer copies, less log, a cap for bulk work', risk: 'safe', undo: 'take the cap away' },
              {
                does: `Buy more than ${figureText(limit, 'bytes/s')} for ${device.name}`,
                risk: 'safe',
                caution: 'pays for the waste if the load is waste',
                undo: 'set the old value again',
              },
            ],
            verify: verifyDevice(device),
            guard: [pressureGuard()],
          },
        },
        withWaits(
          [...totalFigures(target, limit), awaitFigure(load, device.name), figure(load, deviceUnits, 'queueLength', device.name)],
          waits,
        ),
      );
    }
    const [first] = asked.loads;
    if (!first) return ruledOut('no device holds requests back');
    const limit = first.device.limit?.maxBytesPerS ?? 0;
    const bytes = bytesPerS(first.load) ?? 0;
    return ruledOut(
      `${first.device.name} moves ${figureText(bytes, 'bytes/s')}, ${figureText((bytes / limit) * 100, 'pct')} of the ${figureText(limit, 'bytes/s')} bought`,
      totalFigures(first, limit),
    );
  },
});

function totalFigures({ device, load }: Parameters<typeof heldBack>[0], limit: number) {
  const both = (load.readBytesPerS ?? 0) > 0 && (load.writeBytesPerS ?? 0) > 0.05 * (load.readBytesPerS ?? 0);
  const main = (load.readBytesPerS ?? 0) >= (load.writeBytesPerS ?? 0) ? 'readBytesPerS' : 'writeBytesPerS';
  const other = main === 'readBytesPerS' ? 'writeBytesPerS' : 'readBytesPerS';
  // The limit counts both directions; it stands beside one figure only where the other is next to nothing.
  return [
    figure(load, deviceUnits, main, device.name, both ? undefined : { op: '>=', value: REACHED_PART * limit }),
    figure(load, deviceUnits, other, device.name),
  ];
}
