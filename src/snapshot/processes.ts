import { cgroupIoView } from './cgroup-io.ts';
import { isContainer } from './cgroup-path.ts';
import { coverageOf } from './coverage.ts';
import type { DeviceNames } from './device-names.ts';
import { isKernelThread } from './kernel-thread.ts';
import type { MountTable } from './mount-table.ts';
import { openFilesByPid } from './open-files.ts';
import { firstFilled, present } from './present.ts';
import { type ProcessIdentity, processIdentities } from './process-identity.ts';
import { processLoad } from './process-rows.ts';
import { citesOfAll } from './rows.ts';
import type { Samples } from './samples.ts';
import { ownProcesses } from './session.ts';
import type { ProcessesView, ProcessInterval, ProcessView } from './views.ts';

export interface ProcessContext {
  readonly names: DeviceNames;
  readonly mounts: MountTable;
  readonly windowSeconds: number | undefined;
  readonly pasted: boolean;
  /** The shells that collected the outputs, and what they are known to have started: left out with all their children. */
  readonly sessionPids: readonly number[];
}

/** Every process that any output names: who it is, what it did in each report, the files it holds open. */
export function processesView(samples: Samples, context: ProcessContext): ProcessesView | undefined {
  const identities = processIdentities(samples);
  const cgroupIo = cgroupIoView(samples, context.names, context.windowSeconds);
  if (identities.size === 0 && cgroupIo.length === 0) return undefined;
  // Of each ps by itself: a child that outlived its session has another parent in the next one.
  const own = new Set(
    [...samples.ps.map(({ sample }) => sample.rows), [...identities.values()]].flatMap((rows) => [
      ...ownProcesses(parentsOf(rows), context.sessionPids),
    ]),
  );
  const load = processLoad(samples);
  const files = openFilesByPid(samples, context.mounts);
  const cgroups = new Map(samples['self-cgroup'].map(({ sample }) => [sample.pid, sample.paths]));
  const all = [...identities.values()]
    .filter(({ pid }) => !own.has(pid))
    .map((identity) => ({
      ...describe(identity, load.byPid.get(identity.pid) ?? [], files.get(identity.pid) ?? []),
      ...present({ cgroups: cgroups.get(identity.pid) }),
    }));
  return {
    all,
    byPid: new Map(all.map((process) => [process.pid, process])),
    coverage: coverageOf(samples, identities, context),
    cgroupIo,
    ...present({ reports: load.reports > 0 ? load.reports : undefined, totals: totalsOf(samples) }),
  };
}

function parentsOf(rows: readonly Pick<ProcessIdentity, 'pid' | 'parentPid'>[]): ReadonlyMap<number, number> {
  const known = rows.flatMap(({ pid, parentPid }) => (parentPid === undefined ? [] : [[pid, parentPid] as const]));
  return new Map(known);
}

function describe(identity: ProcessIdentity, intervals: readonly ProcessInterval[], openFiles: ProcessView['openFiles']): ProcessView {
  const { pid, parentPid, state, wchan, user, unit, cgroup, commandLine, runningForSeconds, ioClass, residentBytes, cites } = identity;
  const name = identity.name ?? `pid ${pid}`;
  return {
    pid,
    name,
    kernelThread: isKernelThread(identity),
    ...present({ parentPid, state, wchan, user, unit, cgroup, commandLine, runningForSeconds, ioClass }),
    // ps tells the size alone, and of now; a sampler that ran tells it with the rest.
    intervals: firstFilled(
      intervals,
      residentBytes === undefined ? [] : [{ residentBytes, cites: identity.fieldCites?.['residentBytes'] ?? cites }],
    ),
    // A container has mounts of its own, so its paths tell nothing of the devices of the host.
    openFiles: isContainer(cgroup) ? openFiles.map(({ device: _ofTheHost, ...file }) => file) : openFiles,
    cites,
    ...present({ fieldCites: identity.fieldCites }),
  };
}

/** Of the last screen; with -a they are still rates. */
function totalsOf(samples: Samples): ProcessInterval | undefined {
  const screens = samples.iotop.flatMap(({ sample }) => sample.screens);
  const totals = screens.findLast((screen) => screen.totals !== undefined)?.totals;
  if (totals === undefined) return undefined;
  const { readBytesPerS, writeBytesPerS } = totals;
  return present({ readBytesPerS, writeBytesPerS, cites: citesOfAll(totals) });
}
