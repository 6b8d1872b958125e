import type { Verdict } from '../../model/finding.ts';
import { line } from '../../snapshot/cite.ts';
import type { DevicesView, FilesystemsView, ProcessView } from '../../snapshot/views.ts';
import { defineRule } from '../rule.ts';
import { shellWord } from './advice/shell.ts';
import { taskSubject, tasksWaitingIn } from './facts/stuck.ts';
import { found, ruledOut, undecided } from './facts/verdict.ts';
import { pressureFigure, pressurePct, tasksInD } from './facts/waits.ts';
import { word } from './facts/words.ts';

/** Writers to a frozen file system wait for its write lock, and so does who thaws it. */
const FROZEN_WAIT =
  /^(percpu_rwsem_wait|__percpu_down_read|percpu_down_write|__?sb_start_(write|pagefault|intwrite)|freeze_super|thaw_super|wait_for_partially_frozen)/;
/** The journal or a device is at work where these are waited for; then the lock is only the queue behind it. */
const IO_FELT_PCT = 10;

/**
 * io.filesystem-frozen: all writers to one file system wait for somebody to thaw it.
 *
 * Found      tasks in D wait in percpu_rwsem_wait or sb_start_write, PSI io stands below 10 % and nothing is in flight
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
    const [first] = tasks;
    const some = given.pressure?.io?.some;
    const psi = pressurePct(some);
    if (!first) {
      if (!given.processes && !given.stacks) return undecided('the wait functions of tasks were not read', 'ps -eo pid,stat,wchan:32,args');
      const blind = tasksInD(given.processes).some((task) => task.wchan === undefined);
      return blind
        ? undecided('tasks in D, but not what they wait in', 'ps -eo pid,stat,wchan:32,args as root')
        : ruledOut('no task waits for the write lock of a file system');
    }
    const inFlight = given.devices?.all.some((device) => (device.window?.inFlight ?? 0) > 0) ?? false;
    if ((psi !== undefined && psi >= IO_FELT_PCT) || inFlight) {
      return ruledOut('tasks wait for a file system’s lock while devices work: it is the queue behind them', [
        pressureFigure(some, 'io some'),
      ]);
    }
    const mount = mountOf(
      tasks.map((task) => task.process).filter((process) => process !== undefined),
      given.filesystems,
      given.devices,
    );
    const certain = tasks.length > 1 && psi !== undefined;
    return found(
      {
        severity: 'critical',
        confidence: certain ? 'certain' : psi === undefined ? 'possible' : 'likely',
        headline: `${mount ?? 'A file system'} is frozen: ${tasks.length} task${tasks.length > 1 ? 's wait' : ' waits'} to write, and no request is in flight`,
        ...(mount ? { subject: mount } : {}),
        sufferers: tasks.slice(0, 5).map((task) => ({
          process: task.name ?? 'a task',
          ...(task.pid === undefined ? {} : { pid: task.pid }),
          how: `in D at ${word(task.function)}`,
        })),
        advice: {
          summary: `Find the snapshot or backup agent that froze ${mount ?? 'it'}, then thaw it`,
          now: [
            {
              does: 'Find who freezes: snapshot, backup or guest agents',
              command: 'ps -eo pid,etime,args | grep -E "fsfreeze|qemu-ga|vmtoolsd|snapshot|backup"',
              risk: 'safe',
            },
            {
              does: `Thaw ${mount ?? 'the file system'}`,
              command: `fsfreeze -u ${mount ? shellWord(mount) : 'MOUNT'}`,
              risk: 'disruptive',
              caution: 'a snapshot that is being taken right now becomes inconsistent',
              undo: `fsfreeze -f ${mount ? shellWord(mount) : 'MOUNT'}`,
            },
          ],
          lasting: [{ does: 'Give the agent a time limit after which it thaws by itself', risk: 'safe' }],
          verify: [{ command: 'ps -eo stat,wchan:32,args | grep ^D', expect: 'no task is left in percpu_rwsem_wait' }],
          guard: [
            {
              does: 'Watch tasks in D that no I/O pressure explains: node_procs_blocked stays 0 then, so watch the agent’s own log',
              risk: 'none',
              undo: 'nothing to undo',
            },
          ],
        },
      },
      [...tasks.slice(0, 4).map((task) => line(task, taskSubject(task), 'waits in', task.function)), pressureFigure(some, 'io some')],
    );
  },
});

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
