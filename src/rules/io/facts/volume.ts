import type { EvidenceItem } from '../../../model/evidence.ts';
import { figureText } from '../../../model/figure-text.ts';
import type { Advice, Verdict } from '../../../model/finding.ts';
import { figure } from '../../../snapshot/cite.ts';
import { type BlockDevice, type DevicesView, deviceUnits, type HostView } from '../../../snapshot/views.ts';
import { outstanding, slowestAwaitMs } from '../../facts/device-figures.ts';
import { judgedDevices, type Load, nameOf, onlySinceBoot } from '../../facts/leaf.ts';
import { awaitFigure, QUEUE_REQUESTS } from '../../facts/saturation.ts';
import { found, ruledOut, undecided } from '../../facts/verdict.ts';
import { severityOf, type WaitViews, waiting, withWaits } from '../../facts/waits.ts';

/** A limit counts as reached from here: meters of host and provider do not share a clock. */
export const REACHED_PART = 0.95;
/** A volume that is held back lets requests wait: a cloud volume below its limit answers in about 1 ms. */
const HELD_BACK_AWAIT_MS = 5;

export interface VolumeViews extends WaitViews {
  readonly devices: DevicesView;
  readonly host?: HostView | undefined;
}

/** One kind of limit that a volume is bought with. */
export interface VolumeMeasure {
  /** 'the IOPS of the volume': what hosts.yml has to tell. */
  readonly what: string;
  readonly limitOf: (device: BlockDevice) => number | undefined;
  readonly rateOf: (load: Load['load']) => number | undefined;
  /** Whether such requests can meet such a limit at all. */
  readonly canMeet: (load: Load['load']) => boolean;
  /** 'serves 2,950 requests/s', behind the name of the device. */
  readonly does: (rate: number) => string;
  /** '3,000'. */
  readonly bought: (limit: number) => string;
  readonly figures: (target: Load, limit: number) => readonly (EvidenceItem | undefined)[];
  readonly advice: (device: BlockDevice, limit: number, host: HostView | undefined) => Advice;
}

/** The verdict of io.volume-iops-limit and io.volume-throughput-limit, which differ in what is measured alone. */
export function judgeVolume(views: VolumeViews, measure: VolumeMeasure): Verdict {
  const has = ({ device }: Load) => measure.limitOf(device) !== undefined;
  const tells = ({ load }: Load) => measure.rateOf(load) !== undefined;
  const asked = limitedVolumes(views.devices, has, tells, measure.what);
  if ('verdict' in asked) return asked.verdict;
  const sized = asked.loads.map((target) => {
    const limit = measure.limitOf(target.device) ?? 0;
    const rate = measure.rateOf(target.load) ?? 0;
    return { ...target, limit, rate, says: `${measure.does(rate)}, ${share(rate, limit)} of the ${measure.bought(limit)} bought` };
  });
  const reached = sized.find((each) => each.rate >= REACHED_PART * each.limit && measure.canMeet(each.load) && heldBack(each));
  if (!reached) {
    const [first] = sized.toSorted((left, right) => right.rate / right.limit - left.rate / left.limit);
    if (!first) return ruledOut('no device holds requests back');
    return ruledOut(`${first.device.name} ${first.says}`, measure.figures(first, first.limit));
  }
  const { device, limit } = reached;
  const waits = waiting(views);
  return found(
    {
      severity: severityOf(waits),
      confidence: waits.state === 'waits' ? 'certain' : 'likely',
      headline: `${nameOf(device, views.devices)} ${reached.says}`,
      subject: { kind: 'device', name: device.name },
      advice: measure.advice(device, limit, views.host),
    },
    withWaits([...measure.figures(reached, limit), ...heldBackFigures(reached)], waits),
  );
}

/** Requests queue up and wait: without this a rate at the limit is merely well used. */
export function heldBack({ load }: Load): boolean {
  return (outstanding(load) ?? 0) >= QUEUE_REQUESTS && (slowestAwaitMs(load) ?? 0) >= HELD_BACK_AWAIT_MS;
}

export function heldBackFigures({ device, load }: Load): readonly (EvidenceItem | undefined)[] {
  return [awaitFigure(load, device.name), figure(load, deviceUnits, 'queueLength', device.name)];
}

/**
 * The devices whose limit as bought is known and can be judged, or the verdict where there are none: nothing is held back,
 * the figures that decide were not read, or nobody told the limits.
 */
export function limitedVolumes(
  view: DevicesView,
  has: (target: Load) => boolean,
  tells: (target: Load) => boolean,
  what: string,
): { readonly loads: readonly Load[] } | { readonly verdict: Verdict } {
  if (view.all.length === 0 || onlySinceBoot(view)) {
    return { verdict: undecided('no figures of block devices over the window', 'iostat -x -k -y 1 5') };
  }
  const judged = judgedDevices(view);
  const measured = judged.filter(({ load }) => outstanding(load) !== undefined && slowestAwaitMs(load) !== undefined);
  if (measured.length === 0) return { verdict: undecided('no device shows a queue and a latency', 'iostat -x -k -y 1 5') };
  const limited = judged.filter(has);
  if (limited.length === 0) {
    if (!judged.some(heldBack)) return { verdict: ruledOut('no device holds requests back') };
    return { verdict: undecided(`${what} is not known: no command shows what was bought`, 'volumes: of this host in hosts.yml') };
  }
  const loads = limited.filter((target) => measured.includes(target) && tells(target));
  if (loads.length > 0) return { loads };
  const names = limited.map(({ device }) => device.name).join(', ');
  return { verdict: undecided(`the rate, queue or latency of ${names} was not read`, 'iostat -x -k -y 1 5') };
}

function share(rate: number, limit: number): string {
  return figureText((rate / limit) * 100, 'pct');
}
