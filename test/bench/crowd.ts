/** What makes a host large: processes and control groups by the thousand, and nothing at work in them. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sh } from './measure.ts';

/** What is put on the machine for as long as its cost is measured. */
export interface Crowd {
  readonly title: string;
  readonly up: () => Promise<unknown>;
  readonly down: () => Promise<unknown>;
}

export function processes(count: number): Crowd {
  let shell: ChildProcess | undefined;
  return {
    title: `${count.toLocaleString('en')} more processes`,
    up: () => {
      shell = spawn('sh', ['-c', `i=0; while [ $i -lt ${count} ]; do sleep 600 & i=$((i+1)); done; wait`], {
        detached: true,
        stdio: 'ignore',
      });
      return new Promise((resolve) => setTimeout(resolve, 2000 + count));
    },
    down: () => {
      if (shell?.pid !== undefined) process.kill(-shell.pid);
      return new Promise((resolve) => setTimeout(resolve, 1000));
    },
  };
}

const MEMORY_GROUPS = '/sys/fs/cgroup/memory/diagbot-bench';
const leak = fileURLToPath(new URL('../lab/faults/leak.py', import.meta.url));

/** Removed, but kept by the kernel for a page that is charged to each, as a runtime leaves them behind. */
export function dyingGroups(count: number): Crowd {
  const files = mkdtempSync(join(tmpdir(), 'diagbot-bench-files-'));
  return {
    title: `${count.toLocaleString('en')} dying memory cgroups`,
    up: () => sh('mkdir -p "$1" && python3 "$2" "$1" "$3" "$4"', [MEMORY_GROUPS, leak, files, String(count)]),
    down: () =>
      sh('rm -rf "$2"; echo 1 >"$1/memory.force_empty"; rmdir "$1"; sync; echo 2 >/proc/sys/vm/drop_caches', [MEMORY_GROUPS, files]),
  };
}

export function liveGroups(count: number): Crowd {
  return {
    title: `${count.toLocaleString('en')} live memory cgroups`,
    up: () => sh('mkdir "$1" && cd "$1" && seq -f group-%.0f "$2" | xargs mkdir', [MEMORY_GROUPS, String(count)]),
    down: () => sh('find "$1" -depth -type d -exec rmdir {} +', [MEMORY_GROUPS]),
  };
}
