import type { Row } from '../model/evidence.ts';
import type { FreeSample } from '../parsers/free/sample.ts';
import type { MeminfoSample } from '../parsers/meminfo/meminfo.ts';
import { PAGE_BYTES } from '../parsers/text/page-bytes.ts';
import type { TopScreen } from '../parsers/top/sample.ts';
import { firstFilled, hasFigure, present } from './present.ts';
import { quotient, ratePerS } from './rates.ts';
import { bothEnds, latest } from './readings.ts';
import { citesOfAll, mergeAll } from './rows.ts';
import type { Samples } from './samples.ts';
import type { MemoryView } from './views.ts';

type FreeReport = FreeSample['reports'][number];
type MemoryFigures = Omit<MemoryView, 'settings'>;
type Figure = Exclude<keyof MemoryView, 'settings' | 'cites' | 'fieldCites'>;

/** How memory is used: /proc/meminfo, else free, else top, sar -r and vmstat, field by field; with the vm.* settings that were seen. */
export function memoryView(samples: Samples, windowSeconds: number | undefined): MemoryView | undefined {
  const settings = settingsOf(samples);
  const figures = mergeAll([...figureRows(samples), ...slabGrowth(samples, windowSeconds)].filter(hasFigure));
  const [firstSetting] = settings.rows;
  if (figures === undefined) return firstSetting && { cites: firstSetting.cites, settings: settings.values };
  return { ...figures, settings: settings.values };
}

function figureRows(samples: Samples): readonly MemoryFigures[] {
  const meminfo = latest(samples.meminfo);
  const free = tightest(samples.free.flatMap(({ sample }) => sample.reports));
  const screen = samples.top.at(-1)?.sample.screens.at(-1);
  return [
    ...(meminfo ? fromMeminfo(meminfo) : []),
    ...dirtyLimit(samples),
    ...(free ? fromTotals(free) : []),
    ...(screen ? fromTotals(screen) : []),
    ...fromSar(samples),
    ...fromVmstat(samples),
  ];
}

/** Of several readings of free (-s, or a person's notes) the one with least swap left, else the last: the moment that is asked about. */
function tightest(reports: readonly FreeReport[]): FreeReport | undefined {
  const swapLeft = ({ swap }: FreeReport) => quotient(swap?.freeBytes, swap?.totalBytes) ?? 1;
  return reports.toReversed().toSorted((one, other) => swapLeft(one) - swapLeft(other))[0];
}

const MEMINFO_BYTES: readonly (readonly [string, Figure])[] = [
  ['MemTotal', 'totalBytes'],
  ['MemFree', 'freeBytes'],
  ['MemAvailable', 'availableBytes'],
  ['Buffers', 'buffersBytes'],
  ['Cached', 'cachedBytes'],
  ['Dirty', 'dirtyBytes'],
  ['Writeback', 'writebackBytes'],
  ['LowTotal', 'lowTotalBytes'],
  ['LowFree', 'lowFreeBytes'],
  ['Slab', 'slabBytes'],
  ['SReclaimable', 'slabReclaimableBytes'],
  ['SUnreclaim', 'slabUnreclaimableBytes'],
  ['AnonHugePages', 'anonHugePagesBytes'],
  ['SwapTotal', 'swapTotalBytes'],
  ['SwapFree', 'swapFreeBytes'],
  ['Hugepagesize', 'hugePageBytes'],
];
const MEMINFO_COUNTS: readonly (readonly [string, Figure])[] = [
  ['HugePages_Total', 'hugePagesTotal'],
  ['HugePages_Free', 'hugePagesFree'],
  ['HugePages_Rsvd', 'hugePagesReserved'],
];

function fromMeminfo({ fields }: MeminfoSample): readonly MemoryFigures[] {
  const bytes = MEMINFO_BYTES.map(([name, figure]) => one(figure, fields.get(name)?.bytes, fields.get(name)));
  const counts = MEMINFO_COUNTS.map(([name, figure]) => one(figure, fields.get(name)?.count, fields.get(name)));
  return [...bytes, ...counts, unreclaimable(fields)].filter((row) => row !== undefined);
}

/** The kernel prints Slab as the sum of the two others, of which people tend to keep only one. */
function unreclaimable(fields: MeminfoSample['fields']): MemoryFigures | undefined {
  const [all, reclaimable] = [fields.get('Slab'), fields.get('SReclaimable')];
  if (fields.has('SUnreclaim') || all?.bytes === undefined || reclaimable?.bytes === undefined) return undefined;
  return { slabUnreclaimableBytes: Math.max(0, all.bytes - reclaimable.bytes), cites: citesOfAll(all, reclaimable) };
}

function one(figure: Figure, value: number | undefined, row: Row | undefined): MemoryFigures | undefined {
  return value === undefined || row === undefined ? undefined : { [figure]: value, cites: row.cites };
}

function slabGrowth(samples: Samples, seconds: number | undefined): readonly MemoryFigures[] {
  const ends = bothEnds(samples.meminfo);
  const [first, last] = [ends?.before.fields.get('Slab'), ends?.after.fields.get('Slab')];
  const rate = ratePerS(first?.bytes, last?.bytes, seconds);
  return rate === undefined || !first || !last ? [] : [{ slabGrowthBytesPerS: rate, cites: citesOfAll(first, last) }];
}

function dirtyLimit(samples: Samples): readonly MemoryFigures[] {
  const threshold = latest(samples['proc-vmstat'])?.counters.get('nr_dirty_threshold');
  return threshold ? [{ dirtyLimitBytes: threshold.value * PAGE_BYTES, cites: threshold.cites }] : [];
}

/** free and top tell the same of memory, in one line each for memory and swap. */
function fromTotals({ memory, swap }: Pick<TopScreen, 'memory' | 'swap'> | FreeReport): readonly MemoryFigures[] {
  return [
    ...(memory
      ? [
          present({
            totalBytes: memory.totalBytes,
            freeBytes: memory.freeBytes,
            availableBytes: memory.availableBytes,
            buffersBytes: memory.buffersBytes,
            cachedBytes: memory.cachedBytes ?? memory.buffersAndCacheBytes,
            cites: memory.cites,
          }),
        ]
      : []),
    ...(swap ? [present({ swapTotalBytes: swap.totalBytes, swapFreeBytes: swap.freeBytes, cites: swap.cites })] : []),
  ];
}

function fromSar(samples: Samples): readonly MemoryFigures[] {
  const all = samples.sar.flatMap(({ sample }) => sample.memory);
  const rows = firstFilled(
    all.filter((row) => !row.average),
    all,
  ).slice(-2);
  return rows
    .toReversed()
    .map(({ freeBytes, availableBytes, buffersBytes, cachedBytes, dirtyBytes, swapFreeBytes, cites }) =>
      present({ freeBytes, availableBytes, buffersBytes, cachedBytes, dirtyBytes, swapFreeBytes, cites }),
    );
}

/** Gauges: the since-boot row has them as of its moment too. */
function fromVmstat(samples: Samples): readonly MemoryFigures[] {
  const row = samples.vmstat.at(-1)?.sample.rows.at(-1);
  return row ? [present({ freeBytes: row.freeBytes, buffersBytes: row.bufferBytes, cachedBytes: row.cacheBytes, cites: row.cites })] : [];
}

function settingsOf(samples: Samples): { readonly rows: readonly Row[]; readonly values: ReadonlyMap<string, number> } {
  const rows = samples.sysctl.flatMap(({ sample }) => sample.settings).filter((setting) => setting.value !== undefined);
  const values = rows.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value] as const]));
  return { rows, values: new Map(values) };
}
