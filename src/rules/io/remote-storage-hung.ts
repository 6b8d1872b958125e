import type { Verdict } from '../../model/finding.ts';
import { line } from '../../snapshot/cite.ts';
import type { Filesystem, ProcessesView, ProcessView } from '../../snapshot/views.ts';
import { asSufferer, blindToD, recentEvents, seesAllTasks, taskSubject, tasksWaitingIn } from '../facts/stuck.ts';
import { found, ruledOut, undecided } from '../facts/verdict.ts';
import { tasksInD } from '../facts/waits.ts';
import { word } from '../facts/words.ts';
import { defineRule } from '../rule.ts';
import { remoteAdvice } from './advice/stuck.ts';

/** Kernel functions in which a task waits for a server or a FUSE daemon. */
const REMOTE_WAIT =
  /^(nfs\d?_|rpc_wait|__rpc_|rpcauth_|cifs_|smb2?_|SMB2_|wait_for_response|ceph_|fuse_|__fuse_|request_wait_answer|v9fs_|p9_client|gfs2_|ocfs2_|dlm_)/;
/** FUSE waits in state S, and only while an answer is due; an idle one waits elsewhere. */
const FUSE_WAIT = /^(request_wait_answer|fuse_|__fuse_)/;
const REMOTE_TYPE = /^(nfs\d?|cifs|smb3|smbfs|ceph|fuse(\..*)?|9p|glusterfs|afs|lustre|ocfs2|gfs2|virtiofs)$/;
/** The kernel names the state manager of an NFS client after its server. */
const NFS_STATE_MANAGER = /^\[?(\d{1,3}(\.\d{1,3}){3}|[0-9a-f:]*:[0-9a-f:]+)-m/i;

/**
 * io.remote-storage-hung: tasks wait for a file server, or for a FUSE daemon, that does not answer.
 *
 * Found      a df of a network or FUSE mount did not answer; or two tasks in D wait in nfs, rpc, cifs, ceph or fuse functions (FUSE also in
 *            state S); or the NFS state manager of a server is in D; or the kernel log says that a server does not respond.
 *            A single waiting task and nothing else is a notice
 * Ruled out  no task waits in such a function and every mount answers
 * Why        a busy client too has a task in rpc_wait now and then: a second sign is asked for. These waits add no PSI io and no iowait
 * Certain    waiting tasks and a mount that does not answer; likely with one sign
 * Misses     soft mounts that return errors instead of waiting
 * Reference  https://man7.org/linux/man-pages/man5/nfs.5.html (hard, soft)
 */
export const remoteStorageHung = defineRule({
  cause: 'io.remote-storage-hung',
  needs: [],
  uses: ['processes', 'stacks', 'filesystems', 'kernelLog'],
  explains: ['io.filesystem-frozen'],
  decide: (given): Verdict => {
    const inD = tasksWaitingIn(REMOTE_WAIT, given.processes, given.stacks);
    const inFuse = tasksWaitingIn(FUSE_WAIT, given.processes, undefined, 'S');
    const tasks = [...inD, ...inFuse];
    const hung = (given.filesystems?.all ?? []).filter(isHung);
    const log = recentEvents(given.kernelLog, ['nfs-not-responding']);
    const managers = stateManagers(given.processes);
    const signs = [hung.length > 0, tasks.length > 1, managers.length > 0, log.length > 0].filter(Boolean).length;
    if (signs === 0 && tasks.length === 0)
      return withoutSigns(given.processes, given.stacks !== undefined || given.filesystems !== undefined);
    const [mount] = hung;
    return found(
      {
        severity: signs > 0 ? 'critical' : 'notice',
        confidence: signs > 1 ? 'certain' : signs === 1 ? 'likely' : 'possible',
        headline: `${whatHangs(mount, managers[0])} does not answer: ${whoWaits(tasks.length, managers.length, hung.length)}`,
        ...(mount ? { subject: { kind: 'mount', name: mount.mount } } : {}),
        sufferers: [...tasks.map((task) => asSufferer(task, 'waits in')), ...othersInD(given.processes, managers.length > 0)].slice(0, 5),
        advice: remoteAdvice(),
      },
      [
        ...hung.slice(0, 2).map((filesystem) => line(filesystem, filesystem.mount, 'df', 'no answer within its deadline')),
        ...tasks.slice(0, 3).map((task) => line(task, taskSubject(task), 'waits in', task.function)),
        ...managers.slice(0, 1).map((manager) => line(manager, manager.name, 'state', 'D')),
        ...log.slice(0, 1).map((event) => line(event, 'kernel log', 'says', event.text)),
      ],
    );
  },
});

function withoutSigns(processes: ProcessesView | undefined, otherRead: boolean): Verdict {
  if (!seesAllTasks(processes) && !otherRead)
    return undecided('neither the wait functions of all tasks nor mounts were read', 'ps -eo pid,stat,wchan:32,args and df -lP');
  if (blindToD(processes)) return undecided('tasks in D, but not what they wait in', 'ps -eo pid,stat,wchan:32,args as root');
  return ruledOut('no task waits for a file server or a FUSE daemon');
}

function whatHangs(mount: Filesystem | undefined, manager: ProcessView | undefined): string {
  if (mount) return `${word(mount.mount)} (${word(mount.type ?? mount.source)})`;
  if (manager) return `NFS server ${word(manager.name.replace(/-m.*$/, '').replace('[', ''))}`;
  return 'A file server or FUSE daemon';
}

function whoWaits(tasks: number, managers: number, mounts: number): string {
  if (tasks > 0) return `${tasks} task${tasks > 1 ? 's wait' : ' waits'} for it`;
  if (managers > 0) return 'its state manager waits in D';
  return mounts > 0 ? 'its df gave no answer' : 'the kernel log says so';
}

function isHung(filesystem: Filesystem): boolean {
  return filesystem.hung && (filesystem.type === undefined || REMOTE_TYPE.test(filesystem.type) || filesystem.device === undefined);
}

function stateManagers(processes: ProcessesView | undefined) {
  return tasksInD(processes).filter((task) => NFS_STATE_MANAGER.test(task.name));
}

/** With a dead server known, the other tasks in D are most likely its victims. */
function othersInD(processes: ProcessesView | undefined, known: boolean) {
  if (!known) return [];
  return tasksInD(processes)
    .filter((task) => !task.kernelThread && !NFS_STATE_MANAGER.test(task.name))
    .map((task) => ({ process: task.name, pid: task.pid, how: 'in D' }));
}
