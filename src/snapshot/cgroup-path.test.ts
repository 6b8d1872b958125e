import { expect, it } from 'vitest';
import { cgroupPath, unitOf } from './cgroup-path.ts';

it.each([
  ['0::/system.slice/cron.service', '/system.slice/cron.service'],
  ['12:blkio:/user.slice,1:name=systemd:/system.slice/ssh.service,0::/', '/system.slice/ssh.service'],
  ['/docker/4f2a', '/docker/4f2a'],
  ['5:cpu,cpuacct:/a:b/c,4:pids:/d', '/a:b/c'],
  ['-', undefined],
])('%s lies in %s', (printed, path) => {
  expect(cgroupPath(printed)).toBe(path);
});

it.each([
  ['/system.slice/logrotate.service', 'logrotate.service'],
  ['/user.slice/user-1000.slice/user@1000.service/app.slice/foo.service', 'foo.service'],
  ['/system.slice/docker-4f2a.scope', 'docker-4f2a.scope'],
  ['/user.slice', undefined],
])('%s is of unit %s', (cgroup, unit) => {
  expect(unitOf(cgroup)).toBe(unit);
});
