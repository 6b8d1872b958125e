import type { CauseId } from '../../model/cause.ts';
import { recentEvents } from '../../rules/facts/stuck.ts';
import { line } from '../../snapshot/cite.ts';
import type { KernelEvent, Views } from '../../snapshot/views.ts';
import { type Suspicion, suspicion } from './suspicion.ts';

const LOG_CAUSES = {
  'allocation-failure': 'mem.fragmentation',
  'fork-rejected': 'cgroup.pids-at-limit',
  'conntrack-full': 'net.conntrack-full',
  'hung-task': 'io.device-hung',
  'fs-error': 'io.slow-device',
  'fs-remount-ro': 'io.slow-device',
  'storage-driver-error': 'io.device-hung',
} as const satisfies Partial<Record<KernelEvent['kind'], CauseId>>;
type LoggedKind = keyof typeof LOG_CAUSES;
const KINDS = Object.keys(LOG_CAUSES) as readonly LoggedKind[];

/** The newest of what the kernel reported lately: what it says of last week is no state of this window. */
export function logSuspicions({ kernelLog }: Views): readonly Suspicion[] {
  return recentEvents(kernelLog, KINDS)
    .slice(-3)
    .map((event) =>
      suspicion(
        causeOf(event),
        `the kernel log reports ${event.kind}`,
        'dmesg -T as root',
        line(event, 'kernel log', event.kind, event.text),
      ),
    );
}

/** A single page that could not be had is want of memory, not of pieces. */
function causeOf({ kind, order }: KernelEvent): CauseId {
  return kind === 'allocation-failure' && order === 0 ? 'mem.exhausted' : LOG_CAUSES[kind as LoggedKind];
}
