import type { Verdict } from '../../model/finding.ts';
import { line } from '../../snapshot/cite.ts';
import type { BlockDevice, DevicesView, FilesystemsView, ProcessesView, ProcessView } from '../../snapshot/views.ts';
import { asSufferer, blindToD, seesAllTasks, taskSubject, tasksWaitingIn } from '../facts/stuck.ts';
import { found, ruledOut, undecided } from '../facts/verdict.ts';
import { pressureFigure, pressurePct } from '../facts/waits.ts';
import { defineRule } from '../rule.ts';
import { thawAdvice } from './advice/stuck.ts';

/** Writers to a frozen file system wait for its write lock, and so does who thaws it. */
const FROZEN_WAIT =
  /^(percpu_rwsem_wait|__percpu_down_read|percpu_down_write|__?sb_start_(write|pagefault|intwrite)|freeze_super|thaw_super|wait_for_partially_frozen)/;
/** The journal or a device is at work where these are waited for; then the lock is only the queue behind it. */
const IO_FELT_PCT = 10;
const WORKS_UTIL_PCT = 50;

/**
 * io.filesystem-frozen: all writers to one file system wait for somebody to thaw it.
 *
 * Found      tasks in D wait in percpu_rwsem_wait or sb_start_write, PSI io stands below 10 % and no device is busy with requests in flight
 * Ruled out  no task in D waits in these functions
 * Why        a frozen file system takes no request, so devices, iowait and PSI are still: only the wait function tells. With PSI
 *            high the same lock may be held by a commit in progress
 * Certain    two or more tasks wait and PSI is still; likely with one; possible where PSI was not read
 * Misses     a freeze that nobody writes to yet
 * Reference  https://man7.org/linux/man-pages/man8/fsfreeze.8.html
 */
export const filesystemFrozen = defineRule({
  cause: 'io.filesystem-frozen',
  needs: [],
  uses: ['processes', 'stacks', 'pressure', 'devices', 'filesystems'],
  explains: [],
  decide: (given): Verdict => {
    const tasks = tasksWaitingIn(FROZEN_WAIT, given.processes, given.stacks);
    const some = given.pressure?.io?.some;
    const psi = pressurePct(some);
    if (tasks.length === 0) return withoutWaiters(given.processes, given.stacks !== undefined);
    if ((psi ?? 0) >= IO_FELT_PCT || given.devices?.all.some(works)) {
      return ruledOut('tasks wait for a file system’s lock while devices work: it is the queue behind them', [
        pressureFigure(some, 'PSI io some'),
      ]);
    }
    const processes = tasks.map((task) => task.process).filter((process) => process !== undefined);
    const mount = mountOf(processes, given.filesystems, given.devices);
    return found(
      {
        severity: 'critical',
        confidence: psi === undefined ? 'possible' : tasks.length > 1 ? 'certain' : 'likely',
        headline: `${mount ?? 'A file system'} is frozen: ${tasks.length} task${tasks.length > 1 ? 's wait' : ' waits'} to write, and no device works for them`,
        ...(mount ? { subject: { kind: 'mount', name: mount } } : {}),
        sufferers: tasks.slice(0, 5).map((task) => asSufferer(task, 'in D at')),
        advice: thawAdvice(mount),
      },
      [...tasks.slice(0, 4).map((task) => line(task, taskSubject(task), 'waits in', task.function)), pressureFigure(some, 'PSI io some')],
    );
  },
});

function withoutWaiters(processes: ProcessesView | undefined, stacksRead: boolean): Verdict {
  if (!seesAllTasks(processes) && !stacksRead)
    return undecided('the wait functions of all tasks were not read', 'ps -eo pid,stat,wchan:32,args');
  if (blindToD(processes)) return undecided('tasks in D, but not what they wait in', 'ps -eo pid,stat,wchan:32,args as root');
  return ruledOut('no task waits for the write lock of a file system');
}

/** Requests are in flight for most of the window; a single one at the moment of reading is anybody's. */
function works(device: BlockDevice): boolean {
  return (device.window?.inFlight ?? 0) > 0 && (device.window?.utilPct ?? 0) >= WORKS_UTIL_PCT;
}

/** The mount that the waiting tasks have files on, or name in their command line: the longest that fits, / only if nothing else does. */
function mountOf(
  tasks: readonly ProcessView[],
  filesystems: FilesystemsView | undefined,
  devices: DevicesView | undefined,
): string | undefined {
  const mounts = [
    ...new Set([...(filesystems?.all.map((each) => each.mount) ?? []), ...(devices?.all.flatMap((device) => device.mounts) ?? [])]),
  ];
  const paths = tasks.flatMap((task) => [
    ...task.openFiles.map((file) => file.path),
    ...(task.commandLine?.match(/\/[^\s'"<>|;&]+/g) ?? []),
  ]);
  const hits = mounts.filter((mount) => mount !== '/' && paths.some((path) => path === mount || path.startsWith(`${mount}/`)));
  return hits.toSorted((left, right) => right.length - left.length)[0];
}
