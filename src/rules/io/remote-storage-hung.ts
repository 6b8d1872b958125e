import type { Verdict } from '../../model/finding.ts';
import { line } from '../../snapshot/cite.ts';
import type { Filesystem, ProcessesView } from '../../snapshot/views.ts';
import { defineRule } from '../rule.ts';
import { recentEvents, taskSubject, tasksWaitingIn } from './facts/stuck.ts';
import { found, ruledOut, undecided } from './facts/verdict.ts';
import { tasksInD } from './facts/waits.ts';
import { word } from './facts/words.ts';

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
  uses: ['processes', 'stacks', 'filesystems', 'kernelLog', 'host'],
  explains: ['io.filesystem-frozen'],
  decide: (given): Verdict => {
    const inD = tasksWaitingIn(REMOTE_WAIT, given.processes, given.stacks);
    const inFuse = tasksWaitingIn(FUSE_WAIT, given.processes, undefined, 'S');
    const tasks = [...inD, ...inFuse];
    const hung = (given.filesystems?.all ?? []).filter(isHung);
    const log = recentEvents(given.kernelLog, ['nfs-not-responding'], given.host?.uptimeSeconds);
    const managers = stateManagers(given.processes);
    const [mount] = hung;
    const signs = [hung.length > 0, tasks.length > 1, managers.length > 0, log.length > 0].filter(Boolean).length;
    if (signs === 0 && tasks.length === 0) {
      if (!given.processes && !given.stacks && !given.filesystems)
        return undecided('neither wait functions nor mounts were read', 'ps -eo pid,stat,wchan:32,args and df -lP');
      const blind = tasksInD(given.processes).some((task) => task.wchan === undefined && !task.kernelThread);
      return blind
        ? undecided('tasks in D, but not what they wait in', 'ps -eo pid,stat,wchan:32,args as root')
        : ruledOut('no task waits for a file server or a FUSE daemon');
    }
    const what = mount
      ? `${mount.mount} (${mount.type ?? mount.source})`
      : managers.length > 0
        ? `NFS server ${word(managers[0]?.name.replace(/-m.*$/, '').replace('[', '') ?? '')}`
        : 'A file server or FUSE daemon';
    const waitingTasks =
      tasks.length > 0
        ? `${tasks.length} task${tasks.length > 1 ? 's wait' : ' waits'} for it`
        : managers.length > 0
          ? 'its state manager waits in D'
          : 'its df gave no answer';
    return found(
      {
        severity: signs > 0 ? 'critical' : 'notice',
        confidence: signs > 1 ? 'certain' : signs === 1 ? 'likely' : 'possible',
        headline: `${what} does not answer: ${waitingTasks}`,
        ...(mount ? { subject: mount.mount } : {}),
        sufferers: [
          ...tasks.map((task) => ({
            process: task.name ?? 'a task',
            ...(task.pid === undefined ? {} : { pid: task.pid }),
            how: `waits in ${word(task.function)}`,
          })),
          ...othersInD(given.processes, managers.length > 0),
        ].slice(0, 5),
        advice: {
          summary: 'Look at the server or daemon behind the mount and at the network to it',
          now: [
            { does: 'See which mounts are remote', command: 'grep -E " (nfs|cifs|ceph|fuse)" /proc/mounts', risk: 'safe' },
            {
              does: 'See what the kernel says of the server',
              command: 'dmesg -T | grep -iE "not responding|nfs|cifs|ceph" | tail -n 20',
              risk: 'safe',
            },
            {
              does: 'Detach the mount when its server is gone for good',
              command: 'umount -f -l MOUNT',
              risk: 'disruptive',
              caution: 'unsaved data is lost; tasks that wait may stay until a restart',
            },
          ],
          lasting: [
            { does: 'Keep monitoring agents off remote mounts (node_exporter: --collector.filesystem.mount-points-exclude)', risk: 'safe' },
            {
              does: 'Mount what is only convenient with soft,timeo=100',
              risk: 'disruptive',
              caution: 'programs then see I/O errors; never for data that is written',
              undo: 'mount hard again',
            },
          ],
          verify: [
            {
              command: 'ps -eo stat,wchan:32,args | grep -E "^D|request_wait_answer"',
              expect: 'no task waits in nfs, rpc, cifs, ceph or fuse functions',
            },
          ],
          guard: [{ does: 'Alert on node_filesystem_device_error of remote mounts', risk: 'none', undo: 'remove the rule' }],
        },
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
