import { expect, test } from 'vitest';
import { atRest, cites, device, devices, process, processes, psi, saturatedByReads } from '../../../test/given.ts';
import { RATE_MB } from '../../model/figure-text.ts';
import { bulkReader } from './bulk-reader.ts';

const nvme = device('nvme1n1', saturatedByReads, {
  scheduler: 'none',
  mounts: ['/var/log'],
  limit: { device: 'nvme1n1', kind: 'gp3', maxBytesPerS: 125 * RATE_MB, maxOpsPerS: 3000 },
});
const gzip = process(18822, 'gzip', { parentPid: 18790, unit: 'logrotate.service' }, { readBytesPerS: 58e6, writeBytesPerS: 0 });
const logrotate = process(18790, 'logrotate', { parentPid: 1 });
const mysqld = process(1311, 'mysqld', {}, { readBytesPerS: 2.8e6, writeBytesPerS: 1.6e6 });
const story = { devices: devices(nvme, device('nvme0n1', atRest)), processes: processes(gzip, logrotate, mysqld), pressure: psi(78, 55) };

test('log rotation is named with parent, unit and share, and capped where the scheduler ignores classes', () => {
  const verdict = bulkReader.decide({ ...story, host: { cites, cgroupVersion: 2 } });
  expect(verdict).toMatchObject({
    kind: 'found',
    severity: 'critical',
    confidence: 'certain',
    culprit: {
      process: 'gzip',
      kind: 'log-rotation',
      parents: [{ process: 'logrotate', pid: 18790 }],
      unit: 'logrotate.service',
      share: { basis: 'only-busy-device' },
    },
    sufferers: [{ process: 'mysqld' }],
  });
  if (verdict.kind !== 'found') throw new Error('not found');
  const fixes = [...verdict.advice.now, ...verdict.advice.lasting];
  expect(verdict.advice.now[0]?.command).toContain('IOReadBandwidthMax="/dev/nvme1n1 20M"');
  expect(fixes.some((fix) => fix.command?.includes('ionice'))).toBe(false);
  expect(fixes.map((fix) => fix.does).join('\n')).not.toMatch(/credit/i);
  expect(verdict.advice.lasting.map((fix) => fix.does.split(' ')[0])).toEqual(['Write', 'Move', 'Run', 'Compress', 'Buy']);
});

test('on cgroup v1 a reader is capped as v1 can, and nobody is promised what only v2 has', () => {
  const verdict = bulkReader.decide({ ...story, host: { cites, cgroupVersion: 1 } });
  expect(JSON.stringify(verdict)).not.toContain('IOReadBandwidthMax');
  expect(verdict).toMatchObject({ advice: { summary: expect.stringContaining('for cgroup v1') } });
  expect(JSON.stringify(verdict)).toContain('BlockIOReadBandwidth=\\"/dev/nvme1n1 20M\\"');
});

test('where the cgroup version was not read, the first step says what it needs', () => {
  expect(bulkReader.decide(story)).toMatchObject({ advice: { summary: expect.stringContaining('needs cgroup v2') } });
});

test('a process without a unit gets no systemctl line', () => {
  const { unit: _unit, ...loose } = gzip;
  const verdict = bulkReader.decide({ ...story, processes: processes(loose, logrotate) });
  expect(verdict).toMatchObject({ kind: 'found', advice: { now: [{ command: 'kill -STOP 18822' }] } });
  expect(JSON.stringify(verdict)).not.toContain('systemctl');
  expect(JSON.stringify(verdict)).toContain("systemd-run --scope -p 'IOReadBandwidthMax=/dev/nvme1n1 20M'");
});

test('a parent credited in one interval with all that its child had read is no culprit', () => {
  const steady = { readBytesPerS: 6e6, writeBytesPerS: 0 };
  const reaper = process(70, 'make', {}, { readBytesPerS: 3e9 }, steady, steady, steady, steady);
  const target = device('sda', saturatedByReads, { intervals: [1, 2, 3, 4, 5].map(() => ({ cites, ...saturatedByReads })) });
  const open = { openFiles: [{ path: '/a/x', device: 'sda', deleted: false, fd: '3' }] };
  for (const each of [reaper, { ...reaper, ...open }]) {
    expect(bulkReader.decide({ devices: devices(target), processes: processes(each), pressure: psi(40) }).kind).toBe('ruled-out');
  }
});

test('bytes read that do not fit into the device came from elsewhere, whatever files are open', () => {
  const open = { openFiles: [{ path: '/a/x', device: 'sda', deleted: false, fd: '3' }] };
  const views = {
    devices: devices(device('sda', saturatedByReads)),
    processes: processes(process(70, 'make', open, { readBytesPerS: 3e9 })),
  };
  expect(bulkReader.decide(views).kind).toBe('ruled-out');
});

test.each([
  [31.9e6, 'found'],
  [31.2e6, 'ruled-out'],
] as const)('a reader of %d B/s of 62.7 MB/s', (readBytesPerS, kind) => {
  const views = { ...story, processes: processes(process(5, 'cat', {}, { readBytesPerS })) };
  expect(bulkReader.decide(views).kind).toBe(kind);
});

test('who streams from another disk is never named', () => {
  const slow = device('loop1', { ...saturatedByReads, readBytesPerS: 2.1e6, writeBytesPerS: 0 });
  const fast = device('loop2', { ...atRest, readBytesPerS: 61e6, readOpsPerS: 100 });
  const streamer = process(9, 'cat', { openFiles: [{ path: '/b/x', device: 'loop2', deleted: false, fd: '3' }] }, { readBytesPerS: 61e6 });
  const random = process(8, 'fio', { openFiles: [{ path: '/a/x', device: 'loop1', deleted: false, fd: '3' }] }, { readBytesPerS: 2.1e6 });
  const untied = { ...streamer, openFiles: [] };
  expect(bulkReader.decide({ devices: devices(slow, fast), processes: processes(streamer, random) })).toMatchObject({
    culprit: { process: 'fio', share: { basis: 'open-files' } },
  });
  expect(bulkReader.decide({ devices: devices(slow, fast), processes: processes(untied) }).kind).toBe('ruled-out');
});

test('kernel threads and the loop workers are not blamed', () => {
  const kworker = process(50, 'kworker/u4:1+loop1', { kernelThread: true }, { readBytesPerS: 60 * RATE_MB });
  expect(bulkReader.decide({ ...story, processes: processes(kworker) }).kind).toBe('ruled-out');
});

test('the children of one parent are summed', () => {
  const parent = process(100, 'pbzip-all', { parentPid: 1 });
  const children = [1, 2, 3].map((n) => process(100 + n, 'bzip2', { parentPid: 100 }, { readBytesPerS: 18e6 }));
  expect(bulkReader.decide({ ...story, processes: processes(parent, ...children) })).toMatchObject({
    kind: 'found',
    culprit: { readBytesPerS: 54e6 },
  });
});

test('missing processes leave it undecided, a calm device rules it out, the idle class too', () => {
  expect(bulkReader.decide({ devices: story.devices }).kind).toBe('undecided');
  expect(bulkReader.decide({ devices: devices(device('sda', atRest)), processes: story.processes }).kind).toBe('ruled-out');
  expect(
    bulkReader.decide({ processes: processes(process(3, 'updatedb', { ioClass: 'idle' }, { readBytesPerS: 60 * RATE_MB })) }).kind,
  ).toBe('ruled-out');
  expect(bulkReader.decide({ processes: processes(process(3, 'influxd', {}, { readBytesPerS: 50 * RATE_MB })) }).kind).toBe('found');
  expect(bulkReader.decide({ processes: processes(process(3, 'influxd', {}, { readBytesPerS: 49.9 * RATE_MB })) }).kind).toBe('undecided');
});

test('a container is called by its short name', () => {
  const cgroup = `/system.slice/docker-${'9f86d081884c'.padEnd(64, '0')}.scope`;
  const unit = `docker-${'9f86d081884c'.padEnd(64, '0')}.scope`;
  const reader = process(18822, 'python3', { cgroup, unit }, { readBytesPerS: 58e6, writeBytesPerS: 0 });
  const verdict = bulkReader.decide({ devices: devices(nvme), processes: processes(reader), pressure: psi(78) });
  expect(verdict.kind === 'found' && verdict.headline).toMatch(/^python3 \(docker container 9f86d081884c\), reads/);
});
