import type { CauseId } from '../src/model/cause.ts';
import type { Cites } from '../src/model/evidence.ts';
import type { Finding } from '../src/model/finding.ts';
import type { OutputId } from '../src/model/output.ts';
import type { BlockDevice, DeviceInterval, ProcessesView, ProcessInterval, ProcessView, Views } from '../src/snapshot/views.ts';

/** Hand-built views for rule tables: every row cites a line of its own. */
export const cites: Cites = [{ output: 'made-up' as OutputId, command: 'made up', line: 1, text: 'made up' }];

/** Any view, with only the parts that matter spelled out. */
export function given(views: Views): Views {
  return views;
}

export function device(name: string, load: Omit<DeviceInterval, 'cites'>, more: Partial<BlockDevice> = {}): BlockDevice {
  return { name, mounts: [], below: [], above: [], intervals: [{ cites, ...load }], ...more };
}

export function devices(...all: readonly BlockDevice[]): NonNullable<Views['devices']> {
  return { all, intervalSeconds: 1 };
}

export function process(
  pid: number,
  name: string,
  more: Partial<ProcessView> = {},
  ...rows: readonly Omit<ProcessInterval, 'cites'>[]
): ProcessView {
  return { cites, pid, name, kernelThread: false, openFiles: [], intervals: rows.map((row) => ({ cites, ...row })), ...more };
}

export function processes(...all: readonly ProcessView[]): ProcessesView {
  return { all, byPid: new Map(all.map((each) => [each.pid, each])), coverage: 'all', cgroupIo: [] };
}

/** A cloud disk at its limit by a bulk reader, in the way of a database. */
export const saturatedByReads: Omit<DeviceInterval, 'cites'> = {
  readOpsPerS: 480,
  writeOpsPerS: 38,
  readBytesPerS: 61e6,
  writeBytesPerS: 1.7e6,
  readAwaitMs: 46,
  writeAwaitMs: 52,
  queueLength: 24,
  utilPct: 100,
};

/** The same disk at rest. */
export const atRest: Omit<DeviceInterval, 'cites'> = {
  readOpsPerS: 3,
  writeOpsPerS: 9,
  readBytesPerS: 50e3,
  writeBytesPerS: 80e3,
  readAwaitMs: 0.5,
  writeAwaitMs: 0.9,
  queueLength: 0.01,
  utilPct: 0.8,
};

export function psi(someWindowPct: number, fullWindowPct = someWindowPct / 2): NonNullable<Views['pressure']> {
  return { io: { some: { cites, windowPct: someWindowPct }, full: { cites, windowPct: fullWindowPct } } };
}

/** A finding of which only what matters is spelled out. */
export function finding(cause: CauseId, more: Partial<Finding> = {}): Finding {
  return {
    cause,
    severity: 'warning',
    confidence: 'likely',
    headline: cause,
    evidence: [{ kind: 'line', subject: 'host', label: '', text: '', cites }],
    advice: { summary: '', now: [], lasting: [], verify: [], guard: [] },
    ...more,
  };
}
