import type { SarSample } from '../parsers/sar/sample.ts';
import { readSampling } from '../parsers/text/arguments.ts';
import type { Samples } from './samples.ts';

/** What sar and mpstat tell of stretches of time: mpstat without an interval tells of all the time since boot. */
export function timedSar(samples: Samples): readonly SarSample[] {
  const timed = samples.sar.filter(({ output: { command } }) => !/\bmpstat\b/.test(command) || readSampling(command, ['-P']).repeats);
  return timed.map(({ sample }) => sample);
}
