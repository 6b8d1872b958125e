import type { Advice, Culprit } from '../../../model/finding.ts';
import type { HostView } from '../../../snapshot/views.ts';
import { shellWord } from '../../advice/shell.ts';
import { alertRule } from '../../advice/watch.ts';

/** For a host or group that works on more memory than it has. `swaps`: it shows in swap traffic, else in program text read again. */
export function shortAdvice(culprit: Culprit | undefined, host: HostView | undefined, swaps: boolean): Advice {
  const unit = culprit?.unit;
  return {
    summary: culprit
      ? `Restart or move ${plain(culprit.process)}, or give it memory: what it touches does not fit`
      : 'Find who grew and free memory: what programs touch does not fit',
    now: [
      { does: 'See who holds the memory', command: 'ps -eo pid,rss,etimes,args --sort=-rss | head -n 15', risk: 'safe' },
      {
        does: culprit ? `Restart ${plain(unit ?? culprit.process)}` : 'Restart or stop the process that grew',
        ...(unit ? { command: `systemctl restart ${shellWord(unit)}` } : {}),
        risk: 'disruptive',
        caution: 'its users lose their sessions, and its caches are cold',
      },
    ],
    lasting: [
      { does: 'Give the host more memory, or move a service to another', risk: 'disruptive', caution: 'needs a restart in most clouds' },
      { does: 'Fix the leak; shrink heaps, caches and worker counts until a tenth of memory stays available', risk: 'safe' },
      unit && host?.cgroupVersion === 2
        ? {
            does: 'Keep it from taking its neighbours’ memory',
            command: `systemctl set-property ${shellWord(unit)} MemoryHigh=70%`,
            risk: 'disruptive',
            caution: 'above the limit it is slowed down itself',
            undo: `systemctl set-property ${shellWord(unit)} MemoryHigh=infinity`,
          }
        : {
            does: 'Give whoever grows a memory limit of its own',
            risk: 'disruptive',
            caution: 'set below its need it is killed',
            undo: 'remove the limit',
          },
    ],
    verify: swaps
      ? [{ command: 'vmstat 1 5', expect: 'si and so at 0 in most seconds, b below 2' }]
      : [
          { command: 'vmstat 1 5', expect: 'wa below 10, b below 2' },
          { command: 'grep MemAvailable /proc/meminfo', expect: 'above a tenth of MemTotal' },
        ],
    guard: [
      {
        does: swaps ? 'Alert when pages go into swap and come back at once' : 'Alert when hardly any memory is available',
        prometheusRule: swaps ? swapGuard : availableGuard,
        risk: 'a job that ends by itself may trip it',
        undo: 'remove the rule and reload Prometheus',
      },
    ],
  };
}

const swapGuard = alertRule({
  name: 'HostThrashes',
  expr: 'rate(node_vmstat_pswpin[5m]) > 100 and rate(node_vmstat_pswpout[5m]) > 100',
  holds: '5m',
  summary: '{{ $labels.instance }} swaps in and out at once',
});
const availableGuard = alertRule({
  name: 'HostMemoryShort',
  expr: 'node_memory_MemAvailable_bytes / node_memory_MemTotal_bytes < 0.06',
  holds: '5m',
  summary: 'hardly any memory is available on {{ $labels.instance }}',
});

function plain(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f]+/g, ' ').slice(0, 60);
}
