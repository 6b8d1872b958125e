import type { Cites } from '../model/evidence.ts';
import { present } from './present.ts';
import { sumOf } from './rates.ts';
import type { Samples } from './samples.ts';
import { currentScreens } from './top-screens.ts';
import type { ThreadsView, ThreadView } from './views/threads.ts';

/** What single threads did: pidstat -t, else top -H. A report in which a thread is missing saw it idle. */
export function threadsView(samples: Samples): ThreadsView | undefined {
  const sampled = meansOf(pidstatReports(samples));
  const all = sampled.length > 0 ? sampled : meansOf(topReports(samples));
  if (all.length === 0) return undefined;
  return { all: all.toSorted((left, right) => (right.cpuPct ?? 0) - (left.cpuPct ?? 0)) };
}

function pidstatReports(samples: Samples): readonly (readonly ThreadView[])[] {
  const running = samples.pidstat.filter(({ sample }) => !sample.sinceBoot);
  return running.flatMap(({ sample: { intervals } }) =>
    intervals.map(({ rows }) =>
      rows.flatMap(({ tid, pid, command, cpuPct, systemPct, cites }) =>
        tid === undefined || cpuPct === undefined ? [] : [present({ tid, pid, name: command, cpuPct, systemPct, cites })],
      ),
    ),
  );
}

function topReports(samples: Samples): readonly (readonly ThreadView[])[] {
  const screens = currentScreens(samples).filter(({ counts }) => counts?.of === 'threads');
  return screens.map(({ tasks }) => tasks.map(({ pid, name, cpuPct, cites }) => present({ tid: pid, name, cpuPct, cites })));
}

function meansOf(reports: readonly (readonly ThreadView[])[]): readonly ThreadView[] {
  const withThreads = reports.filter((rows) => rows.length > 0);
  const byTid = Map.groupBy(withThreads.flat(), ({ tid }) => tid);
  return [...byTid.values()].flatMap(([first, ...rest]) => (first === undefined ? [] : [meanOf(first, rest, withThreads.length)]));
}

function meanOf(first: ThreadView, rest: readonly ThreadView[], reports: number): ThreadView {
  const mean = (field: 'cpuPct' | 'systemPct') => {
    const sum = sumOf(first[field], ...rest.map((row) => row[field]));
    return sum === undefined ? undefined : sum / reports;
  };
  const cites: Cites = [first.cites[0], ...first.cites.slice(1), ...rest.flatMap((row) => row.cites)];
  return { ...first, ...present({ cpuPct: mean('cpuPct'), systemPct: mean('systemPct') }), cites };
}
