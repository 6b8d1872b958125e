import type { Advice } from '../../../model/finding.ts';
import type { BlockDevice, HostView } from '../../../snapshot/views.ts';
import { shellWord } from '../../advice/shell.ts';
import { waitGuard } from '../../advice/watch.ts';

/** For a file system that somebody froze. */
export function thawAdvice(mount: string | undefined): Advice {
  const where = mount ? shellWord(mount) : 'MOUNT';
  return {
    summary: `Find the snapshot or backup agent that froze ${mount ?? 'it'}, then thaw it`,
    now: [
      {
        does: 'Find who freezes: snapshot, backup or guest agents',
        command: 'ps -eo pid,etime,args | grep -E "fsfreeze|qemu-ga|vmtoolsd|snapshot|backup"',
        risk: 'safe',
      },
      {
        does: `Thaw ${mount ?? 'the file system'}`,
        command: `fsfreeze -u ${where}`,
        risk: 'disruptive',
        caution: 'a snapshot that is being taken right now becomes inconsistent',
        undo: `fsfreeze -f ${where}`,
      },
    ],
    lasting: [{ does: 'Give the agent a time limit after which it thaws by itself', risk: 'safe', undo: 'remove the limit' }],
    verify: [{ command: 'ps -eo stat,wchan:32,args | grep ^D', expect: 'no task is left in percpu_rwsem_wait' }],
    guard: [
      {
        does: 'Let the agent report each freeze and thaw: no pressure, iowait or device figure shows a frozen file system',
        risk: 'none',
        undo: 'nothing to undo',
      },
    ],
  };
}

/** For a file server or FUSE daemon that does not answer. */
export function remoteAdvice(): Advice {
  return {
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
        undo: 'mount it again',
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
  };
}

/** For a device that has stopped answering. */
export function hungAdvice(device: BlockDevice, host: HostView | undefined): Advice {
  return {
    summary: `Look at ${device.name}, its controller and the kernel log: no program on the host can free it`,
    now: [
      { does: 'Read what the kernel says of the device', command: 'dmesg -T | tail -n 50', risk: 'safe' },
      { does: 'See whether the provider or the array reports trouble with this volume', risk: 'safe' },
      {
        does: 'Restart the host when the device does not come back',
        risk: 'destructive',
        caution: 'what was not written is lost; tasks in D cannot be killed',
      },
    ],
    lasting: [
      { does: 'Bring firmware, driver and kernel up to date; replace the disk, cable or controller', risk: 'disruptive' },
      { does: 'Put data that must stay reachable on redundant storage', risk: 'disruptive' },
    ],
    verify: [{ command: 'cat /proc/diskstats', expect: `the counters of ${device.name} move and requests in flight fall to 0` }],
    guard: [waitGuard(host)],
  };
}
