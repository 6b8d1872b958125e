import type { EvidenceItem } from '../../model/evidence.ts';
import { figure, line } from '../../snapshot/cite.ts';
import { type BlockDevice, type DevicesView, deviceUnits, type Pressure, pressureUnits, type Views } from '../../snapshot/views.ts';
import { type Suspicion, suspicion } from './suspicion.ts';

const PRESSURE_PCT = 20;

export function pressureSuspicions({ pressure, devices, stacks }: Views): readonly Suspicion[] {
  const found: Suspicion[] = [];
  const memory = felt(pressure?.memory?.some);
  if (memory !== undefined) {
    const decides = 'vmstat 1 5 and memory.events of the cgroups';
    found.push(suspicion('mem.exhausted', 'tasks wait for memory', decides, shown(memory, 'PSI memory some')));
  }
  const cpu = felt(pressure?.cpu?.some);
  if (cpu !== undefined) {
    found.push(suspicion('cpu.saturated', 'tasks wait for a CPU', 'vmstat 1 5 and cpu.stat of the cgroups', shown(cpu, 'PSI cpu some')));
  }
  const io = felt(pressure?.io?.some);
  if (io !== undefined) found.push(...waitsWithoutDevice(io, devices));
  const stack = stacks?.all[0];
  if (stack !== undefined) {
    const inner = stack.functions[0] ?? 'no function';
    const because = `a task’s kernel stack was shown (${inner}), and no rule knows its wait`;
    found.push(suspicion('mem.thp-stall', because, 'ps -eo pid,stat,wchan:32,args, twice', line(stack, 'task', 'waits in', inner)));
  }
  return found;
}

/** A device that works for a quarter of the time in which tasks wait is what they wait for: a busy database, nothing unusual. */
const SERVED_PART = 0.25;

/**
 * Tasks wait for I/O while every device is calm: a limit of their own control group holds requests back before they are
 * counted, or what they wait for is no block device. Calling that host healthy would be wrong.
 */
function waitsWithoutDevice(io: Pressure, devices: DevicesView | undefined): readonly Suspicion[] {
  const busiest = busiestOf(devices);
  if (busiest !== undefined && busiest.utilPct >= SERVED_PART * waitPct(io)) return [];
  const because = `tasks wait for I/O ${Math.round(waitPct(io))} % of the time, and ${busiest === undefined ? 'no device was measured' : 'no device is busy'}`;
  const decides = 'io.max (cgroup v2) or blkio.throttle.* (v1) of the control groups of the tasks in state D';
  return [{ ...suspicion('cgroup.io-throttled', because, decides, shown(io, 'PSI io some'), busiest?.evidence), concerns: 'io' }];
}

function busiestOf(
  devices: DevicesView | undefined,
): { readonly utilPct: number; readonly evidence: EvidenceItem | undefined } | undefined {
  return devices?.all
    .flatMap((device) => {
      const row = busiestRow(device);
      return row?.utilPct === undefined ? [] : [{ utilPct: row.utilPct, evidence: figure(row, deviceUnits, 'utilPct', device.name) }];
    })
    .toSorted((left, right) => right.utilPct - left.utilPct)[0];
}

/** The whole window where the counters tell it: PSI is over the whole window too. */
function busiestRow({ window, intervals }: BlockDevice): BlockDevice['window'] {
  return window ?? intervals.toSorted((left, right) => (right.utilPct ?? 0) - (left.utilPct ?? 0))[0];
}

function waitPct(row: Pressure): number {
  return row.windowPct ?? row.avg10Pct ?? 0;
}

function felt(row: Pressure | undefined): Pressure | undefined {
  return row !== undefined && waitPct(row) >= PRESSURE_PCT ? row : undefined;
}

function shown(row: Pressure, subject: string): EvidenceItem | undefined {
  return figure(row, pressureUnits, row.windowPct === undefined ? 'avg10Pct' : 'windowPct', subject);
}
