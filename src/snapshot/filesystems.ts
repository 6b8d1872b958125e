import type { RawOutput } from '../model/output.ts';
import type { SampleOf } from '../parsers/registry.ts';
import type { DeviceNames } from './device-names.ts';
import type { MountedDevice, MountTable } from './mount-table.ts';
import { present } from './present.ts';
import { citesOfAll, mergeAll } from './rows.ts';
import type { Samples } from './samples.ts';
import type { Filesystem, FilesystemsView } from './views.ts';

type DfRow = SampleOf<'df'>['filesystems'][number];

/** How full each file system is, by df; one whose df did not come back is here as hung. */
export function filesystemsView(
  samples: Samples,
  outputs: readonly RawOutput[],
  { names, mounts }: { readonly names: DeviceNames; readonly mounts: MountTable },
): FilesystemsView | undefined {
  const rows = Map.groupBy(
    samples.df.flatMap(({ sample }) => sample.filesystems),
    ({ mount }) => mount,
  );
  const answered = [...rows.values()].flatMap((own) => mergeAll(own.map((row) => fromDf(row, mounts, names))) ?? []);
  const hung = hungMounts(outputs)
    .filter((mount) => !rows.has(mount))
    .flatMap((mount) => fromMount(mounts.all.findLast((mounted) => mounted.mount.mount === mount)));
  const all = [...answered, ...hung];
  return all.length === 0 ? undefined : { all };
}

function fromDf(row: DfRow, mounts: MountTable, names: DeviceNames): Filesystem {
  const { source, mount, sizeBytes, usedBytes, availableBytes, usedPct, inodes, inodesUsedPct } = row;
  const mounted = mounts.all.findLast((other) => other.mount.mount === mount);
  const device = mounted ? mounted.device : source.startsWith('/dev/') ? names.ofName(source) : undefined;
  return {
    ...{ source, mount, hung: false },
    ...present({ type: row.type ?? mounted?.mount.type, device, readOnly: mounted?.mount.readOnly }),
    ...present({ sizeBytes, usedBytes, availableBytes, usedPct, inodes, inodesUsedPct }),
    cites: row.cites,
  };
}

/** Without a line of df its evidence is the line that says it is mounted. */
function fromMount(mounted: MountedDevice | undefined): readonly Filesystem[] {
  if (mounted === undefined) return [];
  const { source, mount, type, readOnly } = mounted.mount;
  return [{ source, mount, type, readOnly, ...present({ device: mounted.device }), hung: true, cites: citesOfAll(mounted.mount) }];
}

/** The last word of a 'df … MOUNT' that did not end in time. */
function hungMounts(outputs: readonly RawOutput[]): readonly string[] {
  const late = outputs.filter(({ outcome, command }) => outcome === 'timeout' && /^(?:\S*\/)?df\s/.test(command));
  const mounts = late.flatMap(({ command }) => /^\S+(?:\s+-\S+)*\s+(\/.*)$/.exec(command)?.[1] ?? []);
  return [...new Set(mounts)];
}
