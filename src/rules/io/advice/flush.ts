import type { Advice, Culprit } from '../../../model/finding.ts';
import type { BlockDevice, HostView } from '../../../snapshot/views.ts';
import { verifyDevice, waitGuard } from '../../advice/watch.ts';

/** For synchronous writes: fewer of them, or a device that keeps them sooner. Barriers stay: without them a power cut loses data. */
export function flushAdvice(device: BlockDevice | undefined, culprit: Culprit | undefined, host: HostView | undefined): Advice {
  const who = culprit ? `${culprit.process}${culprit.pid === undefined ? '' : ` (pid ${culprit.pid})`}` : 'the writer';
  return {
    summary: `Let ${who} gather its writes: one fsync for many records (group commit, a larger batch)`,
    now: [
      {
        does: 'Count who calls fsync, for ten seconds',
        command:
          culprit?.pid === undefined
            ? 'pidstat -d 1 5'
            : `timeout 10 strace -f -c -e trace=fsync,fdatasync,sync_file_range -p ${culprit.pid}`,
        risk: culprit?.pid === undefined ? 'safe' : 'disruptive',
        ...(culprit?.pid === undefined ? {} : { caution: 'strace slows the process down while it runs' }),
      },
    ],
    lasting: [
      {
        does: 'Commit in groups: MySQL innodb_flush_log_at_trx_commit=2, PostgreSQL synchronous_commit=off or commit_delay, agents: a flush every second',
        risk: 'disruptive',
        caution: 'a crash may lose the last second of commits: only where that is agreed',
        undo: 'set the old value again',
      },
      {
        does: 'Put the write-ahead log or journal on a faster device with power-loss protection',
        risk: 'disruptive',
        undo: 'move it back',
      },
      { does: 'Leave write barriers on: nobarrier trades each power cut for lost data', risk: 'safe' },
    ],
    verify: device ? verifyDevice(device, host) : [{ command: 'iostat -x -k -y 1 5', expect: 'w_await below 4 ms, or far fewer writes/s' }],
    guard: [waitGuard(host)],
  };
}
