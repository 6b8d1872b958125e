import type { LineItem } from '../../../model/evidence.ts';
import { line } from '../../../snapshot/cite.ts';
import type { KernelEvent, KernelLogView } from '../../../snapshot/views.ts';
import { recentEvents } from '../../facts/stuck.ts';
import { word } from '../../facts/words.ts';

/** What the kernel log tells of an interface whose card or cable fails. */
export interface LinkFailure {
  readonly name: string;
  readonly told: string;
  readonly item: LineItem;
}

/** A cable that somebody moves goes down once or twice; a bad one does so again and again. */
const LINK_LOSSES = 3;
/** The log may have been read when the window began: what went on until then may have no line in the window yet. */
const BEFORE_WINDOW_SECONDS = 5;

/** The interface whose card did not send and was reset, else one that lost its link again and again; of a window nothing from before it. */
export function linkFailure(log: KernelLogView | undefined): LinkFailure | undefined {
  const since = log?.windowSeconds === undefined ? undefined : log.windowSeconds + BEFORE_WINDOW_SECONDS;
  const events = recentEvents(log, ['transmit-timeout', 'link-down']).filter(
    ({ ageSeconds }) => since === undefined || (ageSeconds !== undefined && ageSeconds <= since),
  );
  const reset = events.findLast(({ kind, device }) => kind === 'transmit-timeout' && device !== undefined);
  const lost = events.filter(({ kind }) => kind === 'link-down');
  const losses = ({ device }: KernelEvent): number => lost.filter((each) => each.device === device).length;
  const flapping = lost.findLast((event) => event.device !== undefined && losses(event) >= LINK_LOSSES);
  const event = reset ?? flapping;
  if (event?.device === undefined) return undefined;
  const name = word(event.device);
  const told = reset ? `${name} did not send what it was given, and the kernel reset it` : `${name} lost its link ${losses(event)} times`;
  return { name: event.device, told, item: line(event, 'kernel log', name, event.text) };
}
