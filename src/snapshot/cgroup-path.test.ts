import { expect, it } from 'vitest';
import { cgroupName, cgroupPath, unitOf } from './cgroup-path.ts';

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

const ID = '3f2a9c1b2d3e4f5061728394a5b6c7d8e9f00112233445566778899aabbccdde';
it.each([
  ['/system.slice/mysql.service', 'mysql.service'],
  ['/user.slice/user-1000.slice', 'user 1000'],
  [`/system.slice/docker-${ID}.scope`, 'docker container 3f2a9c1b2d3e'],
  [`/docker/${ID}`, 'docker container 3f2a9c1b2d3e'],
  [
    `/kubepods.slice/kubepods-burstable.slice/kubepods-burstable-pod1b2c3d4e_0000_4444_8888_aaaabbbbcccc.slice/cri-containerd-${ID}.scope`,
    'container 3f2a9c1b2d3e of pod 1b2c3d4e-0000-4444-8888-aaaabbbbcccc',
  ],
  [
    `/kubepods/besteffort/pod1b2c3d4e-0000-4444-8888-aaaabbbbcccc/${ID}`,
    'container 3f2a9c1b2d3e of pod 1b2c3d4e-0000-4444-8888-aaaabbbbcccc',
  ],
  [`/kubepods.slice/kubepods-podffff0000_1.slice/crio-${ID}.scope`, 'container 3f2a9c1b2d3e of pod ffff0000-1'],
  ['/kubepods.slice/kubepods-pod1b2c3d4e_0.slice', 'pod 1b2c3d4e-0'],
  [`/machine.slice/libpod-${ID}.scope`, 'podman container 3f2a9c1b2d3e'],
  ['/lxc.payload.web1', 'lxc container web1'],
  ['/lxc/web1', 'lxc container web1'],
  ['/batch', '/batch'],
  ['/', 'the root group'],
  [undefined, 'the control group'],
])('%s is called %s', (cgroup, name) => {
  expect(cgroupName(cgroup)).toBe(name);
});
