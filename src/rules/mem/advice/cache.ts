import type { Advice, Culprit, Fix } from '../../../model/finding.ts';
import type { HostView } from '../../../snapshot/views.ts';
import { shellWord } from '../../advice/shell.ts';
import { alertRule } from '../../advice/watch.ts';

/** The kernel's own weight of inodes and directory entries against page cache. */
const DEFAULT_CACHE_PRESSURE = 100;

/** First the job that evicts, then the weight of metadata; dropping caches is a command, not a cure. */
export function cacheAdvice(culprit: Culprit | undefined, host: HostView | undefined, cachePressure: number | undefined): Advice {
  const job = culprit?.process.replace(/[\u0000-\u001f\u007f]+/g, ' ').slice(0, 60);
  return {
    summary: job
      ? `Let ${job} drop what it has read, or cap its memory, so that the cache keeps what others need`
      : 'Find the bulk job that filled the page cache (a backup, a copy, a scan), and let it drop what it reads',
    now: [
      {
        does: job ? `Let ${job} end, or stop it and start it again as below` : 'Wait: the cache fills again with what work reads',
        risk: job ? 'disruptive' : 'safe',
        ...(job ? { caution: 'a backup that is stopped has to begin again' } : {}),
      },
    ],
    lasting: [
      dropBehind,
      capJob(culprit, host),
      lowerPressure(cachePressure),
      {
        does: 'Do not make drop_caches a habit: it is a command that acts once, no setting, and everything it drops is read from disk again',
        risk: 'safe',
      },
    ],
    verify: [
      { command: 'grep workingset_refault_file /proc/vmstat', expect: 'grows by less than 25 a second while the job runs' },
      { command: 'vmstat 1 5', expect: 'wa below 5, bi near what it is without the job' },
    ],
    guard: [
      {
        does: 'Alert when pages that were just evicted are read again all the time',
        prometheusRule: alertRule({
          name: 'PageCacheTooSmall',
          expr: 'rate(node_vmstat_workingset_refault_file[10m]) > 100',
          holds: '30m',
          summary: 'work on {{ $labels.instance }} misses the page cache',
        }),
        risk: 'node_exporter exports this counter only where its vmstat pattern is widened; data larger than memory trips it',
        undo: 'remove the rule and reload Prometheus',
      },
    ],
  };
}

const dropBehind: Fix = {
  does: 'Make the bulk job drop behind itself: run it under nocache, or with O_DIRECT (dd iflag=direct, tar through dd), or its own option for it',
  risk: 'safe',
  caution: 'it may take longer, for it reads nothing from the cache',
  undo: 'start it as before',
};

/** Page cache is charged to the group that reads it first, so a cap on the group is a cap on what it can push out. */
function capJob(culprit: Culprit | undefined, host: HostView | undefined): Fix {
  const unit = culprit?.unit;
  const does = 'Cap the memory of the job’s own group, its page cache included: then it pushes out its own pages first';
  if (host?.cgroupVersion === 1) {
    return {
      does: `${does} (memory.limit_in_bytes; MemoryLimit= of its unit)`,
      risk: 'disruptive',
      caution: 'what the job itself needs must fit, or it is killed',
      undo: 'remove the limit',
    };
  }
  return {
    does,
    command: unit ? `systemctl set-property ${shellWord(unit)} MemoryHigh=500M` : 'systemd-run --scope -p MemoryHigh=500M COMMAND',
    risk: 'safe',
    caution: 'above the limit the job is slowed down',
    undo: unit ? `systemctl set-property ${shellWord(unit)} MemoryHigh=infinity` : 'start it without systemd-run',
  };
}

function lowerPressure(now: number | undefined): Fix {
  const before = now ?? DEFAULT_CACHE_PRESSURE;
  return {
    does: `Let inodes and directory entries outlive page cache (vm.vfs_cache_pressure is ${before}), in /etc/sysctl.d to last`,
    command: `sysctl -w vm.vfs_cache_pressure=${Math.min(50, before)}`,
    risk: 'safe',
    caution: 'never 0: then they are not given up at all',
    undo: `sysctl -w vm.vfs_cache_pressure=${before}`,
  };
}
