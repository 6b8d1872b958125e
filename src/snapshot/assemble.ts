import type { CatalogueCommand } from '../model/command.ts';
import type { RawOutput } from '../model/output.ts';
import type { VolumeLimit } from '../model/target.ts';
import { devicesView } from './block-devices.ts';
import { buddyView } from './buddy.ts';
import { cgroupsView } from './cgroups.ts';
import { compactionView } from './compaction.ts';
import { cpuView } from './cpu.ts';
import { deviceNames } from './device-names.ts';
import { filesystemsView } from './filesystems.ts';
import { gapsOf } from './gaps.ts';
import { hostView } from './host.ts';
import { interruptsView } from './interrupts.ts';
import { kernelLogView } from './kernel-log.ts';
import { memoryView } from './memory.ts';
import { mountTable } from './mount-table.ts';
import { networkView } from './network.ts';
import { pagingView } from './paging.ts';
import { perfView } from './perf.ts';
import { present } from './present.ts';
import { pressureView } from './pressure.ts';
import { processesView } from './processes.ts';
import { raidView } from './raid.ts';
import { windowSecondsOf } from './readings.ts';
import { reclaimView } from './reclaim.ts';
import { readOutputs, type Samples } from './samples.ts';
import { isSession, sessionPids } from './session.ts';
import { slabView } from './slab.ts';
import { smartView } from './smart.ts';
import type { Snapshot } from './snapshot.ts';
import { stacksView } from './stacks.ts';
import { threadsView } from './threads.ts';
import type { Views } from './views.ts';
import { zonesView } from './zones.ts';

export interface AssembleInput {
  readonly host: string;
  readonly takenAt: Date;
  /** In the order in which they were given: outputs of one format follow each other in time. */
  readonly outputs: readonly RawOutput[];
  /** Limits as bought, from hosts.yml. */
  readonly volumes: readonly VolumeLimit[];
  /** True for a person's paste or files: then nothing was asked of the host and nothing is missing. */
  readonly pasted: boolean;
  /** What was asked of the host: an entry that gave no output is a gap. */
  readonly commands?: readonly CatalogueCommand[];
}

/**
 * Everything that one look at one host gave, as the rules see it: finds each text's parser, reads it, puts the samples
 * together into views, and lists what is missing. Pure; no text makes it throw. A view that no output fills is absent.
 */
export function assemble(input: AssembleInput): Snapshot {
  const { host, takenAt, outputs, pasted } = input;
  const asked = outputs.filter((output) => !isSession(output));
  const { samples, unread, understood } = readOutputs(asked);
  const windowSeconds = windowSecondsOf(samples);
  const views = viewsOf(samples, windowSeconds, input);
  const gaps = pasted
    ? []
    : gapsOf({ outputs: asked, understood, commands: input.commands ?? [], views, session: asked.length < outputs.length });
  return { host, takenAt, windowSeconds, views, gaps, unread, pasted };
}

function viewsOf(samples: Samples, windowSeconds: number | undefined, { outputs, volumes, pasted, takenAt }: AssembleInput): Views {
  const names = deviceNames(samples);
  const mounts = mountTable(samples, names);
  const host = hostView(samples, outputs);
  return present({
    host,
    cpu: cpuView(samples, windowSeconds),
    devices: devicesView(samples, { names, mounts, windowSeconds, volumes }),
    processes: processesView(samples, { names, mounts, windowSeconds, pasted, sessionPids: sessionPids(outputs) }),
    pressure: pressureView(samples, windowSeconds),
    memory: memoryView(samples, windowSeconds),
    paging: pagingView(samples, windowSeconds),
    filesystems: filesystemsView(samples, outputs, { names, mounts }),
    raid: raidView(samples, outputs),
    kernelLog: kernelLogView(samples, {
      uptimeSeconds: host?.uptimeSeconds,
      takenAt: pasted ? undefined : takenAt,
      windowSeconds: pasted ? undefined : windowSeconds,
    }),
    stacks: stacksView(samples),
    smart: smartView(samples),
    cgroups: cgroupsView(samples, { names, windowSeconds }),
    slab: slabView(samples),
    buddy: buddyView(samples),
    zones: zonesView(samples),
    reclaim: reclaimView(samples, windowSeconds),
    perf: perfView(samples),
    threads: threadsView(samples),
    interrupts: interruptsView(samples, windowSeconds),
    compaction: compactionView(samples, windowSeconds),
    network: networkView(samples, windowSeconds),
  });
}
