import type { KernelLogEvent } from '../parsers/kernel-log/sample.ts';
import { present } from './present.ts';
import type { Samples } from './samples.ts';
import { shownClock } from './shown-clock.ts';
import type { KernelLogView } from './views.ts';

/** The host's clocks at the reading, each where it is known: of a paste only what stands in it tells when it was taken. */
export interface LogClocks {
  readonly uptimeSeconds: number | undefined;
  readonly takenAt: Date | undefined;
  readonly windowSeconds: number | undefined;
}

/** What the kernel reported. A log that was read and tells of nothing is a view without events: that is known, not missing. */
export function kernelLogView(samples: Samples, clocks: LogClocks): KernelLogView | undefined {
  const logs = samples['kernel-log'];
  if (logs.length === 0) return undefined;
  const events = logs.flatMap(({ sample }) => sample.events);
  const newest = events.flatMap(({ at }) => at ?? []).reduce<Date | undefined>((last, at) => (last && last > at ? last : at), undefined);
  const known = { ...clocks, takenAt: clocks.takenAt ?? (newest && shownClock(samples, newest)) };
  return {
    ...present({ windowSeconds: clocks.windowSeconds }),
    events: events.map((event) => ({
      ...{ kind: event.kind, functions: event.functions, text: event.text, cites: event.cites },
      ...present({
        device: event.device,
        process: event.process,
        pid: event.pid,
        cgroup: event.cgroup,
        oom: event.oom,
        order: event.order,
        gfp: event.gfp,
        freeBytes: event.freeBytes,
        fileCacheBytes: event.fileCacheBytes,
        ageSeconds: ageSecondsOf(event, known),
        fieldCites: event.fieldCites,
      }),
    })),
  };
}

/** By the seconds since boot where both are known, which no change of the wall clock disturbs. */
function ageSecondsOf({ uptimeSeconds, at }: KernelLogEvent, clocks: LogClocks): number | undefined {
  if (uptimeSeconds !== undefined && clocks.uptimeSeconds !== undefined) return clocks.uptimeSeconds - uptimeSeconds;
  if (at !== undefined && clocks.takenAt !== undefined) return (clocks.takenAt.getTime() - at.getTime()) / 1000;
  return undefined;
}
