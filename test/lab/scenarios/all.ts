import type { Scenario } from '../scenario.ts';
import { cgroupScenarios } from './cgroup.ts';
import { cpuScenarios } from './cpu.ts';
import { ioScenarios } from './io.ts';
import { memScenarios } from './mem.ts';
import { netScenarios } from './net.ts';

/** Every scenario, in the order in which they run. */
export const scenarios: readonly Scenario[] = [...ioScenarios, ...cgroupScenarios, ...memScenarios, ...cpuScenarios, ...netScenarios];
