import type { MountTable } from './mount-table.ts';
import { present } from './present.ts';
import type { Samples } from './samples.ts';
import type { ProcessView } from './views.ts';

type OpenFile = ProcessView['openFiles'][number];

/** Regular files by process, with the device their mount lies on. Pipes, sockets and the kernel's own files are left out. */
export function openFilesByPid(samples: Samples, mounts: MountTable): ReadonlyMap<number, readonly OpenFile[]> {
  const files = new Map<number, Map<string, OpenFile>>();
  for (const { pid, fd, target, deleted } of samples['fd-links'].flatMap(({ sample }) => sample.links)) {
    if (!target.startsWith('/') || KERNEL_FILES.test(target)) continue;
    const own = files.get(pid) ?? new Map<string, OpenFile>();
    if (own.size === 0) files.set(pid, own);
    own.set(`${fd} ${target}`, { path: target, ...present({ device: mounts.of(target)?.device }), deleted, fd });
  }
  return new Map([...files].map(([pid, own]) => [pid, [...own.values()]]));
}

const KERNEL_FILES = /^\/(?:dev|proc|sys)\/|^\/(?:memfd:|anon_inode|dev$)/;
