import type { PressureFile, PressureLine, PressureSample } from '../parsers/pressure/pressure.ts';
import { hasFigure, present } from './present.ts';
import { growth, percent } from './rates.ts';
import { bothEnds, latest } from './readings.ts';
import { citesOfAll } from './rows.ts';
import type { Samples } from './samples.ts';
import type { Pressure, PressureView } from './views.ts';

type Resource = 'io' | 'memory' | 'cpu';
const RESOURCES: readonly Resource[] = ['io', 'memory', 'cpu'];

/**
 * How long tasks of the host were stalled. Where the totals grew between two readings their growth is the figure, and the
 * averages are left out: seconds after a fault has ended avg10 still shows a third of it.
 */
export function pressureView(samples: Samples, windowSeconds: number | undefined): PressureView | undefined {
  const found = RESOURCES.flatMap((resource) => {
    const lines = resourcePressure(samples, resource, windowSeconds);
    return lines === undefined ? [] : [[resource, lines] as const];
  });
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

function resourcePressure(samples: Samples, resource: Resource, seconds: number | undefined): PressureView[Resource] {
  const readings = samples.pressure.filter(({ sample }) => hostFile(sample, resource) !== undefined);
  const newest = latest(readings);
  const file = newest && hostFile(newest, resource);
  if (file === undefined) return undefined;
  const ends = bothEnds(readings);
  const before = ends && hostFile(ends.before, resource);
  const lines = present({ some: judged(before?.some, file.some, seconds), full: judged(before?.full, file.full, seconds) });
  return Object.keys(lines).length === 0 ? undefined : lines;
}

function hostFile(sample: PressureSample, resource: Resource): PressureFile | undefined {
  return sample.files.find((file) => file.scope === 'host' && file.resource === resource);
}

function judged(before: PressureLine | undefined, now: PressureLine | undefined, seconds: number | undefined): Pressure | undefined {
  if (now === undefined) return undefined;
  const stalled = percent(growth(before?.totalSeconds, now.totalSeconds), seconds);
  if (before !== undefined && stalled !== undefined) return { windowPct: stalled, cites: citesOfAll(before, now) };
  const { avg10Pct, avg60Pct, avg300Pct, cites } = now;
  const averages: Pressure = present({ avg10Pct, avg60Pct, avg300Pct, cites });
  return hasFigure(averages) ? averages : undefined;
}
