import type { Views } from '../../snapshot/views.ts';
import { cpuSuspicions } from './cpu.ts';
import { logSuspicions } from './kernel-log.ts';
import { memorySuspicions } from './memory.ts';
import { pressureSuspicions } from './pressure.ts';
import { processSuspicions } from './processes.ts';
import type { Suspicion } from './suspicion.ts';
import { unmeasuredSuspicions } from './unmeasured.ts';

/** Everything that looks off outside the reach of the rules, whatever its area. */
export function suspicions(views: Views): readonly Suspicion[] {
  return [
    ...cpuSuspicions(views),
    ...processSuspicions(views),
    ...memorySuspicions(views),
    ...pressureSuspicions(views),
    ...unmeasuredSuspicions(views),
    ...logSuspicions(views),
  ];
}
