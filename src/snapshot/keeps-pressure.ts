import type { RawOutput } from '../model/output.ts';
import type { Samples } from './samples.ts';

/** Whether this kernel keeps pressure stall information: its files were read, or asked for in vain, or it is too old to have them. */
export function keepsPressure(samples: Samples, outputs: readonly RawOutput[], kernel: string | undefined): boolean | undefined {
  if (samples.pressure.some(({ sample }) => sample.files.some(({ scope }) => scope === 'host'))) return true;
  return askedForPressure(outputs) || canKeepPressure(kernel) === false ? false : undefined;
}

export function askedForPressure(outputs: readonly RawOutput[]): boolean {
  return outputs.some(({ outcome, command }) => outcome === 'ok' && command.includes('/proc/pressure'));
}

/** By its version: 4.20 and later; undefined where that was not read. */
export function canKeepPressure(kernel: string | undefined): boolean | undefined {
  const [, major, minor] = /^(\d+)\.(\d+)/.exec(kernel ?? '') ?? [];
  if (major === undefined || minor === undefined) return undefined;
  return Number(major) > 4 || (Number(major) === 4 && Number(minor) >= 20);
}
