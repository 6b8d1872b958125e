import { figureText } from '../../../model/figure-text.ts';
import type { Advice } from '../../../model/finding.ts';
import type { CgroupIoCap } from '../../../snapshot/views/cgroups.ts';
import type { HostView } from '../../../snapshot/views.ts';
import { keeperOf, unitName } from '../../advice/control-group.ts';
import { devicePath, shellWord } from '../../advice/shell.ts';
import { waitGuard } from '../../advice/watch.ts';

export function ioCapAdvice(cap: CgroupIoCap, host: HostView | undefined): Advice {
  const v1 = host?.cgroupVersion === 1;
  const systemd = keeperOf(cap) === 'systemd';
  const group = shellWord(`/sys/fs/cgroup${v1 ? '/blkio' : ''}${cap.path ?? '/GROUP'}`);
  const set = `systemctl set-property --runtime ${unitName(cap)}`;
  return {
    summary: `Raise the cap of ${cap.name} on ${cap.device}: the device has room`,
    now: [
      {
        does: `Lift the caps of ${cap.name} on ${cap.device} for now`,
        command: systemd
          ? `${set} IOReadBandwidthMax= IOWriteBandwidthMax= IOReadIOPSMax= IOWriteIOPSMax=`
          : v1
            ? `for file in ${group}/blkio.throttle.*_device; do echo "$(cat /sys/class/block/${shellWord(cap.device)}/dev) 0" > "$file"; done`
            : `echo "$(cat /sys/class/block/${shellWord(cap.device)}/dev) rbps=max wbps=max riops=max wiops=max" > ${group}/io.max`,
        risk: 'safe',
        caution: 'others on the device then share it with all that the group wants',
        undo: `set the old caps again: ${capWords(cap)}`,
      },
    ],
    lasting: [
      {
        does: systemd
          ? `Set the cap to what its work needs: systemctl edit ${unitName(cap)}`
          : `Set the cap to what its work needs, where ${cap.name} is made`,
        ...(systemd ? { command: `[Service]\nIOReadBandwidthMax=${devicePath(cap.device)} VALUE` } : {}),
        risk: 'safe',
        undo: systemd ? `systemctl revert ${unitName(cap)}` : 'the old caps',
      },
      {
        does: 'Part the device by weight instead (IOWeight with io.cost or bfq): then nobody waits while it is idle',
        risk: 'safe',
        caution: 'needs cgroup v2, and a scheduler or cost model that knows weights',
        undo: 'set the caps again',
      },
    ],
    verify: [{ command: 'cat /proc/pressure/io', expect: 'full avg10 below 2 within half a minute' }],
    guard: [waitGuard(host)],
  };
}

function capWords(cap: CgroupIoCap): string {
  const words = [
    cap.readCapBytesPerS === undefined ? '' : `reads ${figureText(cap.readCapBytesPerS, 'bytes/s')}`,
    cap.writeCapBytesPerS === undefined ? '' : `writes ${figureText(cap.writeCapBytesPerS, 'bytes/s')}`,
    cap.readCapOpsPerS === undefined ? '' : `reads ${figureText(cap.readCapOpsPerS, 'ops/s')}`,
    cap.writeCapOpsPerS === undefined ? '' : `writes ${figureText(cap.writeCapOpsPerS, 'ops/s')}`,
  ];
  return words.filter((text) => text !== '').join(', ');
}
