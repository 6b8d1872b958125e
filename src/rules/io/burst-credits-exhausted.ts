import { figureText, RATE_MB } from '../../model/figure-text.ts';
import type { Verdict } from '../../model/finding.ts';
import { figure } from '../../snapshot/cite.ts';
import { type BlockDevice, deviceUnits } from '../../snapshot/views.ts';
import { bytesPerS, opsPerS } from '../facts/device-figures.ts';
import { type Load, nameOf } from '../facts/leaf.ts';
import { found, ruledOut, undecided } from '../facts/verdict.ts';
import { severityOf, waiting, withWaits } from '../facts/waits.ts';
import { defineRule } from '../rule.ts';
import { creditsAdvice } from './advice/volume.ts';
import { heldBack, heldBackFigures, limitedVolumes, type VolumeViews } from './facts/volume.ts';

const GIB = 1024 ** 3;
const TIB = 1024 ** 4;
/** At the baseline, give or take what two meters differ. */
const AT_BASELINE_PART = 0.07;
/** A gp2 volume of this size has a baseline as high as its burst: there are no credits to lose. */
const GP2_NO_BURST_BYTES = TIB;
const WITH_CREDITS = new Set(['gp2', 'st1', 'sc1']);
const FIXED_BASELINE = new Set(['gp3', 'io1', 'io2']);

interface Baseline {
  readonly field: 'ops' | 'bytes';
  readonly value: number;
}

/**
 * io.burst-credits-exhausted: the volume has used up its burst and gives its baseline only.
 *
 * Found      a gp2 (3 IOPS a GiB, at least 100), st1 (40 MB/s a TiB) or sc1 (12 MB/s a TiB) volume of known size stands within 7 %
 *            of its baseline while requests queue (aqu-sz >= 3) and take >= 5 ms
 * Ruled out  the volume has no credits (gp3, io1 and io2 have a fixed baseline), or is not at its baseline, or holds nothing back;
 *            undecided where it holds requests back and neither hosts.yml nor the kernel tells its size
 * Why        the balance itself is only in the provider's metrics; a fixed-baseline volume is never told of credits
 * Certain    never: likely, since no command on the host shows the balance
 * Misses     credits of the instance, which are shared by its volumes
 * Reference  https://docs.aws.amazon.com/ebs/latest/userguide/general-purpose.html
 */
export const burstCreditsExhausted = defineRule({
  cause: 'io.burst-credits-exhausted',
  needs: ['devices'],
  uses: ['pressure', 'cpu', 'processes', 'host'],
  explains: ['io.device-saturated', 'io.volume-iops-limit', 'io.volume-throughput-limit'],
  decide: (given): Verdict => {
    const has = ({ device }: Load) => device.limit?.kind !== undefined;
    const tells = (target: Load) => rateOf(target, baselineOf(target.device)) !== undefined;
    const asked = limitedVolumes(given.devices, has, tells, 'the kind of the volume');
    if ('verdict' in asked) return asked.verdict;
    for (const target of asked.loads) {
      const baseline = baselineOf(target.device);
      if (baseline && heldBack(target) && standsAt(target, baseline)) return exhausted(target, baseline, given);
    }
    const unsized = asked.loads.find((target) => heldBack(target) && hasCredits(target.device) && sizeOf(target.device) === undefined);
    if (unsized) return undecided(`the size of ${unsized.device.name} is not known`, 'size_gb of this volume in hosts.yml');
    const kinds = [...new Set(asked.loads.flatMap(({ device }) => device.limit?.kind ?? []))];
    return ruledOut(
      kinds.every((kind) => FIXED_BASELINE.has(kind))
        ? `${kinds.join(', ')} volumes have a fixed baseline and no burst credits`
        : 'no volume stands at its baseline with requests held back',
    );
  },
});

function exhausted(target: Load, baseline: Baseline, views: VolumeViews): Verdict {
  const { device, load } = target;
  const waits = waiting(views);
  const [read, written] =
    baseline.field === 'ops' ? (['readOpsPerS', 'writeOpsPerS'] as const) : (['readBytesPerS', 'writeBytesPerS'] as const);
  const says = baseline.field === 'ops' ? `${figureText(baseline.value, 'count')} IOPS` : figureText(baseline.value, 'bytes/s');
  return found(
    {
      severity: severityOf(waits),
      confidence: 'likely',
      headline: `${nameOf(device, views.devices)} stands at its ${device.limit?.kind} baseline of ${says}: its burst credits are used up`,
      subject: { kind: 'device', name: device.name },
      advice: creditsAdvice(device, views.host),
    },
    withWaits(
      [figure(load, deviceUnits, read, device.name), figure(load, deviceUnits, written, device.name), ...heldBackFigures(target)],
      waits,
    ),
  );
}

function hasCredits({ limit }: BlockDevice): boolean {
  return limit?.kind !== undefined && WITH_CREDITS.has(limit.kind);
}

/** As the kernel sees it, to the byte; else as bought. */
function sizeOf({ limit, sizeBytes }: BlockDevice): number | undefined {
  return sizeBytes ?? limit?.sizeBytes;
}

function baselineOf(device: BlockDevice): Baseline | undefined {
  const size = sizeOf(device);
  if (size === undefined) return undefined;
  switch (device.limit?.kind) {
    case 'gp2':
      return size < GP2_NO_BURST_BYTES ? { field: 'ops', value: Math.max(100, 3 * (size / GIB)) } : undefined;
    case 'st1':
      return { field: 'bytes', value: 40 * RATE_MB * (size / TIB) };
    case 'sc1':
      return { field: 'bytes', value: 12 * RATE_MB * (size / TIB) };
    default:
      return undefined;
  }
}

/** In the baseline's terms; without one any rate will do. */
function rateOf({ load }: Load, baseline: Baseline | undefined): number | undefined {
  if (baseline === undefined) return opsPerS(load) ?? bytesPerS(load);
  return baseline.field === 'ops' ? opsPerS(load) : bytesPerS(load);
}

function standsAt(target: Load, baseline: Baseline): boolean {
  const rate = rateOf(target, baseline);
  return rate !== undefined && Math.abs(rate - baseline.value) <= AT_BASELINE_PART * baseline.value;
}
