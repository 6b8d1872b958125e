import type { Advice, Fix } from '../../model/finding.ts';
import type { Cgroup } from '../../snapshot/views/cgroups.ts';
import type { HostView } from '../../snapshot/views.ts';
import { type Limit, raiseLasting, raiseNow } from './control-group.ts';
import { systemdSize } from './shell.ts';
import { alertRule } from './watch.ts';

/** Half as much again: enough to see whether it is the limit or a leak, little enough for the host to bear. */
const MORE = 1.5;

export function memoryLimitAdvice(
  group: Cgroup,
  { host, cache }: { readonly host: HostView | undefined; readonly cache: boolean },
): Advice {
  const limit = memoryLimit(group);
  return {
    summary: cache
      ? `Raise the memory limit of ${group.name}, or let the reader drop what it has read`
      : `Raise the memory limit of ${group.name}, and see whether it then stops growing`,
    now: [{ ...raiseNow(group, limit, host), caution: 'the host must have that much available; a leak only dies later' }],
    lasting: [raiseLasting(group, limit), ...(cache ? [dropBehind] : [lessMemory])],
    verify: [
      host?.cgroupVersion === 1
        ? { command: 'cat memory.failcnt of the group, twice, ten seconds apart', expect: 'it stands still' }
        : {
            command: 'cat memory.events and memory.pressure of the group, twice, ten seconds apart',
            expect: 'max and high stand still, some avg10 below 1',
          },
    ],
    guard: [
      {
        does: 'Alert when a container uses 90 % of its limit without its page cache for ten minutes',
        prometheusRule: alertRule({
          name: 'ContainerMemoryNearLimit',
          expr: 'container_memory_working_set_bytes / (container_spec_memory_limit_bytes > 0) > 0.9',
          holds: '10m',
          summary: 'a control group on {{ $labels.instance }} is near its memory limit',
        }),
        risk: 'caches of a program that are sized to its limit trip it; needs cAdvisor',
        undo: 'remove the rule and reload Prometheus',
      },
    ],
  };
}

const dropBehind: Fix = {
  does: 'Let bulk readers of the group pass the page cache by (O_DIRECT, posix_fadvise DONTNEED, nocache): their pages push out everybody else’s of the group',
  risk: 'safe',
  undo: 'start them as before',
};
const lessMemory: Fix = {
  does: 'Fit the program to the limit: heap, buffer and worker counts (-Xmx, GOMEMLIMIT, shared_buffers, innodb_buffer_pool_size) with a fifth left over',
  risk: 'disruptive',
  caution: 'most of these need a restart',
  undo: 'the old settings',
};

function memoryLimit({ memoryLimitBytes, memoryHighBytes }: Cgroup): Limit {
  const now = memoryLimitBytes ?? memoryHighBytes ?? 0;
  const more = Math.round(now * MORE);
  const high = memoryLimitBytes === undefined && memoryHighBytes !== undefined;
  return {
    what: high ? 'memory.high' : 'the memory limit',
    property: `${high ? 'MemoryHigh' : 'MemoryMax'}=${now === 0 ? 'BYTES' : systemdSize(more)}`,
    before: `${high ? 'MemoryHigh' : 'MemoryMax'}=${now === 0 ? 'BYTES' : systemdSize(now)}`,
    docker: `--memory ${now === 0 ? 'BYTES' : more} --memory-swap ${now === 0 ? 'BYTES' : more}`,
    field: 'resources.limits.memory',
    file: {
      v1: 'memory.limit_in_bytes',
      v2: high ? 'memory.high' : 'memory.max',
      value: now === 0 ? 'BYTES' : String(more),
      before: now === 0 ? 'BYTES' : String(now),
    },
  };
}
