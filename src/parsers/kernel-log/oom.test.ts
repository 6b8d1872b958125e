import { expect, it } from 'vitest';
import type { OutputId } from '../../model/output.ts';
import { sourceOf } from '../parser.ts';
import { kernelLog } from './kernel-log.ts';

const read = (...lines: readonly string[]) =>
  kernelLog.parse(sourceOf('log' as OutputId, 'dmesg', lines.map((text, index) => `[ 10.00000${index % 10}] ${text}`).join('\n'))).sample
    ?.events ?? [];

it('joins a report of today’s kernels: limit, victim, groups and the largest tasks', () => {
  const events = read(
    'stress invoked oom-killer: gfp_mask=0xcc0(GFP_KERNEL), order=0, oom_score_adj=0',
    'memory: usage 65536kB, limit 65536kB, failcnt 71',
    'anon 66310144',
    'file 4096',
    '[  pid  ]   uid  tgid total_vm      rss rss_anon rss_file rss_shmem pgtables_bytes swapents oom_score_adj name',
    '[   4121]     0  4121     1210      500      200      300         0        61440        0             0 bash',
    '[   4125]     0  4125    30210    16000    15900      100         0       161440        0             0 tmux: server',
    'oom-kill:constraint=CONSTRAINT_MEMCG,nodemask=(null),cpuset=/,mems_allowed=0,oom_memcg=/a,task_memcg=/a/b,task=stress,pid=4125,uid=0',
    'Memory cgroup out of memory: Killed process 4125 (stress) total-vm:120840kB, anon-rss:63600kB, file-rss:400kB, shmem-rss:0kB, UID:0',
    'oom_reaper: reaped process 4125 (stress), now anon-rss:0kB, file-rss:0kB, shmem-rss:0kB',
  );
  expect(events).toMatchObject([
    {
      kind: 'oom-kill',
      process: 'stress',
      pid: 4125,
      cgroup: '/a/b',
      oom: {
        scope: 'cgroup',
        limitCgroup: '/a',
        askedBy: 'stress',
        victimNamed: true,
        usageBytes: 65536 * 1024,
        limitBytes: 65536 * 1024,
        failures: 71,
        anonBytes: 66310144,
        cacheBytes: 4096,
        victimAnonBytes: 63600 * 1024,
        tasks: [
          { process: 'tmux: server', pid: 4125, residentBytes: 16000 * 4096 },
          { process: 'bash', pid: 4121 },
        ],
      },
    },
  ]);
});

it.each([
  ['Killed process 2592, UID 27, (mysqld) total-vm:1208400kB, anon-rss:63600kB, file-rss:400kB', 'mysqld', 2592],
  ['Out of memory: Killed process 77 ((sd-pam)) total-vm:1208kB, anon-rss:636kB', '(sd-pam)', 77],
  ['Out of Memory: Killed process 912 (httpd).', 'httpd', 912],
])('%s', (text, process, pid) => {
  expect(read(text)).toMatchObject([{ process, pid, oom: { victimNamed: true } }]);
});

it('keeps a report together however many tasks it lists', () => {
  const rows = Array.from({ length: 3000 }, (_, index) => `[ ${index + 10}]     0 ${index + 10}  100  ${index} 61440  0  0 worker`);
  const events = read(
    'java invoked oom-killer: gfp_mask=0x0, order=0, oom_score_adj=0',
    '[ pid ]   uid  tgid total_vm      rss nr_ptes swapents oom_score_adj name',
    ...rows,
    'Out of memory: Killed process 3009 (worker) total-vm:1kB, anon-rss:9kB',
  );
  expect(events).toMatchObject([{ pid: 3009, oom: { scope: 'host', askedBy: 'java' } }]);
  expect(events[0]?.oom?.tasks).toHaveLength(5);
});

it('tells who asked from who died where the report was cut before its victim', () => {
  expect(read('java invoked oom-killer: gfp_mask=0x0, order=0')).toMatchObject([{ oom: { victimNamed: false, askedBy: 'java' } }]);
});

it('knows a report whose head was cut by its table of tasks', () => {
  const table = [
    '[  pid  ]   uid  tgid total_vm      rss pgtables_bytes swapents oom_score_adj name',
    '[   4121]     0  4121     1210      500        61440        0             0 bash',
  ];
  const tasks = [{ process: 'bash', residentBytes: 500 * 4096 }];
  expect(read('Tasks state (memory values in pages):', ...table)).toMatchObject([{ kind: 'oom-kill', oom: { victimNamed: false, tasks } }]);
  expect(read(...table)).toMatchObject([{ kind: 'oom-kill', oom: { victimNamed: false, tasks } }]);
});

it('reads the victim behind the long paths of containers', () => {
  const pod = `/kubepods.slice/kubepods-burstable.slice/kubepods-burstable-pod${'0'.repeat(36)}.slice`;
  const scope = `cri-containerd-${'1'.repeat(64)}.scope`;
  const summary = `oom-kill:constraint=CONSTRAINT_MEMCG,nodemask=(null),cpuset=${scope},mems_allowed=0-1,oom_memcg=/lxc.payload.worker1-lxc${pod},task_memcg=/lxc.payload.worker1-lxc${pod}/${scope},task=trainer,pid=461754,uid=0`;
  expect(read(summary)).toMatchObject([
    { process: 'trainer', pid: 461754, oom: { scope: 'cgroup', limitCgroup: `/lxc.payload.worker1-lxc${pod}`, victimNamed: true } },
  ]);
});
