import type { SarCpu } from '../parsers/sar/sample.ts';
import type { TopCpu } from '../parsers/top/sample.ts';
import { tickShares } from './cpu-window.ts';
import { firstFilled, hasFigure, present } from './present.ts';
import { sumOf } from './rates.ts';
import { bothEnds } from './readings.ts';
import { citesOfAll } from './rows.ts';
import type { Samples } from './samples.ts';
import { timedSar } from './sar-reports.ts';
import { currentScreens } from './top-screens.ts';
import type { CpuInterval, SingleCpu } from './views.ts';

/** Each CPU over the window: /proc/stat at both ends, else mpstat and sar -P ALL, else top with every CPU on a line. */
export function perCpu(samples: Samples): readonly SingleCpu[] | undefined {
  const sampled = timedSar(samples).flatMap(({ cpus }) => cpus.filter(({ cpu, average }) => cpu !== 'all' && !average).map(ofTool));
  const shown = currentScreens(samples).flatMap(({ cpus }) => cpus.filter(({ cpu }) => cpu !== 'all').map(ofTool));
  const all = firstFilled(fromTicks(samples), meansOf(sampled), meansOf(shown));
  return all.length > 0 ? all : undefined;
}

function fromTicks(samples: Samples): readonly SingleCpu[] {
  const ends = bothEnds(samples['proc-stat']);
  if (ends === undefined) return [];
  const before = new Map(ends.before.cpus.map((ticks) => [ticks.cpu, ticks]));
  return ends.after.cpus.flatMap((after) => {
    const start = before.get(after.cpu);
    const shares = start && tickShares(start, after);
    return shares && hasFigure(shares) ? [{ cpu: after.cpu.replace(/^cpu/, ''), ...shares }] : [];
  });
}

/** Low-priority work is user time too, as in every other source. */
function ofTool(row: TopCpu | SarCpu): SingleCpu {
  const { cpu, nicePct, systemPct, idlePct, iowaitPct, stealPct, softirqPct, hardirqPct, cites } = row;
  const userPct = sumOf(row.userPct, nicePct);
  return { cpu, ...present({ userPct, nicePct, systemPct, idlePct, iowaitPct, stealPct, softirqPct, hardirqPct, cites }) };
}

const SHARES = [
  'userPct',
  'nicePct',
  'systemPct',
  'idlePct',
  'iowaitPct',
  'stealPct',
  'softirqPct',
  'hardirqPct',
] as const satisfies readonly (keyof CpuInterval)[];

function meansOf(rows: readonly SingleCpu[]): readonly SingleCpu[] {
  return [...Map.groupBy(rows, ({ cpu }) => cpu)].flatMap(([cpu, [first, ...rest]]) => {
    if (first === undefined) return [];
    const own = [first, ...rest];
    const means = SHARES.map((field) => {
      const sum = sumOf(...own.map((row) => row[field]));
      return [field, sum === undefined ? undefined : sum / own.length] as const;
    });
    return [{ cpu, ...present(Object.fromEntries(means)), cites: citesOfAll(first, ...rest) }];
  });
}
