import type { HostFact } from '../model/diagnosis.ts';
import type { EvidenceItem } from '../model/evidence.ts';
import { figure } from '../snapshot/cite.ts';
import { cpuUnits, type DeviceInterval, deviceUnits, memoryUnits, pagingUnits, pressureUnits, type Views } from '../snapshot/views.ts';

const RECENT_BOOT_SECONDS = 3600;

/** The figures that a healthy answer shows: those that decide of disks first, then what rules CPU, memory and swap out. */
export function overview(views: Views): readonly EvidenceItem[] {
  const cpu = views.cpu?.window ?? views.cpu?.intervals.at(-1);
  const paging = views.paging?.window ?? views.paging?.intervals.at(-1);
  const { some, full } = views.pressure?.io ?? {};
  const busiest = busiestDevice(views);
  const items = [
    some && figure(some, pressureUnits, some.windowPct === undefined ? 'avg10Pct' : 'windowPct', 'PSI io some'),
    full && figure(full, pressureUnits, full.windowPct === undefined ? 'avg10Pct' : 'windowPct', 'PSI io full'),
    busiest && figure(busiest.row, deviceUnits, 'utilPct', busiest.name),
    busiest && figure(busiest.row, deviceUnits, 'readAwaitMs', busiest.name),
    busiest && figure(busiest.row, deviceUnits, 'writeAwaitMs', busiest.name),
    cpu && figure(cpu, cpuUnits, 'idlePct', 'host'),
    cpu && figure(cpu, cpuUnits, 'iowaitPct', 'host'),
    cpu && figure(cpu, cpuUnits, 'runnableTasks', 'host'),
    cpu && figure(cpu, cpuUnits, 'blockedTasks', 'host'),
    views.memory && figure(views.memory, memoryUnits, 'availableBytes', 'host'),
    views.memory && figure(views.memory, memoryUnits, 'freeBytes', 'host'),
    views.memory && figure(views.memory, memoryUnits, 'cachedBytes', 'host'),
    paging && figure(paging, pagingUnits, 'swapInBytesPerS', 'host'),
    paging && figure(paging, pagingUnits, 'swapOutBytesPerS', 'host'),
  ];
  return items.filter((item) => item !== undefined);
}

function busiestDevice({ devices }: Views): { readonly name: string; readonly row: DeviceInterval } | undefined {
  const rows = (devices?.all ?? []).flatMap((device) => {
    const row = device.window ?? device.intervals.at(-1);
    return row ? [{ name: device.name, row }] : [];
  });
  return rows.toSorted((left, right) => (right.row.utilPct ?? 0) - (left.row.utilPct ?? 0))[0];
}

/** What of the host frames the figures. */
export function factsOf({ host }: Views): readonly HostFact[] {
  if (!host) return [];
  const cloud = [host.vendor, host.product].filter((text) => text !== undefined).join(' ');
  const facts: readonly (HostFact | undefined)[] = [
    host.cpus === undefined ? undefined : { label: 'CPUs', text: String(host.cpus) },
    host.kernel === undefined ? undefined : { label: 'kernel', text: host.kernel },
    cloud === '' ? undefined : { label: 'machine', text: cloud },
    host.virtualisation === undefined || host.virtualisation === 'none'
      ? undefined
      : { label: 'virtualisation', text: host.virtualisation },
    host.container ? { label: 'container', text: 'the figures may be those of the host around it' } : undefined,
    host.cgroupVersion === undefined ? undefined : { label: 'cgroup', text: `v${host.cgroupVersion}` },
    host.uptimeSeconds !== undefined && host.uptimeSeconds < RECENT_BOOT_SECONDS
      ? { label: 'recent boot', text: `${Math.max(1, Math.round(host.uptimeSeconds / 60))} min ago: caches are cold` }
      : undefined,
  ];
  return facts.filter((fact) => fact !== undefined);
}
