import type { Samples } from './samples.ts';
import type { StacksView } from './views.ts';

/** Where tasks stand in the kernel. */
export function stacksView(samples: Samples): StacksView | undefined {
  const all = samples.stack.flatMap(({ sample }) => sample.stacks);
  return all.length === 0 ? undefined : { all };
}
