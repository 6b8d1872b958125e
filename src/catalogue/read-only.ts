import type { ReadOnlyArgv, ReadOnlyGlobs } from '../model/command.ts';

/**
 * What may run on a host, and the only makers of ReadOnlyArgv and ReadOnlyGlobs.
 *
 * A list of what is allowed, never of what is refused: a word, a path or a program that is not here does not run.
 * Each pattern must match a whole word. Whoever widens one shows by the tool's manual page that no such word
 * writes, executes, clears or waits on the host (`pidstat -e` runs a program, `dmesg -C` clears, `iostat -o FILE`
 * exists, `/proc/kmsg` is emptied by reading), and adds the dangerous neighbour to read-only.test.ts.
 */
const programs: Readonly<Record<string, readonly RegExp[]>> = {
  vmstat: [/^-[antwy]+$/],
  iostat: [/^-[dkmtxyN]+$/],
  pidstat: [/^-[dhrtuwIR]+$/],
  ps: [/^-[eAw]+$/, /^-e?o$/, /^[a-z]+(?::\d{1,3})?(?:,[a-z]+(?::\d{1,3})?)*$/],
  df: [/^-[aiklPT]+$/],
  // Without -o it never ends; -d takes a delay.
  slabtop: [/^-os?$/, /^-s$/, /^[aclov]$/],
  dmesg: [/^-[krtTx]+$/],
  // -delete, -exec, -ok, -fls and -fprint are what it must never be given.
  find: [/^\/sys\/fs\/cgroup$/, /^-(?:maxdepth|type|links|prune|ls)$/, /^d$/, /^\+\d{1,6}$/],
  // -K closes sockets, -D and -F take files.
  ss: [/^-[Hlnt]+p?$/],
  tc: [/^-s$/, /^qdisc$/, /^show$/],
  journalctl: [/^-[bkqr]+$/, /^-n$/, /^-o$/, /^short(?:-iso|-monotonic|-precise)?$/, /^--(?:no-pager|utc)$/],
};

/** Numbers and the words that the window fills in. */
const anyProgram: readonly RegExp[] = [/^\d{1,6}$/, /^\{(?:interval|count|count\+1|wide-interval|wide-count)\}$/];

/** Files whose text may be read. '*' stands within one path segment only, but for '**', each control group. */
const readable: readonly RegExp[] = [
  /^\/proc\/(?:uptime|diskstats|stat|vmstat|interrupts|softirqs|meminfo|mdstat|loadavg|version|swaps|cgroups|buddyinfo|zoneinfo|schedstat)$/,
  /^\/proc\/net\/(?:dev|snmp|netstat|snmp6|sockstat|softnet_stat)$/,
  /^\/proc\/sys\/net\/(?:core\/somaxconn|ipv4\/(?:ip_local_port_range|tcp_max_syn_backlog)|netfilter\/nf_conntrack_(?:count|max))$/,
  /^\/sys\/class\/net\/\*\/(?:speed|duplex|operstate|ifindex|iflink)$/,
  /^\/proc\/pressure\/(?:\*|io|cpu|memory|irq)$/,
  /^\/proc\/(?:self|1)\/(?:mountinfo|cgroup)$/,
  /^\/proc\/\[0-9\]\*\/cgroup$/,
  /^\/proc\/sys\/vm\/(?:dirty_(?:\*|[a-z_]+)|swappiness|min_free_kbytes|vfs_cache_pressure|overcommit_memory|overcommit_ratio)$/,
  // compact_memory and drop_caches lie beside these and are written; khugepaged/ holds counters and settings nobody asks for.
  /^\/sys\/kernel\/mm\/transparent_hugepage\/(?:enabled|defrag)$/,
  /^\/proc\/sys\/kernel\/(?:osrelease|task_delayacct|hung_task_timeout_secs)$/,
  /^\/sys\/block\/\*\/(?:dev|size|ro|queue\/(?:scheduler|rotational|nr_requests|read_ahead_kb|write_cache|wbt_lat_usec))$/,
  /^\/sys\/block\/\*\/\*\/(?:dev|partition|size)$/,
  /^\/sys\/block\/\*\/(?:dm\/name|loop\/backing_file|md\/(?:level|array_state|sync_action)|device\/(?:model|vendor))$/,
  // '**' is each control group. Reading any of these changes nothing; memory.force_empty, memory.reclaim and cgroup.kill lie beside them and are written.
  /^\/sys\/fs\/cgroup(?:\/\*){0,2}\/cgroup\.stat$/,
  /^\/sys\/fs\/cgroup\/\*\*\/(?:cpu\.(?:stat|max|cfs_quota_us|cfs_period_us)|cpuacct\.usage)$/,
  /^\/sys\/fs\/cgroup\/\*\*\/memory\.(?:current|max|high|events|pressure|usage_in_bytes|limit_in_bytes|failcnt|oom_control)$/,
  /^\/sys\/fs\/cgroup\/\*\*\/(?:pids\.(?:current|max|events)|io\.(?:stat|max))$/,
  /^\/sys\/fs\/cgroup\/\*\*\/blkio\.throttle\.(?:io_(?:service_bytes|serviced)|(?:read|write)_(?:bps|iops)_device)$/,
  /^\/sys\/devices\/system\/cpu\/online$/,
  /^\/sys\/class\/dmi\/id\/(?:sys_vendor|product_name)$/,
  /^\/sys\/hypervisor\/type$/,
  /^\/etc\/os-release$/,
];

/** Links whose target may be read. */
const followable: readonly RegExp[] = [/^\/proc\/\[0-9\]\*\/fd\/\*$/, /^\/sys\/block\/\*\/(?:slaves|holders)\/\*$/];

export type Proof<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly why: string };

/** Proves one command line: a permitted program, each word permitted for it, and nothing that a shell would read as more than a word. */
export function readOnlyArgv(line: string): Proof<ReadOnlyArgv> {
  const words = line.split(' ');
  const [program = '', ...rest] = words;
  // [object Object] keys such as 'constructor' are no programs.
  const patterns = Object.hasOwn(programs, program) ? programs[program] : undefined;
  if (patterns === undefined) {
    return refused(`program ${JSON.stringify(program)} is not permitted; permitted are ${Object.keys(programs).join(', ')}`);
  }
  const bad = rest.find((word) => ![...anyProgram, ...patterns].some((pattern) => matchesWhole(pattern, word)));
  if (bad !== undefined) {
    return refused(`word ${JSON.stringify(bad)} is not permitted for ${program}; src/catalogue/read-only.ts lists what is`);
  }
  return { ok: true, value: words as unknown as ReadOnlyArgv };
}

export function readOnlyFiles(globs: readonly string[]): Proof<ReadOnlyGlobs> {
  return provedGlobs(globs, readable, 'read');
}

export function readOnlyLinks(globs: readonly string[]): Proof<ReadOnlyGlobs> {
  return provedGlobs(globs, followable, 'followed');
}

function provedGlobs(globs: readonly string[], permitted: readonly RegExp[], verb: string): Proof<ReadOnlyGlobs> {
  if (globs.length === 0) return refused('the list is empty; name at least one path');
  const bad = globs.find((glob) => !permitted.some((pattern) => matchesWhole(pattern, glob)));
  if (bad !== undefined) {
    return refused(`path ${JSON.stringify(bad)} may not be ${verb}; src/catalogue/read-only.ts lists what may`);
  }
  return { ok: true, value: globs as unknown as ReadOnlyGlobs };
}

/** `$` also matches before a last newline in other languages, not in JavaScript; the length says so for good. */
function matchesWhole(pattern: RegExp, word: string): boolean {
  return pattern.exec(word)?.[0]?.length === word.length;
}

function refused(why: string): { readonly ok: false; readonly why: string } {
  return { ok: false, why };
}
