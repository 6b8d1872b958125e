import type { CulpritKind } from '../../model/finding.ts';

const DATABASE =
  /^(mysqld?|mariadbd?|postgres(ql)?|postmaster|mongo[ds]|redis-server|valkey-server|influxd|clickhouse.*|cassandra|etcd|oracle.*|sqlservr|memcached|prometheus|elasticsearch|opensearch|couchdb|beam\.smp|ora_.*)$/;

/** In this order: a gzip below logrotate is log rotation, a tar below a backup script is a backup. */
const KINDS: readonly { readonly kind: CulpritKind; readonly names: RegExp; readonly words?: RegExp }[] = [
  { kind: 'log-rotation', names: /^(logrotate|savelog|newsyslog|rotatelogs|cronolog)$/, words: /\blogrotate\b/ },
  {
    kind: 'backup',
    names:
      /^(restic|borg|borgmatic|duplicity|duplicati.*|rsnapshot|rdiff-backup|mysqldump|mariadb-dump|mydumper|pg_dump(all)?|pg_basebackup|pgbackrest|barman|wal-g|xtrabackup|mariabackup|bacula-fd|bareos-fd|mongodump|vzdump|kopia|velero|amandad|dump|proxmox-backup.*)$/,
    words: /backup|snapshot-agent/,
  },
  {
    kind: 'package-manager',
    names:
      /^(apt|apt-get|aptitude|dpkg|dpkg-deb|unattended-upgr.*|dnf|yum|rpm|zypper|pacman|snapd?|packagekitd?|apk|flatpak|do-release-upgrade)$/,
    words: /\b(apt-daily\S*|unattended-upgrades|dnf-makecache)\b/,
  },
  {
    kind: 'file-scan',
    names:
      /^(updatedb.*|mlocate|plocate.*|find|bfs|fd|clamscan|clamdscan|clamd|aide|tripwire|rkhunter|chkrootkit|du|ncdu|grep|rg|sha\d+sum|md5sum|savd|falcon-sensor|mdatp|tracker-.*|baloo.*)$/,
    words: /\b(updatedb|man-db)\b/,
  },
  { kind: 'database', names: DATABASE },
  { kind: 'copy', names: /^(rsync|cp|mv|tar|dd|scp|sftp-server|rclone|cpio|pax|lftp|wget|curl|pv)$/ },
];

export function isDatabase(name: string): boolean {
  return DATABASE.test(name.toLowerCase());
}

/** What sort of work it is, told by its own name, its parents' and its unit's. */
export function kindOf(process: string, parents: readonly string[], unit: string | undefined): CulpritKind {
  const names = [process, ...parents].map((name) => name.toLowerCase());
  const words = [...names, unit?.toLowerCase() ?? ''].join(' ');
  const own = KINDS.find(({ names: pattern, words: told }) => names.some((name) => pattern.test(name)) || told?.test(words));
  return own?.kind ?? 'other';
}
