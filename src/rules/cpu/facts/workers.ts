import type { FigureItem } from '../../../model/evidence.ts';
import { figureText } from '../../../model/figure-text.ts';
import type { Culprit } from '../../../model/finding.ts';
import { figure } from '../../../snapshot/cite.ts';
import { type ProcessesView, type ProcessInterval, type ProcessView, processUnits } from '../../../snapshot/views.ts';
import { culpritOf, doerOf } from '../../facts/culprit.ts';
import { isKernelThread, windowOf } from '../../facts/doers.ts';
import { subjectOf } from '../../facts/waits.ts';
import { word } from '../../facts/words.ts';

type Figure = 'cpuPct' | 'systemPct' | 'voluntarySwitchesPerS';

/** A process, or several of one name and one parent, and how much of a figure they have together. */
export interface Worker {
  /** The one with most of it. */
  readonly process: ProcessView;
  readonly row: ProcessInterval;
  readonly members: readonly ProcessView[];
  readonly total: number;
}

/** Who runs, whole families first where one parent's children of one name, or several runs of one command line, share the work. Threads of the kernel work for others. */
export function workersBy(processes: ProcessesView | undefined, field: Figure): readonly Worker[] {
  const alone = (processes?.all ?? []).flatMap((process) => {
    const row = isKernelThread(process) ? undefined : windowOf(process, processes?.reports);
    const value = row?.[field];
    return row === undefined || value === undefined || value <= 0 ? [] : [{ process, row, value }];
  });
  const runs = Map.groupBy(alone, ({ process }) => lineOf(process));
  const families = Map.groupBy(alone, ({ process }) =>
    (runs.get(lineOf(process))?.length ?? 0) > 1 ? lineOf(process) : `${process.name}\n${process.parentPid ?? process.pid}`,
  );
  const workers = [...families.values()].flatMap((family) => {
    const [first] = family.toSorted((left, right) => right.value - left.value);
    if (first === undefined) return [];
    const total = family.reduce((sum, { value }) => sum + value, 0);
    return [{ process: first.process, row: first.row, members: family.map(({ process }) => process), total }];
  });
  return workers.toSorted((left, right) => right.total - left.total);
}

function lineOf({ name, commandLine, pid }: ProcessView): string {
  return `${name}\n${commandLine ?? `pid ${pid}`}`;
}

/** Threads of the kernel by what they run. */
export function kernelWorkers(processes: ProcessesView | undefined): readonly Worker[] {
  const workers = (processes?.all ?? []).filter(isKernelThread).flatMap((process) => {
    const row = windowOf(process, processes?.reports);
    return row?.cpuPct === undefined ? [] : [{ process, row, members: [process], total: row.cpuPct }];
  });
  return workers.toSorted((left, right) => right.total - left.total);
}

export function workerFigure({ process, row }: Worker, field: Figure): FigureItem | undefined {
  return figure(row, processUnits, field, subjectOf(process));
}

export function culpritFrom(worker: Worker | undefined, processes: ProcessesView | undefined): Culprit | undefined {
  return worker && processes ? culpritOf(doerOf(worker.process), processes) : undefined;
}

/** '12 x stress-ng', 'gzip': as it stands in a headline. */
export function nameOf({ process, members }: Worker): string {
  return members.length > 1 ? `${members.length} x ${word(process.name)}` : word(process.name);
}

/** 'gzip takes 1.4 CPUs': %CPU of a hundred is one CPU. */
export function takes(worker: Worker): string {
  return `${nameOf(worker)} takes ${figureText(worker.total / 100, 'cpus')}`;
}
