import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readOnlyArgv, readOnlyFiles, readOnlyLinks } from './read-only.ts';

test.each([
  'rm -rf /',
  'cat /etc/shadow',
  'sh -c id',
  'sysctl -w vm.swappiness=1',
  'dmesg -C',
  'ss -K dport = 22',
  'ss -lntK',
  'ss -D FILE',
  'tc qdisc del',
  'tc -b FILE',
  'tc -s qdisc add',
  'dmesg -c',
  'dmesg -D',
  'dmesg -n 1',
  'dmesg --clear',
  'journalctl --vacuum-size=1K',
  'journalctl --rotate',
  'journalctl -k -f',
  'journalctl -D /tmp',
  'journalctl --output-fields=x',
  'slabtop -d 1',
  'find / -delete',
  'find /sys/fs/cgroup -type d -delete',
  'find /sys/fs/cgroup -type d -exec rmdir',
  'find /sys/fs/cgroup -fls x',
  'find /proc -maxdepth 1',
  'ip link set eth0 down',
  'pidstat -e rm 1 1',
  'pidstat -d -e 1 1',
  'iostat -o JSON',
  'iostat -x; id',
  'vmstat 1 $(id)',
  'vmstat 1 `id`',
  'vmstat 1 5 > x',
  'vmstat 1 5|tee x',
  "vmstat '1'",
  'vmstat  1',
  ' vmstat 1',
  'vmstat 1\n',
  'vmstat {interval};id',
  '/tmp/vmstat 1 5',
  './ps -e',
  'constructor',
  '__proto__',
  '',
  'sudo ps -e',
  'df -lP /mnt',
  'df --output=../x',
  'ps -eo pid,args:9999',
  'vmstat 99999999',
])('%j is refused', (line) => {
  expect(readOnlyArgv(line).ok).toBe(false);
});

test.each([
  'vmstat -w {interval} {count+1}',
  'iostat -x -k -y -t {interval} {count}',
  'ps -ww -eo pid,ppid,user:20,args',
  'df -lPi',
  'slabtop -o -s c',
  'dmesg',
  'find /sys/fs/cgroup -maxdepth 5 -type d -links +2000 -prune -ls',
])('%j is permitted, word by word', (line) => {
  expect(readOnlyArgv(line)).toEqual({ ok: true, value: line.split(' ') });
});

test.each([
  '/etc/shadow',
  '/etc/*',
  '/proc/kmsg',
  '/proc/k*',
  '/proc/*',
  '/proc/[0-9]*/environ',
  '/proc/1/environ',
  '/proc/sys/kernel/../../kcore',
  '/proc/uptime /etc/shadow',
  '/proc/uptime;id',
  '/proc/$(id)',
  '/proc/uptime\n',
  '/sys/kernel/debug/tracing/trace_pipe',
  '/sys/block/*/../../../etc/shadow',
  '/proc/**/cmdline',
  '/sys/fs/cgroup/**/memory.reclaim',
  '/sys/fs/cgroup/**/../memory.max',
  '/sys/fs/cgroup/**',
  '/root/.ssh/id_rsa',
  'proc/uptime',
  '/proc/sys/vm/drop_caches',
  '/sys/fs/cgroup/*/memory.force_empty',
  '/sys/fs/cgroup/*/memory.reclaim',
  '/sys/fs/cgroup/*/cgroup.kill',
  '/sys/fs/cgroup/../../etc/cpu.stat',
  '/proc/sysrq-trigger',
])('%j is not read', (glob) => {
  expect(readOnlyFiles(['/proc/uptime', glob]).ok).toBe(false);
  expect(readOnlyLinks([glob]).ok).toBe(false);
});

test('an empty list is refused', () => {
  expect(readOnlyFiles([]).ok).toBe(false);
});

test('whatever is permitted holds no character that a shell treats apart', () => {
  const words = fc.array(
    fc.oneof(fc.constantFrom('vmstat', 'ps', 'pidstat', '-e', '1', '{count}', 'pid,args'), fc.string({ maxLength: 8 })),
    { minLength: 1, maxLength: 5 },
  );
  fc.assert(
    fc.property(words, (list) => {
      const proof = readOnlyArgv(list.join(' '));
      if (proof.ok) expect(proof.value.join('')).toMatch(/^[a-zA-Z0-9:,+{}-]+$/);
    }),
    { numRuns: 2000 },
  );
  fc.assert(
    fc.property(
      fc.string({ maxLength: 20 }),
      fc.constantFrom('/proc/', '/sys/block/*/', '/proc/pressure/', '/sys/fs/cgroup/**/', '/etc/'),
      (tail, head) => {
        const proof = readOnlyFiles([head + tail]);
        if (proof.ok) expect(head + tail).toMatch(/^\/[a-zA-Z0-9_./*[\]-]+$/);
      },
    ),
    { numRuns: 2000 },
  );
});
