import type { Advice } from '../../model/finding.ts';
import type { BlockDevice, HostView } from '../../snapshot/views.ts';
import { waitLimitMs } from '../facts/saturation.ts';
import { shellWord } from './shell.ts';

/** The figures of a device that is well again. */
export function verifyDevice(device: BlockDevice, host: HostView | undefined): Advice['verify'] {
  return [
    {
      command: `iostat -x -k -y ${shellWord(device.name)} 1 5`,
      expect: `r_await and w_await below ${waitLimitMs(device)} ms, aqu-sz below 1 most of the time`,
    },
    verifyWaits(host),
  ];
}

/** Nobody waits any more: by pressure stall information, or by what a kernel without it has. */
export function verifyWaits(host: HostView | undefined): Advice['verify'][number] {
  return host?.keepsPressure === false
    ? { command: 'vmstat 1 5', expect: 'b at 0 most of the time' }
    : { command: 'cat /proc/pressure/io', expect: 'full avg10 below 2 within half a minute' };
}

/** Tasks that stand still for I/O: the alert that would have told first. Without pressure stall information a queue stands for them. */
export function waitGuard(host: HostView | undefined): Advice['guard'][number] {
  if (host?.keepsPressure === false) return queueGuard;
  return {
    does: 'Alert when tasks stand still for I/O: more than 30 % of the time over five minutes',
    prometheusRule: alertRule({
      name: 'HostIoStalled',
      expr: 'rate(node_pressure_io_stalled_seconds_total[5m]) > 0.3',
      holds: '5m',
      summary: 'tasks on {{ $labels.instance }} stand still for I/O',
    }),
    risk: 'a nightly backup may trip it; needs node_exporter with the pressure collector',
    undo: 'remove the rule and reload Prometheus',
  };
}

const queueGuard: Advice['guard'][number] = {
  does: 'Alert when requests queue at a disk: more than ten on average over five minutes (this kernel keeps no pressure figures)',
  prometheusRule: alertRule({
    name: 'DiskQueueLong',
    expr: 'rate(node_disk_io_time_weighted_seconds_total[5m]) > 10',
    holds: '5m',
    summary: 'requests queue at {{ $labels.device }} of {{ $labels.instance }}',
  }),
  risk: 'disks that serve many requests in parallel trip it without anybody waiting; a nightly backup may too',
  undo: 'remove the rule and reload Prometheus',
};

/** A whole rule file of one alert, ready for promtool. Texts are ours alone: no word of a host goes in. */
export function alertRule(alert: {
  readonly name: string;
  readonly expr: string;
  readonly holds: string;
  readonly summary: string;
}): string {
  return [
    'groups:',
    '  - name: diagbot',
    '    rules:',
    `      - alert: ${alert.name}`,
    `        expr: ${alert.expr}`,
    `        for: ${alert.holds}`,
    '        labels:',
    '          severity: warning',
    '        annotations:',
    `          summary: '${alert.summary}'`,
  ].join('\n');
}
