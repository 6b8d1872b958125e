import { figureText } from '../../model/figure-text.ts';
import type { Verdict } from '../../model/finding.ts';
import { figure } from '../../snapshot/cite.ts';
import { deviceUnits } from '../../snapshot/views.ts';
import { defineRule } from '../rule.ts';
import { pressureGuard, verifyDevice } from './advice/watch.ts';
import { opsPerS } from './facts/device-figures.ts';
import { type Load, nameOf } from './facts/leaf.ts';
import { awaitFigure } from './facts/saturation.ts';
import { found, ruledOut } from './facts/verdict.ts';
import { heldBack, heldBackWithLimit, REACHED_PART } from './facts/volume.ts';
import { severityOf, waiting, withWaits } from './facts/waits.ts';

/**
 * io.volume-iops-limit: the volume serves as many requests a second as were bought.
 *
 * Found      reads and writes together reach 95 % of the volume's IOPS as bought (hosts.yml) while aqu-sz >= 3 and a request
 *            takes >= 5 ms
 * Ruled out  no device holds requests back, or the rate is below the limit: then the figure stands beside it
 * Why        a limit is never guessed from a figure that looks flat
 * Certain    tasks wait besides; likely without that
 * Misses     limits of the instance type; the provider's merging and splitting of requests, which counts others than iostat
 * Reference  https://docs.aws.amazon.com/ebs/latest/userguide/general-purpose.html
 */
export const volumeIopsLimit = defineRule({
  cause: 'io.volume-iops-limit',
  needs: ['devices'],
  uses: ['pressure', 'cpu', 'processes'],
  explains: ['io.device-saturated'],
  decide: (given): Verdict => {
    const asked = heldBackWithLimit(given.devices, ({ device }) => device.limit?.maxOpsPerS !== undefined, 'the IOPS of the volume');
    if ('verdict' in asked) return asked.verdict;
    for (const target of asked.loads) {
      const { device, load } = target;
      const limit = device.limit?.maxOpsPerS ?? 0;
      const ops = opsPerS(load) ?? 0;
      if (ops < REACHED_PART * limit || !heldBack(target)) continue;
      const waits = waiting(given);
      return found(
        {
          severity: severityOf(waits),
          confidence: waits.state === 'waits' ? 'certain' : 'likely',
          headline: `${nameOf(device, given.devices)} serves ${figureText(ops, 'count')} requests/s, ${figureText((ops / limit) * 100, 'pct')} of the ${figureText(limit, 'count')} bought`,
          subject: device.name,
          advice: {
            summary: `Find who sends the small requests to ${device.name}, or buy more IOPS for it`,
            now: [
              { does: 'See who reads and writes', command: 'pidstat -d 1 5', risk: 'safe', caution: 'needs root to see all processes' },
            ],
            lasting: [
              { does: 'Send fewer and larger requests: batch writes, cache reads, add the missing index', risk: 'safe' },
              {
                does: `Buy more than ${figureText(limit, 'count')} IOPS for ${device.name}`,
                risk: 'safe',
                caution: 'costs every month',
                undo: 'set the old value again',
              },
            ],
            verify: verifyDevice(device),
            guard: [pressureGuard()],
          },
        },
        withWaits([...opsFigures(target), awaitFigure(load, device.name), figure(load, deviceUnits, 'queueLength', device.name)], waits),
      );
    }
    const [first] = asked.loads;
    if (!first) return ruledOut('no device holds requests back');
    const limit = first.device.limit?.maxOpsPerS ?? 0;
    const ops = opsPerS(first.load) ?? 0;
    return ruledOut(
      `${first.device.name} serves ${figureText(ops, 'count')} requests/s, ${figureText((ops / limit) * 100, 'pct')} of the ${figureText(limit, 'count')} bought`,
      opsFigures(first),
    );
  },
});

function opsFigures({ device, load }: Load) {
  return [
    figure(load, deviceUnits, 'readOpsPerS', device.name),
    figure(load, deviceUnits, 'writeOpsPerS', device.name),
    figure(load, deviceUnits, 'opsPerS', device.name),
  ];
}
