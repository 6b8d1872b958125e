import type { MisleadingFigure } from '../model/diagnosis.ts';
import { figure, line } from '../snapshot/cite.ts';
import { cpuUnits, type DeviceInterval, deviceUnits, pressureUnits, type Views } from '../snapshot/views.ts';

const BUSY_PCT = 90;
const CALM_QUEUE = 3;
const CALM_AWAIT_MS = 5;

/** Figures of this snapshot that cannot be true or do not mean what they seem. */
export function misleadingFigures(views: Views): readonly MisleadingFigure[] {
  return [...sinceBoot(views), ...parallelUtil(views), ...idleIowait(views), ...laggingPressure(views), ...loadOfSleepers(views)];
}

function sinceBoot({ devices, cpu }: Views): readonly MisleadingFigure[] {
  const only = (devices?.all ?? []).filter((device) => device.intervals.length === 0 && !device.window && device.sinceBoot);
  const first = only[0]?.sinceBoot;
  const found: MisleadingFigure[] = [];
  if (devices && first && only.length === devices.all.length) {
    found.push({
      figure: 'the only report of block devices',
      why: 'it is the average since boot and says nothing of now: iostat -x -k -y 1 5 skips it',
      evidence: [figure(first, deviceUnits, 'utilPct', only[0]?.name ?? 'device')].filter((item) => item !== undefined),
    });
  }
  if (cpu?.sinceBoot && !devices?.all.some((device) => device.intervals.length > 0) && only.length > 0) {
    found.push({
      figure: 'the CPU figures of that report',
      why: 'they are averages since boot too',
      evidence: [figure(cpu.sinceBoot, cpuUnits, 'iowaitPct', 'host')].filter((item) => item !== undefined),
    });
  }
  return found;
}

/** Busy all the time, and nothing waits: such a device serves in parallel, and util counts only that it was not idle. */
function parallelUtil({ devices }: Views): readonly MisleadingFigure[] {
  return (devices?.all ?? [])
    .flatMap((device) => {
      const row = device.intervals.find(isBusyWithoutWait);
      const util = row && figure(row, deviceUnits, 'utilPct', device.name);
      if (!row || !util) return [];
      const why =
        util.value > 100
          ? 'it cannot be over 100: the kernel counted parallel requests twice'
          : 'it counts time in which anything was in flight: without queue and latency the device has room left';
      return [{ figure: `util of ${device.name}`, why, evidence: [util] }];
    })
    .slice(0, 3);
}

function isBusyWithoutWait(row: DeviceInterval): boolean {
  const awaitMs = Math.max(row.readAwaitMs ?? 0, row.writeAwaitMs ?? 0, row.awaitMs ?? 0);
  const completes = (row.readOpsPerS ?? 0) + (row.writeOpsPerS ?? 0) + (row.opsPerS ?? 0) > 0;
  if (row.utilPct === undefined || !completes) return false;
  return row.utilPct > 101 || (row.utilPct >= BUSY_PCT && (row.queueLength ?? 0) < CALM_QUEUE && awaitMs < CALM_AWAIT_MS);
}

/** iowait without a busy device: idle time that somebody booked as waiting (io_uring, congestion, a network file system). */
function idleIowait({ cpu, devices }: Views): readonly MisleadingFigure[] {
  const row = cpu?.intervals.find((each) => (each.iowaitPct ?? 0) >= 20);
  const measured = (devices?.all ?? []).filter((device) => device.intervals.length > 0);
  const atRest = measured.length > 0 && measured.every((device) => device.intervals.every((each) => (each.utilPct ?? 100) < 20));
  const nobodyWaits = measured.length === 0 && cpu?.intervals.every((each) => each.blockedTasks === 0);
  const item = row && figure(row, cpuUnits, 'iowaitPct', 'host');
  if (!item || !(atRest || nobodyWaits)) return [];
  return [
    {
      figure: 'iowait',
      why: atRest
        ? 'no device is busy: idle time is booked as waiting, as io_uring and memory compaction do'
        : 'no task is blocked: idle time is booked as waiting',
      evidence: [item],
    },
  ];
}

function laggingPressure({ pressure }: Views): readonly MisleadingFigure[] {
  const some = pressure?.io?.some;
  if (!some || some.windowPct === undefined || (some.avg10Pct ?? 0) < 10 || some.windowPct >= 5) return [];
  const items = [figure(some, pressureUnits, 'avg10Pct', 'PSI io some'), figure(some, pressureUnits, 'windowPct', 'PSI io some')];
  return [
    {
      figure: 'avg10 of PSI io',
      why: 'it lags behind: its total hardly grew over the window',
      evidence: items.filter((item) => item !== undefined),
    },
  ];
}

/** The load average counts tasks in D, even threads of a driver that always sleep so. */
function loadOfSleepers({ host, cpu, processes, pressure }: Views): readonly MisleadingFigure[] {
  const load = host?.loadAverage1;
  if (host === undefined || load === undefined || load < 2 * (host.cpus ?? 2)) return [];
  const idle = cpu?.intervals.every((row) => (row.idlePct ?? 0) >= 50 && (row.iowaitPct ?? 0) < 10) ?? false;
  const psi = pressure?.io?.some?.windowPct ?? pressure?.io?.some?.avg10Pct ?? 0;
  if (!idle || psi >= 10) return [];
  const inD = processes?.all.filter((process) => process.state === 'D').length ?? 0;
  const who = inD > 0 ? `${inD} tasks in D count into it` : 'tasks in D count into it';
  return [
    {
      figure: 'load average',
      why: `${who}, while the CPUs are mostly idle and nothing contends`,
      evidence: [line(host, 'host', 'load average', String(load))],
    },
  ];
}
