import type { Advice, Fix } from '../../../model/finding.ts';
import type { Filesystem, ProcessView } from '../../../snapshot/views.ts';
import { shellWord } from '../../advice/shell.ts';
import { alertRule } from '../../advice/watch.ts';

/** For a file system without room or inodes. */
export function fullAdvice(
  filesystem: Filesystem,
  holder: { readonly process: ProcessView; readonly fd: string } | undefined,
  inodes: boolean,
): Advice {
  const mount = shellWord(filesystem.mount);
  const free: Fix = holder
    ? {
        does: `Empty the deleted file that ${holder.process.name} (pid ${holder.process.pid}) still holds, or restart that service`,
        command: `: > /proc/${holder.process.pid}/fd/${/^\d+$/.test(holder.fd) ? holder.fd : 'FD'}`,
        risk: 'destructive',
        caution: 'what stands in the file is lost; copy it from /proc/PID/fd/FD first if it is needed',
      }
    : inodes
      ? {
          does: 'Delete what there are too many of: sessions, caches, mail queues',
          command: `find ${mount} -xdev -type d -size +1M`,
          risk: 'safe',
          caution: 'reads many directories: not while the disk is busy',
        }
      : {
          does: `Find what is large on ${filesystem.mount}, then delete or move it`,
          command: `du -xh --max-depth=2 ${mount} | sort -h | tail -n 20`,
          risk: 'safe',
          caution: 'reads many directories: not while the disk is busy',
        };
  const metric = inodes ? 'node_filesystem_files_free / node_filesystem_files' : 'node_filesystem_avail_bytes / node_filesystem_size_bytes';
  return {
    summary: holder
      ? `Let ${holder.process.name} (pid ${holder.process.pid}) go of its deleted file on ${filesystem.mount}`
      : `Free ${inodes ? 'inodes' : 'space'} on ${filesystem.mount}`,
    now: [free],
    lasting: [
      {
        does: 'Rotate and limit what grows; use copytruncate or reopen logs after rotation',
        risk: 'safe',
        undo: 'restore the old settings',
      },
      inodes
        ? {
            does: 'Make the file system anew with more inodes (mkfs -N) or use one without a fixed number (xfs, btrfs)',
            risk: 'disruptive',
            caution: 'everything on it has to be copied',
          }
        : { does: 'Enlarge the volume', risk: 'safe', caution: 'costs every month; most file systems cannot shrink again' },
    ],
    verify: [{ command: `df -P${inodes ? 'i' : ''} ${mount}`, expect: 'below 90 %' }],
    guard: [
      {
        does: `Alert when less than 10 % of ${inodes ? 'inodes' : 'space'} is left`,
        prometheusRule: alertRule({
          name: inodes ? 'FilesystemInodesLow' : 'FilesystemSpaceLow',
          expr: `${metric}{fstype!~"squashfs|iso9660|erofs"} < 0.1`.replace(' / node', '{fstype!~"squashfs|iso9660|erofs"} / node'),
          holds: '15m',
          summary: 'a file system of {{ $labels.instance }} is nearly full',
        }),
        risk: 'large file systems trip it long before they are full',
        undo: 'remove the rule and reload Prometheus',
      },
    ],
  };
}
