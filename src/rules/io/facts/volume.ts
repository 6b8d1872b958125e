import type { Verdict } from '../../../model/finding.ts';
import type { DevicesView } from '../../../snapshot/views.ts';
import { outstanding, slowestAwaitMs } from './device-figures.ts';
import { judgedDevices, type Load, onlySinceBoot } from './leaf.ts';
import { QUEUE_REQUESTS } from './saturation.ts';
import { ruledOut, undecided } from './verdict.ts';

/** A limit counts as reached from here: meters of host and provider do not share a clock. */
export const REACHED_PART = 0.95;
/** A volume that is held back lets requests wait: a cloud volume below its limit answers in about 1 ms. */
const HELD_BACK_AWAIT_MS = 5;

/** Requests queue up and wait: without this a rate at the limit is merely well used. */
export function heldBack({ load }: Load): boolean {
  return (outstanding(load) ?? 0) >= QUEUE_REQUESTS && (slowestAwaitMs(load) ?? 0) >= HELD_BACK_AWAIT_MS;
}

/**
 * The devices whose limit as bought matters, or the verdict where there are none: nothing is held back,
 * nothing was measured, or nobody told the limits.
 */
export function heldBackWithLimit(
  view: DevicesView,
  has: (load: Load) => boolean,
  what: string,
): { readonly loads: readonly Load[] } | { readonly verdict: Verdict } {
  if (view.all.length === 0 || onlySinceBoot(view))
    return { verdict: undecided('no figures of block devices over the window', 'iostat -x -k -y 1 5') };
  const judged = judgedDevices(view);
  const measured = judged.filter(({ load }) => outstanding(load) !== undefined && slowestAwaitMs(load) !== undefined);
  if (measured.length === 0) return { verdict: undecided('no device shows a queue and a latency', 'iostat -x -k -y 1 5') };
  const withLimit = judged.filter(has);
  if (withLimit.length > 0) return { loads: withLimit };
  if (!judged.some(heldBack)) return { verdict: ruledOut('no device holds requests back') };
  return { verdict: undecided(`${what} is not known: no command shows what was bought`, 'volumes: of this host in hosts.yml') };
}
