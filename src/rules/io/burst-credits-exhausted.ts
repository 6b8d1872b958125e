import { figureText, RATE_MB } from '../../model/figure-text.ts';
import type { Verdict } from '../../model/finding.ts';
import type { VolumeLimit } from '../../model/target.ts';
import { figure } from '../../snapshot/cite.ts';
import { deviceUnits } from '../../snapshot/views.ts';
import { defineRule } from '../rule.ts';
import { pressureGuard, verifyDevice } from './advice/watch.ts';
import { bytesPerS, opsPerS } from './facts/device-figures.ts';
import { type Load, nameOf } from './facts/leaf.ts';
import { awaitFigure } from './facts/saturation.ts';
import { found, ruledOut } from './facts/verdict.ts';
import { heldBack, heldBackWithLimit } from './facts/volume.ts';
import { severityOf, waiting, withWaits } from './facts/waits.ts';

const GIB = 1024 ** 3;
const TIB = 1024 ** 4;
/** At the baseline, give or take what two meters differ. */
const AT_BASELINE_PART = 0.07;
/** A gp2 volume of this size has a baseline as high as its burst: there are no credits to lose. */
const GP2_NO_BURST_BYTES = TIB;

interface Baseline {
  readonly field: 'ops' | 'bytes';
  readonly value: number;
}

/**
 * io.burst-credits-exhausted: the volume has used up its burst and gives its baseline only.
 *
 * Found      a gp2 (3 IOPS a GiB, at least 100), st1 (40 MB/s a TiB) or sc1 (12 MB/s a TiB) volume of known size stands within 7 %
 *            of its baseline while requests queue (aqu-sz >= 3) and take >= 5 ms
 * Ruled out  the volume has no credits (gp3, io1 and io2 have a fixed baseline), or is not at its baseline, or holds nothing back
 * Why        the balance itself is only in the provider's metrics; a fixed-baseline volume is never told of credits
 * Certain    never: likely, since no command on the host shows the balance
 * Misses     credits of the instance, which are shared by its volumes
 * Reference  https://docs.aws.amazon.com/ebs/latest/userguide/general-purpose.html
 */
export const burstCreditsExhausted = defineRule({
  cause: 'io.burst-credits-exhausted',
  needs: ['devices'],
  uses: ['pressure', 'cpu', 'processes'],
  explains: ['io.device-saturated', 'io.volume-iops-limit', 'io.volume-throughput-limit'],
  decide: (given): Verdict => {
    const asked = heldBackWithLimit(given.devices, ({ device }) => device.limit?.kind !== undefined, 'the kind of the volume');
    if ('verdict' in asked) return asked.verdict;
    for (const target of asked.loads) {
      const { device, load } = target;
      const baseline = device.limit && baselineOf(device.limit);
      if (!baseline || !heldBack(target) || !standsAt(target, baseline)) continue;
      const waits = waiting(given);
      const says = baseline.field === 'ops' ? `${figureText(baseline.value, 'count')} IOPS` : figureText(baseline.value, 'bytes/s');
      return found(
        {
          severity: severityOf(waits),
          confidence: 'likely',
          headline: `${nameOf(device, given.devices)} stands at its ${device.limit?.kind} baseline of ${says}: its burst credits are used up`,
          subject: device.name,
          advice: {
            summary: `Look at the BurstBalance of ${device.name}, then change it to a volume with a fixed baseline`,
            now: [
              { does: 'See who uses the volume up', command: 'pidstat -d 1 5', risk: 'safe', caution: 'needs root to see all processes' },
            ],
            lasting: [
              {
                does: `Change ${device.name} to gp3: 3,000 IOPS and 125 MB/s at any size, no credits`,
                risk: 'safe',
                caution: 'the change takes hours in which latency may rise',
                undo: 'change the volume back after six hours',
              },
            ],
            verify: [{ command: 'the provider’s BurstBalance metric', expect: 'above 20 % and not falling' }, ...verifyDevice(device)],
            guard: [pressureGuard()],
          },
        },
        withWaits(
          [
            figure(load, deviceUnits, baseline.field === 'ops' ? 'readOpsPerS' : 'readBytesPerS', device.name),
            figure(load, deviceUnits, baseline.field === 'ops' ? 'writeOpsPerS' : 'writeBytesPerS', device.name),
            awaitFigure(load, device.name),
            figure(load, deviceUnits, 'queueLength', device.name),
          ],
          waits,
        ),
      );
    }
    const kinds = [...new Set(asked.loads.flatMap(({ device }) => device.limit?.kind ?? []))];
    const fixed = kinds.filter((kind) => kind === 'gp3' || kind === 'io1' || kind === 'io2');
    return ruledOut(
      fixed.length === kinds.length
        ? `${fixed.join(', ')} volumes have a fixed baseline and no burst credits`
        : 'no volume stands at its baseline with requests held back',
    );
  },
});

function baselineOf(limit: VolumeLimit): Baseline | undefined {
  if (limit.sizeBytes === undefined) return undefined;
  if (limit.kind === 'gp2' && limit.sizeBytes < GP2_NO_BURST_BYTES)
    return { field: 'ops', value: Math.max(100, 3 * (limit.sizeBytes / GIB)) };
  if (limit.kind === 'st1') return { field: 'bytes', value: 40 * RATE_MB * (limit.sizeBytes / TIB) };
  if (limit.kind === 'sc1') return { field: 'bytes', value: 12 * RATE_MB * (limit.sizeBytes / TIB) };
  return undefined;
}

function standsAt({ load }: Load, baseline: Baseline): boolean {
  const value = baseline.field === 'ops' ? opsPerS(load) : bytesPerS(load);
  return value !== undefined && Math.abs(value - baseline.value) <= AT_BASELINE_PART * baseline.value;
}
