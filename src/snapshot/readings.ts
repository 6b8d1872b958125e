import type { SarSample } from '../parsers/sar/sample.ts';
import { growth } from './rates.ts';
import type { Reading, Samples } from './samples.ts';

/** The readings of counters at the two ends of the window, where both came. */
export function bothEnds<S>(readings: readonly Reading<S>[]): { readonly before: S; readonly after: S } | undefined {
  const before = readings.find(({ output }) => output.reading === 1);
  const after = readings.findLast(({ output }) => output.reading === 2);
  return before && after ? { before: before.sample, after: after.sample } : undefined;
}

/** The newest reading: what gauges are taken from. */
export function latest<S>(readings: readonly Reading<S>[]): S | undefined {
  return (readings.findLast(({ output }) => output.reading === 2) ?? readings.at(-1))?.sample;
}

/**
 * How long the window was: by the host's own clock where /proc/uptime was read at both ends, since a busy host is late;
 * else by the longest run of a sampler: as its command line asks, for an excerpt holds less, or as its reports tell. Undefined where no output tells.
 */
export function windowSecondsOf(samples: Samples): number | undefined {
  const commands = new Set(samples.uptime.map(({ output }) => output.commandId));
  const measured = [...commands].map((commandId) => secondsBetween(samples, commandId)).find((seconds) => seconds !== undefined);
  const longest = Math.max(0, ...intervalsOf(samples));
  return measured ?? secondsOf(samples.uptime) ?? (longest > 0 ? longest : undefined);
}

/** Seconds between the two readings of one command, each of which led with /proc/uptime. */
export function secondsBetween(samples: Samples, commandId: string): number | undefined {
  return secondsOf(samples.uptime.filter(({ output }) => output.commandId === commandId));
}

function secondsOf(uptimes: Samples['uptime']): number | undefined {
  const ends = bothEnds(uptimes);
  const seconds = growth(ends?.before.uptimeSeconds, ends?.after.uptimeSeconds);
  // The file has hundredths; what the subtraction adds behind them is noise.
  return seconds === undefined || seconds === 0 ? undefined : Math.round(seconds * 100) / 100;
}

/** sar stamps its rows, so their distances add up to what it covers, suspended hours left out. */
function sarSeconds({ cpus, disks }: SarSample): number {
  const rows = cpus.length > 0 ? cpus.filter(({ cpu }) => cpu === 'all') : disks.filter(({ device }) => device === disks[0]?.device);
  return rows.reduce((sum, { intervalSeconds }) => sum + (intervalSeconds ?? 0), 0);
}

/** 'pidstat -d 1 5' runs for 5 s; vmstat, and iostat without -y, begin with a report since boot that takes no time. */
function commandSeconds({ iostat, vmstat, pidstat }: Samples): readonly number[] {
  const runs = [
    ...iostat.map(({ output }) => ({ output, instant: /\s-\w*y/.test(output.command) ? 0 : 1 })),
    ...vmstat.map(({ output }) => ({ output, instant: 1 })),
    ...pidstat.map(({ output }) => ({ output, instant: 0 })),
  ];
  return runs.flatMap(({ output, instant }) => {
    const [, seconds, count] = /\s(\d{1,4})\s+(\d{1,4})\s*$/.exec(output.command) ?? [];
    return output.outcome === 'ok' && seconds !== undefined && count !== undefined ? [Number(seconds) * (Number(count) - instant)] : [];
  });
}

function intervalsOf(samples: Samples): readonly number[] {
  const lengths = [
    ...samples.iostat.map(({ sample }) => [sample.intervalSeconds, sample.reports.filter((report) => !report.sinceBoot).length] as const),
    ...samples.vmstat.map(({ sample }) => [sample.intervalSeconds, sample.rows.filter((row) => !row.sinceBoot).length] as const),
    ...samples.pidstat.map(({ sample }) => [sample.intervalSeconds, sample.sinceBoot ? 0 : sample.intervals.length] as const),
  ];
  return [
    ...commandSeconds(samples),
    ...lengths.map(([seconds, reports]) => (seconds ?? 0) * reports),
    ...samples.sar.map(({ sample }) => sarSeconds(sample)),
  ];
}
