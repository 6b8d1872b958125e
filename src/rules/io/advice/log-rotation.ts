import type { Advice, Fix } from '../../../model/finding.ts';
import { alertRule } from '../../advice/watch.ts';

/** Less to rotate is worth more than any way to rotate it. */
export const fewerLogs: Fix = {
  does: 'Write less log: find what grew, turn debug logging off, give any debug flag an expiry',
  command: 'ls -lhS /var/log | head',
  risk: 'safe',
  caution: 'debug logs may hold request bodies, tokens and personal data: check them before deleting',
  undo: 'set the old log level again',
};

export const logsElsewhere: Fix = {
  does: 'Move the logs to a volume of their own, away from the data',
  risk: 'disruptive',
  caution: 'services that hold log files open need a restart; a volume costs little in a cloud',
  undo: 'mount the old path again',
};

export const lessCompression: Fix = {
  does: 'Compress with zstd and one rotation later: in the file of this log below /etc/logrotate.d',
  command: [
    'compress',
    'delaycompress',
    'compresscmd /usr/bin/zstd',
    'compressext .zst',
    'compressoptions -3',
    'uncompresscmd /usr/bin/unzstd',
  ].join('\n'),
  risk: 'safe',
  caution: 'needs the package zstd; delaycompress keeps one more uncompressed file on the volume',
  undo: 'take the six lines out again; files already compressed stay readable with unzstd',
};

export const logGrowthGuard: Advice['guard'][number] = {
  does: 'Alert when the file system of the logs fills faster than 5 GB a day: it catches a forgotten debug flag',
  prometheusRule: alertRule({
    name: 'LogVolumeGrowsFast',
    expr: `-delta(node_filesystem_avail_bytes{mountpoint=~"/|/var|/var/log"}[6h]) > 1.25e9`,
    holds: '30m',
    summary: 'a log file system of {{ $labels.instance }} grows by more than 5 GB a day',
  }),
  risk: 'other writers on the same file system trip it too',
  undo: 'remove the rule and reload Prometheus',
};
