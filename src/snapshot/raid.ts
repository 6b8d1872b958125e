import type { RawOutput } from '../model/output.ts';
import type { MdArray } from '../parsers/mdstat/mdstat.ts';
import { present } from './present.ts';
import { latest } from './readings.ts';
import type { Samples } from './samples.ts';
import type { RaidArray, RaidView } from './views.ts';

/**
 * Software arrays, as the newest /proc/mdstat has them. A host without any has a view without arrays, as has one that was
 * asked for the file and has none because the md driver is not loaded: that is known, not missing.
 */
export function raidView(samples: Samples, outputs: readonly RawOutput[]): RaidView | undefined {
  const mdstat = latest(samples.mdstat);
  if (mdstat !== undefined) return { arrays: mdstat.arrays.map(fromMdstat) };
  const asked = outputs.some(({ outcome, pathPrefixed, command }) => outcome === 'ok' && pathPrefixed && command.includes('/proc/mdstat'));
  return asked ? { arrays: [] } : undefined;
}

function fromMdstat(array: MdArray): RaidArray {
  const { name, level, members, membersWanted, membersUp, slots, progressPct, speedBytesPerS, finishSeconds, cites } = array;
  const missing = membersWanted !== undefined && membersUp !== undefined && membersUp < membersWanted;
  // One that waits for its turn moves no bytes.
  const action = array.actionState === undefined || array.actionState === 'running' ? array.action : undefined;
  return {
    name,
    members: members.map(({ device }) => device),
    degraded: missing || slots?.includes('_') === true || members.some(({ faulty }) => faulty),
    ...present({ level, action, progressPct, speedBytesPerS, finishSeconds }),
    cites,
  };
}
