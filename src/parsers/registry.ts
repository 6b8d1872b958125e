import { blockQueue } from './block-queue/block-queue.ts';
import { cpuList } from './cpu-list/cpu-list.ts';
import { dmi } from './dmi/dmi.ts';
import { du } from './du/du.ts';
import { free } from './free/free.ts';
import { kernelLog } from './kernel-log/kernel-log.ts';
import { kernelRelease } from './kernel-release/kernel-release.ts';
import type { Parser } from './parser.ts';
import { sar } from './sar/sar.ts';
import { selfCgroup } from './self-cgroup/self-cgroup.ts';
import { smart } from './smart/smart.ts';
import { stack } from './stack/stack.ts';
import { sysctl } from './sysctl/sysctl.ts';
import { top } from './top/top.ts';

/** Every parser, by name: the name is what commands/*.yml says in `parser:`. Two lines each, in the order of the alphabet. */
export const parsers = {
  'block-queue': blockQueue,
  'cpu-list': cpuList,
  dmi,
  du,
  free,
  'kernel-log': kernelLog,
  'kernel-release': kernelRelease,
  sar,
  'self-cgroup': selfCgroup,
  smart,
  stack,
  sysctl,
  top,
} as const satisfies Readonly<Record<string, Parser<unknown>>>;
export type ParserName = keyof typeof parsers;
export type SampleOf<N extends ParserName> = (typeof parsers)[N] extends Parser<infer S> ? S : never;
