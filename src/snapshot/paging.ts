import type { ProcVmstatSample } from '../parsers/proc-vmstat/proc-vmstat.ts';
import type { SarSample } from '../parsers/sar/sample.ts';
import { PAGE_BYTES } from '../parsers/text/page-bytes.ts';
import type { VmstatRow } from '../parsers/vmstat/sample.ts';
import { sarSeconds } from './interval-seconds.ts';
import { firstFilled, hasFigure, present } from './present.ts';
import { ratePerS } from './rates.ts';
import { bothEnds } from './readings.ts';
import { citesOfAll, mergeAll } from './rows.ts';
import type { Samples } from './samples.ts';
import type { PagingInterval, PagingView } from './views.ts';

/** Page traffic of the whole host: vmstat's rows, else sar -B and -W, else /proc/vmstat at both ends. */
export function pagingView(samples: Samples, windowSeconds: number | undefined): PagingView | undefined {
  const rows = samples.vmstat.flatMap(({ sample }) => sample.rows);
  const window = windowOf(samples, windowSeconds);
  const vmstat = rows
    .filter((row) => !row.sinceBoot)
    .map(fromVmstat)
    .filter(hasFigure);
  const sar = samples.sar.flatMap(({ sample }) => fromSar(sample));
  const sources: readonly { readonly intervals: readonly PagingInterval[]; readonly seconds: number | undefined }[] = [
    { intervals: vmstat, seconds: samples.vmstat[0]?.sample.intervalSeconds },
    { intervals: sar, seconds: sarSeconds(samples.sar.flatMap(({ sample }) => [...sample.paging, ...sample.swapping])) },
    { intervals: window ? [window] : [], seconds: windowSeconds },
  ];
  const source = sources.find(({ intervals }) => intervals.length > 0);
  const sinceBoot = rows
    .filter((row) => row.sinceBoot)
    .map(fromVmstat)
    .find(hasFigure);
  if (source === undefined && sinceBoot === undefined) return undefined;
  return { intervals: source?.intervals ?? [], ...present({ intervalSeconds: source?.seconds, sinceBoot, window }) };
}

function fromVmstat({ swapInBytesPerS, swapOutBytesPerS, blockInBytesPerS, blockOutBytesPerS, cites }: VmstatRow): PagingInterval {
  return present({ swapInBytesPerS, swapOutBytesPerS, blockInBytesPerS, blockOutBytesPerS, cites });
}

/** The two tables are joined by their stamps; either may be missing. */
function fromSar({ paging, swapping }: SarSample): readonly PagingInterval[] {
  const byStamp = new Map<number | undefined, PagingInterval[]>();
  const add = (stamp: number | undefined, row: PagingInterval) => byStamp.set(stamp, [...(byStamp.get(stamp) ?? []), row]);
  for (const { clockSeconds, blockInBytesPerS, blockOutBytesPerS, majorFaultsPerS, cites } of withoutAverages(paging)) {
    add(clockSeconds, present({ blockInBytesPerS, blockOutBytesPerS, majorFaultsPerS, cites }));
  }
  for (const { clockSeconds, pagesInPerS, pagesOutPerS, cites } of withoutAverages(swapping)) {
    add(clockSeconds, present({ swapInBytesPerS: bytes(pagesInPerS), swapOutBytesPerS: bytes(pagesOutPerS), cites }));
  }
  return [...byStamp.values()].flatMap((rows) => mergeAll(rows) ?? []).filter(hasFigure);
}

function withoutAverages<R extends { readonly average: boolean }>(rows: readonly R[]): readonly R[] {
  return firstFilled(
    rows.filter((row) => !row.average),
    rows,
  );
}

function windowOf(samples: Samples, seconds: number | undefined): PagingInterval | undefined {
  const ends = bothEnds(samples['proc-vmstat']);
  if (ends === undefined) return undefined;
  const counter = (name: string, unitBytes: number, field: keyof PagingInterval) => counted(ends, name, unitBytes, field, seconds);
  const rows = [
    counter('pswpin', PAGE_BYTES, 'swapInBytesPerS'),
    counter('pswpout', PAGE_BYTES, 'swapOutBytesPerS'),
    counter('pgpgin', 1024, 'blockInBytesPerS'),
    counter('pgpgout', 1024, 'blockOutBytesPerS'),
    counter('pgmajfault', 1, 'majorFaultsPerS'),
  ];
  return mergeAll(rows.filter((row) => row !== undefined));
}

function counted(
  { before, after }: { readonly before: ProcVmstatSample; readonly after: ProcVmstatSample },
  name: string,
  unitBytes: number,
  field: keyof PagingInterval,
  seconds: number | undefined,
): PagingInterval | undefined {
  const [first, last] = [before.counters.get(name), after.counters.get(name)];
  const rate = ratePerS(first?.value, last?.value, seconds);
  return rate === undefined || !first || !last ? undefined : { [field]: rate * unitBytes, cites: citesOfAll(first, last) };
}

function bytes(pages: number | undefined): number | undefined {
  return pages === undefined ? undefined : pages * PAGE_BYTES;
}
