import type { Advice } from '../../../model/finding.ts';
import { alertRule } from '../../advice/watch.ts';

/** For memory that is read back from disk. */
export function swapAdvice(): Advice {
  return {
    summary: 'Find who grew and give the host memory: the disk is only where it shows',
    now: [
      { does: 'See who holds the memory', command: 'ps -eo pid,rss,args --sort=-rss | head -n 15', risk: 'safe' },
      { does: 'Restart or stop the process that grew', risk: 'disruptive', caution: 'its users lose their sessions' },
    ],
    lasting: [
      {
        does: 'Give the host more memory, or the process a limit (MemoryHigh= of its unit)',
        risk: 'safe',
        undo: 'remove the limit',
      },
      { does: 'Fix the leak, shrink caches and worker counts', risk: 'safe' },
    ],
    verify: [{ command: 'vmstat 1 5', expect: 'si below 100 and so near 0' }],
    guard: [
      {
        does: 'Alert on pages read back from swap',
        prometheusRule: alertRule({
          name: 'HostSwapsIn',
          expr: 'rate(node_vmstat_pswpin[5m]) > 25',
          holds: '5m',
          summary: '{{ $labels.instance }} reads memory back from swap',
        }),
        risk: 'a host that wakes idle services trips it for a moment',
        undo: 'remove the rule and reload Prometheus',
      },
    ],
  };
}
