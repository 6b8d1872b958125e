import { blockQueue } from './block-queue/block-queue.ts';
import { buddyinfo } from './buddyinfo/buddyinfo.ts';
import { cgroupCrowds } from './cgroup-crowds/cgroup-crowds.ts';
import { cgroupFiles } from './cgroup-files/cgroup-files.ts';
import { cgroupIo } from './cgroup-io/cgroup-io.ts';
import { cpuList } from './cpu-list/cpu-list.ts';
import { date } from './date/date.ts';
import { df } from './df/df.ts';
import { diskstats } from './diskstats/diskstats.ts';
import { dmi } from './dmi/dmi.ts';
import { du } from './du/du.ts';
import { ethtoolStats } from './ethtool-stats/ethtool-stats.ts';
import { fdLinks } from './fd-links/fd-links.ts';
import { free } from './free/free.ts';
import { ifconfig } from './ifconfig/ifconfig.ts';
import { interrupts } from './interrupts/interrupts.ts';
import { iostat } from './iostat/iostat.ts';
import { iotop } from './iotop/iotop.ts';
import { ipLink } from './ip-link/ip-link.ts';
import { kernelLog } from './kernel-log/kernel-log.ts';
import { kernelRelease } from './kernel-release/kernel-release.ts';
import { loadavg } from './loadavg/loadavg.ts';
import { mdstat } from './mdstat/mdstat.ts';
import { meminfo } from './meminfo/meminfo.ts';
import { mounts } from './mounts/mounts.ts';
import { netClass } from './net-class/net-class.ts';
import { netstatS } from './netstat-s/netstat-s.ts';
import { nstat } from './nstat/nstat.ts';
import type { Parser } from './parser.ts';
import { perf } from './perf/perf.ts';
import { pidstat } from './pidstat/pidstat.ts';
import { pressure } from './pressure/pressure.ts';
import { procCgroups } from './proc-cgroups/proc-cgroups.ts';
import { procNetDev } from './proc-net-dev/proc-net-dev.ts';
import { procNetSnmp } from './proc-net-snmp/proc-net-snmp.ts';
import { procStat } from './proc-stat/proc-stat.ts';
import { procVmstat } from './proc-vmstat/proc-vmstat.ts';
import { ps } from './ps/ps.ts';
import { qdisc } from './qdisc/qdisc.ts';
import { sar } from './sar/sar.ts';
import { schedstat } from './schedstat/schedstat.ts';
import { selfCgroup } from './self-cgroup/self-cgroup.ts';
import { slabinfo } from './slabinfo/slabinfo.ts';
import { slabtop } from './slabtop/slabtop.ts';
import { smart } from './smart/smart.ts';
import { sockstat } from './sockstat/sockstat.ts';
import { softnetStat } from './softnet-stat/softnet-stat.ts';
import { ss } from './ss/ss.ts';
import { ssSummary } from './ss-summary/ss-summary.ts';
import { stack } from './stack/stack.ts';
import { swaps } from './swaps/swaps.ts';
import { sysctl } from './sysctl/sysctl.ts';
import { thpMode } from './thp-mode/thp-mode.ts';
import { top } from './top/top.ts';
import { uptime } from './uptime/uptime.ts';
import { vmstat } from './vmstat/vmstat.ts';
import { zoneinfo } from './zoneinfo/zoneinfo.ts';

/** Every parser, by name: the name is what commands/*.yml says in `parser:`. Two lines each, in the order of the alphabet. */
export const parsers = {
  'block-queue': blockQueue,
  buddyinfo,
  'cgroup-crowds': cgroupCrowds,
  'cgroup-files': cgroupFiles,
  'cgroup-io': cgroupIo,
  'cpu-list': cpuList,
  date,
  df,
  diskstats,
  dmi,
  du,
  'ethtool-stats': ethtoolStats,
  'fd-links': fdLinks,
  free,
  ifconfig,
  interrupts,
  iostat,
  iotop,
  'ip-link': ipLink,
  'kernel-log': kernelLog,
  'kernel-release': kernelRelease,
  loadavg,
  mdstat,
  meminfo,
  mounts,
  'net-class': netClass,
  'netstat-s': netstatS,
  nstat,
  perf,
  pidstat,
  pressure,
  'proc-cgroups': procCgroups,
  'proc-net-dev': procNetDev,
  'proc-net-snmp': procNetSnmp,
  'proc-stat': procStat,
  'proc-vmstat': procVmstat,
  ps,
  qdisc,
  sar,
  schedstat,
  'self-cgroup': selfCgroup,
  slabinfo,
  slabtop,
  smart,
  sockstat,
  'softnet-stat': softnetStat,
  ss,
  'ss-summary': ssSummary,
  stack,
  swaps,
  sysctl,
  'thp-mode': thpMode,
  top,
  uptime,
  vmstat,
  zoneinfo,
} as const satisfies Readonly<Record<string, Parser<unknown>>>;
export type ParserName = keyof typeof parsers;
export type SampleOf<N extends ParserName> = (typeof parsers)[N] extends Parser<infer S> ? S : never;
