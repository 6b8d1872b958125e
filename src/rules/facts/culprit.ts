import { figureText } from '../../model/figure-text.ts';
import type { Culprit, Share, Sufferer } from '../../model/finding.ts';
import type { ProcessesView, ProcessView } from '../../snapshot/views.ts';
import { type Doer, isKernelThread, windowOf } from './doers.ts';
import { isDatabase, kindOf } from './kind.ts';
import { word } from './words.ts';

const MOST_PARENTS = 6;
const MOST_SUFFERERS = 5;

/** What is told of who does it. The share is left out where nothing was measured of a device. */
export function culpritOf(doer: Doer, processes: ProcessesView, share?: Share): Culprit {
  const { process } = doer;
  const parents = parentsOf(process, processes);
  return {
    kind: kindOf(
      process.name,
      parents.map((parent) => parent.process),
      process.unit,
    ),
    process: process.name,
    pid: process.pid,
    parents,
    ...(process.commandLine === undefined ? {} : { commandLine: process.commandLine }),
    ...(process.unit === undefined ? {} : { unit: process.unit }),
    ...(process.cgroup === undefined ? {} : { cgroup: process.cgroup }),
    ...(process.user === undefined ? {} : { user: process.user }),
    ...(process.runningForSeconds === undefined ? {} : { runningForSeconds: process.runningForSeconds }),
    ...(doer.readBytesPerS === undefined ? {} : { readBytesPerS: doer.readBytesPerS }),
    ...(doer.writeBytesPerS === undefined ? {} : { writeBytesPerS: doer.writeBytesPerS }),
    ...(share === undefined ? {} : { share }),
  };
}

/** A process that was not counted as a doer, as one: who holds a file, who waits in a function. */
export function doerOf(process: ProcessView): Doer {
  const row = windowOf(process);
  return {
    process,
    members: [process],
    readBytesPerS: row?.readBytesPerS,
    writeBytesPerS: row?.writeBytesPerS,
    cites: row?.cites ?? process.cites,
  };
}

/** The chain of parents, outermost first; pid 1 and the kernel's own parent say nothing. */
function parentsOf(process: ProcessView, processes: ProcessesView): readonly { readonly process: string; readonly pid: number }[] {
  const chain: { process: string; pid: number }[] = [];
  const seen = new Set([process.pid]);
  let next = process.parentPid;
  while (next !== undefined && next > 2 && !seen.has(next) && chain.length < MOST_PARENTS) {
    seen.add(next);
    const parent = processes.byPid.get(next);
    if (!parent) break;
    chain.unshift({ process: parent.name, pid: parent.pid });
    next = parent.parentPid;
  }
  return chain;
}

/** Who waits: tasks in D, then databases that move bytes beside the culprit. */
export function sufferersOf(processes: ProcessesView | undefined, culprit: Doer | undefined): readonly Sufferer[] {
  if (!processes) return [];
  const doers = new Set(culprit?.members.map((member) => member.pid));
  const others = processes.all.filter((process) => !doers.has(process.pid) && !isKernelThread(process));
  const inD = others
    .filter((process) => process.state === 'D')
    .map((process) => ({ process: process.name, pid: process.pid, how: process.wchan ? `in D at ${word(process.wchan)}` : 'in D' }));
  const beside = others.filter((process) => process.state !== 'D' && isDatabase(process.name)).flatMap(databaseBeside);
  return [...beside, ...inD].slice(0, MOST_SUFFERERS);
}

function databaseBeside(process: ProcessView): readonly Sufferer[] {
  const row = windowOf(process);
  const reads = row?.readBytesPerS ?? 0;
  const writes = row?.writeBytesPerS ?? 0;
  if (reads + writes <= 0) return [];
  const does = [
    reads > 0 ? `reads ${figureText(reads, 'bytes/s')}` : '',
    writes > 0 ? `writes ${figureText(writes, 'bytes/s')}` : '',
  ].filter((part) => part !== '');
  return [{ process: process.name, pid: process.pid, how: `${does.join(' and ')} beside it` }];
}
