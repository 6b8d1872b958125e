import { figureText, RATE_MB } from '../../model/figure-text.ts';
import { windowOf } from '../../rules/facts/doers.ts';
import { onlySinceBoot } from '../../rules/facts/leaf.ts';
import { figure, line } from '../../snapshot/cite.ts';
import { type ProcessesView, type ProcessView, processUnits, type Views } from '../../snapshot/views.ts';
import { type Suspicion, suspicion } from './suspicion.ts';

/** A turning disk, and the smaller cloud volumes, may be full with this much; what logs and services write is a tenth of it. */
const HEAVY_BYTES_PER_S = 20 * RATE_MB;

/** One task in D at the moment of a reading is anybody's; several at once wait for the same. */
const WAITING_TASKS = 2;

export function unmeasuredSuspicions(views: Views): readonly Suspicion[] {
  return [...unmeasuredMover(views), ...unmeasuredWait(views)];
}

/**
 * Somebody moves a lot and no device was measured: whether it is at its limit nobody can tell. Kernel threads count here, for
 * they carry out what others wrote; the idle class does not, since it yields to everybody.
 */
function unmeasuredMover({ processes, devices }: Views): readonly Suspicion[] {
  if (!processes || (devices && devices.all.length > 0 && !onlySinceBoot(devices))) return [];
  const movers = processes.all.flatMap((process) => moverOf(process, processes) ?? []);
  const [most] = movers.toSorted((left, right) => right.bytesPerS - left.bytesPerS);
  if (!most || most.bytesPerS < HEAVY_BYTES_PER_S) return [];
  const because = `${most.process.name} ${most.does} ${figureText(most.bytesPerS, 'bytes/s')}, and no device was measured`;
  const shown = figure(most.row, processUnits, most.field, `pid ${most.process.pid} (${most.process.name})`);
  return [suspicion('io.device-saturated', because, 'iostat -x -k -y 1 5', shown)];
}

/** Programs stand still in the kernel, and neither devices nor the time that CPUs or tasks waited for them was measured. */
function unmeasuredWait({ processes, devices, cpu, pressure }: Views): readonly Suspicion[] {
  const row = cpu?.intervals[0];
  const measured = (devices && devices.all.length > 0) || pressure?.io || row?.iowaitPct !== undefined || row?.blockedTasks !== undefined;
  const waiting = (processes?.all ?? []).filter(({ state, kernelThread }) => state === 'D' && !kernelThread);
  const [first] = waiting;
  if (measured || !first || waiting.length < WAITING_TASKS) return [];
  const because = `${waiting.length} tasks wait in state D${first.wchan ? ` (${first.name} in ${first.wchan})` : ''}, and no device was measured`;
  const shown = waiting
    .slice(0, 3)
    .map((task) => line(task, `pid ${task.pid} (${task.name})`, 'state', `D${task.wchan ? ` in ${task.wchan}` : ''}`));
  return [suspicion('io.device-hung', because, 'iostat -x -k -y 1 5; cat /proc/pressure/io', ...shown)];
}

function moverOf(process: ProcessView, { reports }: ProcessesView) {
  const row = windowOf(process, reports);
  if (!row || process.ioClass?.startsWith('idle')) return undefined;
  const read = row.readBytesPerS ?? 0;
  const written = Math.max(0, (row.writeBytesPerS ?? 0) - (row.cancelledWriteBytesPerS ?? 0));
  return read >= written
    ? ({ process, row, bytesPerS: read, field: 'readBytesPerS', does: 'reads' } as const)
    : ({ process, row, bytesPerS: written, field: 'writeBytesPerS', does: 'writes' } as const);
}
