import { figureText } from '../../../model/figure-text.ts';
import type { Advice, Culprit, Fix } from '../../../model/finding.ts';
import type { BlockDevice, HostView } from '../../../snapshot/views.ts';
import { ownUnit, restrainLasting, restrainNote, restrainNow } from '../../advice/restrain.ts';
import { verifyDevice, waitGuard } from '../../advice/watch.ts';
import { fewerLogs, lessCompression, logGrowthGuard, logsElsewhere } from './log-rotation.ts';

/** For one process that takes a device from the others. `device` is undefined where no device was measured. */
export function bulkAdvice(culprit: Culprit | undefined, device: BlockDevice | undefined, host: HostView | undefined): Advice {
  const now = culprit && device ? restrainNow(culprit, device, host) : [];
  return {
    summary: summaryOf(culprit, device, host, now),
    now,
    lasting: lastingOf(culprit, device, host),
    verify: device ? verifyDevice(device, host) : [{ command: 'pidstat -d 1 5', expect: 'no process moves tens of MB/s' }],
    guard: culprit?.kind === 'log-rotation' ? [waitGuard(host), logGrowthGuard] : [waitGuard(host)],
  };
}

function summaryOf(culprit: Culprit | undefined, device: BlockDevice | undefined, host: HostView | undefined, now: readonly Fix[]): string {
  if (!culprit) return 'Find the process: pidstat -d 1 5 as root, or iotop -o';
  const first = now[0];
  const unit = ownUnit(culprit);
  const who = unit ?? `${culprit.process} (pid ${culprit.pid ?? 'unknown'})`;
  if (!first) return `Slow down or stop ${who}`;
  const note = device && restrainNote(culprit, device, host);
  return note === undefined ? first.does : `${first.does} (${note})`;
}

function lastingOf(culprit: Culprit | undefined, device: BlockDevice | undefined, host: HostView | undefined): readonly Fix[] {
  const restrain = culprit && device ? restrainLasting(culprit, device, host) : undefined;
  const fixes: readonly (Fix | undefined)[] =
    culprit?.kind === 'log-rotation'
      ? [fewerLogs, logsElsewhere, restrain, lessCompression, raiseLimit(device)]
      : [lessWork(culprit), restrain, ownVolume(culprit), raiseLimit(device)];
  return fixes.filter((fix) => fix !== undefined);
}

/** What makes the work itself smaller, by its kind. */
function lessWork(culprit: Culprit | undefined): Fix {
  const does: Readonly<Record<Culprit['kind'], string>> = {
    'log-rotation': 'Write less log',
    backup: 'Back up increments or from a snapshot or replica, at the quietest hour, with the tool’s own rate limit',
    database: 'Find the statement or the maintenance job that scans: slow log, index, vacuum or compaction limits',
    'package-manager': 'Move unattended upgrades to the quietest hour, with a random delay between hosts',
    'file-scan': 'Leave large data trees out of the scan (PRUNEPATHS, exclusion list) and scan less often',
    copy: 'Copy with a rate limit (rsync --bwlimit, pv -L) and only what changed',
    other: 'Let it do less: smaller ranges, a cache, a rate limit of its own',
  };
  return { does: does[culprit?.kind ?? 'other'], risk: 'safe', undo: 'set the old schedule and settings again' };
}

function ownVolume(culprit: Culprit | undefined): Fix {
  const what = culprit?.kind === 'database' ? 'the log and the data of the database' : 'bulk work and the data that users wait for';
  return { does: `Put ${what} on volumes of their own`, risk: 'disruptive', caution: 'files have to be moved', undo: 'move them back' };
}

function raiseLimit(device: BlockDevice | undefined): Fix | undefined {
  const limit = device?.limit;
  if (!device || limit?.maxBytesPerS === undefined) return undefined;
  return {
    does: `Buy more throughput for ${device.name} than ${figureText(limit.maxBytesPerS, 'bytes/s')}: the last resort, it pays for the waste instead of removing it`,
    risk: 'safe',
    caution: 'costs every month',
    undo: 'set the old throughput again; clouds allow that only after some hours',
  };
}
