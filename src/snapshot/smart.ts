import type { Samples } from './samples.ts';
import type { SmartView } from './views.ts';

/** What disks record of their own health. */
export function smartView(samples: Samples): SmartView | undefined {
  const attributes = samples.smart.flatMap(({ sample }) => sample.attributes);
  return attributes.length === 0 ? undefined : { attributes };
}
