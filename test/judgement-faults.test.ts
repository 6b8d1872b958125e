import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { explain } from '../src/app/explain.ts';
import { readGiven } from '../src/cli/given.ts';
import type { DiagnosisId } from '../src/model/diagnosis.ts';
import { RATE_MB } from '../src/model/figure-text.ts';
import type { VolumeLimit } from '../src/model/target.ts';

/** Hosts that are sick, each with what a person should be told first. The outputs are made up, in the form of the tools. */
const root = join(import.meta.dirname, 'judgement', 'faults');
const now = new Date('2026-12-01T00:00:00Z');
const GIB = 1024 ** 3;

interface Expected {
  readonly cause: string;
  /** Found besides, each explained by the cause. */
  readonly explained?: readonly string[];
  readonly culprit?: string;
  readonly runningForSeconds?: number;
  readonly subject?: string;
  readonly headline?: RegExp;
  readonly volumes?: readonly VolumeLimit[];
  readonly mustNot: readonly string[];
}

const BULK = ['io.bulk-reader', 'io.bulk-writer'];
const SLOW = ['io.slow-device', 'io.device-hung'];
const VOLUME = ['io.volume-iops-limit', 'io.volume-throughput-limit', 'io.burst-credits-exhausted'];
const gp3 = { device: 'nvme1n1', kind: 'gp3', maxOpsPerS: 3000, maxBytesPerS: 125 * RATE_MB } as const;

const table: Readonly<Record<string, Expected>> = {
  'failing-disk': {
    cause: 'io.slow-device',
    explained: ['io.device-saturated', 'io.bulk-reader'],
    subject: 'sda',
    mustNot: ['io.device-hung', ...VOLUME],
  },
  'failing-disk-few-requests': { cause: 'io.slow-device', subject: 'sda', mustNot: ['io.device-hung', ...BULK] },
  'errors-on-another-disk': { cause: 'io.device-saturated', subject: 'sdb', mustNot: ['io.device-hung', ...BULK] },
  'hdd-random-reads': { cause: 'io.device-saturated', subject: 'sda', mustNot: [...SLOW, ...BULK] },
  'gp2-credits-gone': {
    cause: 'io.burst-credits-exhausted',
    explained: ['io.device-saturated'],
    subject: 'nvme1n1',
    volumes: [{ device: 'nvme1n1', kind: 'gp2', maxOpsPerS: 3000, sizeBytes: 100 * GIB }],
    mustNot: ['io.volume-iops-limit', ...SLOW],
  },
  'gp3-throughput': {
    cause: 'io.volume-throughput-limit',
    explained: ['io.device-saturated'],
    subject: 'nvme1n1',
    volumes: [gp3],
    mustNot: ['io.burst-credits-exhausted', 'io.volume-iops-limit', ...SLOW],
  },
  'gp3-iops': {
    cause: 'io.volume-iops-limit',
    explained: ['io.device-saturated'],
    subject: 'nvme1n1',
    volumes: [gp3],
    mustNot: ['io.burst-credits-exhausted', 'io.volume-throughput-limit', ...SLOW],
  },
  'st1-throughput': {
    cause: 'io.burst-credits-exhausted',
    explained: ['io.device-saturated'],
    subject: 'xvdf',
    volumes: [{ device: 'xvdf', kind: 'st1', sizeBytes: 1024 * GIB }],
    mustNot: SLOW,
  },
  'nfs-server-down': { cause: 'io.remote-storage-hung', headline: /10\.0\.4\.7/, mustNot: ['io.device-saturated', ...SLOW, ...BULK] },
  'sshfs-hung': { cause: 'io.remote-storage-hung', mustNot: ['io.device-saturated', ...SLOW, ...BULK] },
  fsfreeze: { cause: 'io.filesystem-frozen', mustNot: ['io.device-saturated', 'io.remote-storage-hung', ...SLOW, ...BULK] },
  'diskstats-hung': { cause: 'io.device-hung', subject: 'vda', mustNot: ['io.device-saturated', ...BULK] },
  'virtio-hung': { cause: 'io.device-hung', subject: 'vda', mustNot: ['io.device-saturated', 'io.slow-device', 'io.flush-bound', ...BULK] },
  'boot-full': { cause: 'io.filesystem-full', subject: '/boot', mustNot: ['io.device-saturated'] },
  'deleted-but-open': {
    cause: 'io.filesystem-full',
    subject: '/var/log',
    culprit: 'java',
    runningForSeconds: 2_592_000,
    headline: /holds a deleted file open/,
    mustNot: ['io.device-saturated'],
  },
  'inodes-full': { cause: 'io.filesystem-full', subject: '/var/spool', headline: /no inodes left/, mustNot: ['io.device-saturated'] },
  'mysqld-fsync-hdd': { cause: 'io.flush-bound', subject: 'sda', culprit: 'mysqld', mustNot: [...SLOW, ...BULK] },
  'etcd-beside-bulk-writer': {
    cause: 'io.bulk-writer',
    explained: ['io.device-saturated'],
    subject: 'sdb',
    culprit: 'tar',
    runningForSeconds: 180,
    headline: /run by backup\.sh \(nightly-backup\.service\)/,
    mustNot: ['io.flush-bound', ...SLOW],
  },
  'mongodump-reads': {
    cause: 'io.bulk-reader',
    explained: ['io.device-saturated'],
    subject: 'nvme0n1',
    culprit: 'mongod',
    mustNot: ['io.bulk-writer', ...SLOW],
  },
  'old-iostat-tar': {
    cause: 'io.bulk-reader',
    explained: ['io.device-saturated'],
    subject: 'sda',
    culprit: 'tar',
    mustNot: ['io.bulk-writer', ...SLOW],
  },
  'logrotate-gzip-children': {
    cause: 'io.bulk-reader',
    explained: ['io.device-saturated'],
    subject: 'nvme1n1',
    culprit: 'gzip',
    runningForSeconds: 118,
    headline: /run by logrotate \(logrotate\.service\), reads 5\d MB\/s/,
    mustNot: ['io.bulk-writer', ...SLOW],
  },
  'usb-stick-cp': {
    cause: 'io.writeback-stall',
    explained: ['io.bulk-writer', 'io.device-saturated'],
    subject: 'sdc',
    culprit: 'cp',
    runningForSeconds: 340,
    mustNot: SLOW,
  },
  'md-resync-database': {
    cause: 'io.raid-resync',
    explained: ['io.device-saturated'],
    subject: 'md0',
    mustNot: [...BULK, ...SLOW],
  },
  'md-check-waits': { cause: 'io.raid-resync', explained: ['io.device-saturated'], subject: 'md1', mustNot: [...BULK, ...SLOW] },
  'md-check-held-back': { cause: 'io.bulk-reader', subject: 'sda', culprit: 'restic', mustNot: SLOW },
  'swap-in-storm-hdd': { cause: 'mem.swap-thrash', explained: ['io.swap-in', 'io.device-saturated'], mustNot: [...BULK, ...SLOW] },
  'luks-slow-disk': {
    cause: 'io.bulk-reader',
    explained: ['io.device-saturated'],
    subject: 'sda',
    culprit: 'updatedb.plocat',
    mustNot: SLOW,
  },
  'multipath-failed-path': { cause: 'io.device-saturated', subject: 'sdc', mustNot: ['io.device-hung', ...BULK] },
  'container-reads': {
    cause: 'io.bulk-reader',
    subject: 'nvme1n1',
    culprit: 'python3',
    runningForSeconds: 480,
    headline: /container 9f86d081884c\)/,
    mustNot: ['io.bulk-writer', ...SLOW],
  },
  'kubernetes-pod-reads': {
    cause: 'io.bulk-reader',
    subject: 'nvme1n1',
    culprit: 'java',
    headline: /container 9f86d081884c of pod 1b2c3d4e-5f60-4718-8293-a4b5c6d7e8f9\)/,
    mustNot: ['io.bulk-writer', ...SLOW],
  },
  'rsyslogd-flood': {
    cause: 'io.bulk-writer',
    explained: ['io.device-saturated'],
    subject: 'vda',
    culprit: 'rsyslogd',
    mustNot: ['io.flush-bound', ...SLOW],
  },
  'two-equal-readers': { cause: 'io.device-saturated', subject: 'sdb', mustNot: [...BULK, ...SLOW] },
  'kworker-writes': { cause: 'io.device-saturated', subject: 'sda', mustNot: [...BULK, ...SLOW] },
  'kworker-alone': { cause: 'none.insufficient-data', headline: /kworker.* 1\d\d MB\/s.*iostat/, mustNot: BULK },
};

async function* nothing(): AsyncGenerator<Uint8Array> {}

it('every folder stands in the table', () => {
  expect(readdirSync(root).toSorted()).toEqual(Object.keys(table).toSorted());
});

it.each(Object.entries(table))('%s', async (name, { explained = [], mustNot, volumes = [], ...expected }) => {
  const { outputs, complaints } = await readGiven([join(root, name)], nothing(), now);
  expect(complaints).toEqual([]);
  const diagnosis = explain({ id: 'case' as DiagnosisId, host: 'pasted output', takenAt: now, outputs, volumes });
  const { cause, headline, findings, unread } = diagnosis;
  const [first] = findings;
  expect(cause).toBe(expected.cause);
  expect(unread.lines).toEqual([]);
  if (expected.headline) expect(headline).toMatch(expected.headline);
  if (expected.subject) expect(first?.subject?.name).toBe(expected.subject);
  expect(first?.culprit?.process).toBe(expected.culprit);
  if (expected.runningForSeconds) expect(first?.culprit?.runningForSeconds).toBe(expected.runningForSeconds);
  for (const id of explained) expect(findings.find((finding) => finding.cause === id)?.explainedBy, id).toBe(cause);
  expect(findings.map((finding) => finding.cause).filter((id) => mustNot.includes(id))).toEqual([]);
});
