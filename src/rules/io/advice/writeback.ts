import type { Advice, Culprit } from '../../../model/finding.ts';
import type { BlockDevice, HostView } from '../../../snapshot/views.ts';
import { pauseNow } from '../../advice/restrain.ts';
import { verifyDevice, waitGuard } from '../../advice/watch.ts';

/** For writers that stand behind a backlog of dirty pages: a smaller backlog, a slower writer. */
export function writebackAdvice(
  device: BlockDevice | undefined,
  culprit: Culprit | undefined,
  lowMemory: boolean,
  host: HostView | undefined,
): Advice {
  const pause = culprit && pauseNow(culprit);
  const who = culprit ? `${culprit.process} (pid ${culprit.pid ?? 'unknown'})` : 'the writer';
  return {
    summary: lowMemory
      ? 'Move to a 64-bit kernel; until then let high memory be dirtied (vm.highmem_is_dirtyable=1)'
      : `Pace ${who}, then lower the dirty limits so that a backlog stays short`,
    now: [
      ...(lowMemory
        ? [
            {
              does: 'Count high memory into the dirty limit',
              command: 'sysctl -w vm.highmem_is_dirtyable=1',
              risk: 'disruptive' as const,
              caution: 'a busy writer may then fill low memory with bookkeeping',
              undo: 'sysctl -w vm.highmem_is_dirtyable=0',
            },
          ]
        : [
            {
              does: 'Start writing earlier and keep the backlog short',
              command: 'sysctl -w vm.dirty_background_bytes=67108864 vm.dirty_bytes=268435456',
              risk: 'safe' as const,
              caution:
                'writers are held back sooner, each for a shorter time; note the old values first (sysctl vm.dirty_ratio vm.dirty_background_ratio)',
              undo: 'sysctl -w vm.dirty_background_ratio=10 vm.dirty_ratio=20',
            },
          ]),
      ...(pause ? [pause] : []),
    ],
    lasting: [
      { does: 'Pace the writer: a rate limit of its own, O_DIRECT, or fsync every few MB', risk: 'safe', undo: 'take the limit away' },
      { does: 'Put bulk writes on a volume of their own, or on a faster one', risk: 'disruptive', undo: 'move them back' },
    ],
    verify: [
      { command: 'grep -E "^(Dirty|Writeback):" /proc/meminfo', expect: 'below 256 MB together' },
      ...(device ? verifyDevice(device, host) : []),
      { command: 'ps -eo stat,wchan:32,args | grep ^D', expect: 'no task is left in balance_dirty_pages' },
    ],
    guard: [waitGuard(host)],
  };
}
