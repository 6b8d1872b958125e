import { figureText, RATE_MB } from '../../model/figure-text.ts';
import { windowOf } from '../../rules/facts/doers.ts';
import { onlySinceBoot } from '../../rules/facts/leaf.ts';
import { figure } from '../../snapshot/cite.ts';
import { type ProcessesView, type ProcessView, processUnits, type Views } from '../../snapshot/views.ts';
import { type Suspicion, suspicion } from './suspicion.ts';

/** A turning disk, and the smaller cloud volumes, may be full with this much; what logs and services write is a tenth of it. */
const HEAVY_BYTES_PER_S = 20 * RATE_MB;

/**
 * Somebody moves a lot and no device was measured: whether it is at its limit nobody can tell. Kernel threads count here, for
 * they carry out what others wrote; the idle class does not, since it yields to everybody.
 */
export function unmeasuredSuspicions({ processes, devices }: Views): readonly Suspicion[] {
  if (!processes || (devices && devices.all.length > 0 && !onlySinceBoot(devices))) return [];
  const movers = processes.all.flatMap((process) => moverOf(process, processes) ?? []);
  const [most] = movers.toSorted((left, right) => right.bytesPerS - left.bytesPerS);
  if (!most || most.bytesPerS < HEAVY_BYTES_PER_S) return [];
  const because = `${most.process.name} ${most.does} ${figureText(most.bytesPerS, 'bytes/s')}, and no device was measured`;
  const shown = figure(most.row, processUnits, most.field, `pid ${most.process.pid} (${most.process.name})`);
  return [suspicion('io.device-saturated', because, 'iostat -x -k -y 1 5', shown)];
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
