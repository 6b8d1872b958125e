import type { CauseId } from '../model/cause.ts';
import type { EvidenceItem } from '../model/evidence.ts';
import type { RuledOut } from '../model/finding.ts';
import { figure } from '../snapshot/cite.ts';
import { cpuUnits, memoryUnits, pagingUnits, type Views } from '../snapshot/views.ts';

/** CPUs that are idle or wait this much of the time are not what work waits for. */
const SPARE_CPU_PCT = 30;
const SPARE_MEMORY_PART = 0.1;
/** Where the memory's size was not read: this much page cache would have gone before programs suffer. */
const SPARE_CACHE_BYTES = 512 * 1024 ** 2;

/** Findings that are a want of memory: beside them nobody may read that memory is available. */
const WANTS_MEMORY: readonly CauseId[] = ['io.swap-in'];

/** CPU and memory, which people suspect first when everything is slow: told where the figures at hand rule them out. */
export function ruledOutElsewhere(views: Views, judged: ReadonlySet<CauseId>, found: readonly CauseId[]): readonly RuledOut[] {
  const memory = found.some((cause) => WANTS_MEMORY.includes(cause)) ? undefined : memoryHasRoom(views);
  return [cpuHasRoom(views), memory].filter((each) => each !== undefined).filter((each) => !judged.has(each.cause));
}

function cpuHasRoom({ cpu }: Views): RuledOut | undefined {
  const rows = cpu?.intervals.filter((row) => row.idlePct !== undefined) ?? [];
  const worst = rows.toSorted((left, right) => spare(left) - spare(right))[0];
  if (!worst || spare(worst) < SPARE_CPU_PCT) return undefined;
  return ruled('cpu.saturated', `the CPUs are idle or wait for I/O ${Math.round(spare(worst))} % of the time`, [
    figure(worst, cpuUnits, 'idlePct', 'host'),
    figure(worst, cpuUnits, 'iowaitPct', 'host'),
    figure(worst, cpuUnits, 'runnableTasks', 'host'),
  ]);
}

function spare(row: { readonly idlePct?: number; readonly iowaitPct?: number }): number {
  return (row.idlePct ?? 0) + (row.iowaitPct ?? 0);
}

function memoryHasRoom({ memory, paging }: Views): RuledOut | undefined {
  const rows = paging?.window ? [paging.window] : (paging?.intervals ?? []);
  const swaps = rows.some((row) => (row.swapInBytesPerS ?? 0) > 0 || (row.swapOutBytesPerS ?? 0) > 0);
  if (!memory || swaps) return undefined;
  const { totalBytes, availableBytes, cachedBytes } = memory;
  const enough = totalBytes !== undefined && availableBytes !== undefined && availableBytes >= SPARE_MEMORY_PART * totalBytes;
  const cached = totalBytes === undefined && rows.length > 0 && (cachedBytes ?? 0) >= SPARE_CACHE_BYTES;
  if (!enough && !cached) return undefined;
  const swap = rows.length > 0 ? ' and nothing is swapped' : '';
  return ruled('mem.exhausted', enough ? `memory is available${swap}` : `much memory is page cache${swap}`, [
    figure(memory, memoryUnits, enough ? 'availableBytes' : 'cachedBytes', 'host'),
    figure(memory, memoryUnits, 'freeBytes', 'host'),
    rows[0] && figure(rows[0], pagingUnits, 'swapInBytesPerS', 'host'),
    rows[0] && figure(rows[0], pagingUnits, 'swapOutBytesPerS', 'host'),
  ]);
}

function ruled(cause: CauseId, because: string, items: readonly (EvidenceItem | undefined)[]): RuledOut {
  return { cause, because, evidence: items.filter((item) => item !== undefined) };
}
