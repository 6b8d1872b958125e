import type { Area, CauseId, NoCauseId } from '../../src/model/cause.ts';

/** One real fault, and what the product must call it. */
export interface Scenario {
  /** The subcommand that is asked, and the file of faults. */
  readonly area: Area;
  /** Name of the fault in faults/AREA.sh. */
  readonly fault: string;
  readonly accepted: readonly [CauseId | NoCauseId, ...(CauseId | NoCauseId)[]];
  /** Process names of which the culprit must be one. */
  readonly culprit?: readonly string[];
  /** A process that must stand in the culprit's parent chain. */
  readonly parent?: string;
  /** What the answer must be about: the upper loop device, the mount, or the control group that the fault made (its name in STATE_DIR/cgroup). */
  readonly subject?: 'device' | 'mount' | 'cgroup';
  /** What the answer must say, where one id has more than one reason. */
  readonly headline?: RegExp;
  /** A notice that must stand among the findings, whatever the answer. */
  readonly notice?: CauseId;
  /** Process names that must never be named as culprit of any finding. */
  readonly never?: readonly string[];
  readonly settleSeconds: number;
}
