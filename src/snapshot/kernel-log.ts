import { present } from './present.ts';
import type { Samples } from './samples.ts';
import type { KernelLogView } from './views.ts';

/** What the kernel reported. A log that was read and tells of nothing is a view without events: that is known, not missing. */
export function kernelLogView(samples: Samples): KernelLogView | undefined {
  const logs = samples['kernel-log'];
  if (logs.length === 0) return undefined;
  const events = logs.flatMap(({ sample }) => sample.events);
  return {
    events: events.map(({ kind, device, process, pid, functions, uptimeSeconds, at, text, cites, fieldCites }) => ({
      ...{ kind, functions, text, cites },
      ...present({ device, process, pid, uptimeSeconds, at, fieldCites }),
    })),
  };
}
