import type { Row } from '../../model/evidence.ts';
import { defineParser, type Parsed, type ParseProblem, type Source, type SourceLine } from '../parser.ts';
import { readCount, readSize } from '../text/number.ts';
import { isBlankLine, words } from '../text/words.ts';

/** One cache of kernel objects. */
export interface SlabtopCache extends Row {
  readonly name: string;
  readonly objects?: number;
  readonly activeObjects?: number;
  readonly sizeBytes?: number;
}
/** The head: all caches together. */
export interface SlabtopTotals extends Row {
  readonly objects?: number;
  readonly activeObjects?: number;
  readonly sizeBytes?: number;
  readonly activeBytes?: number;
}
export interface SlabtopSample {
  /** In the order printed: by whatever key the person chose. */
  readonly caches: readonly SlabtopCache[];
  readonly totals?: SlabtopTotals;
}

type Field = Exclude<keyof SlabtopCache, 'name' | 'cites' | 'fieldCites'>;
/** Two of the headings hold a blank, which none of the cells does. */
const HEADINGS: Readonly<Record<string, Field | 'name' | undefined>> = {
  OBJS: 'objects',
  ACTIVE: 'activeObjects',
  CACHE_SIZE: 'sizeBytes',
  NAME: 'name',
};
const HEADING = /^\s*(?:OBJS|ACTIVE|NAME|CACHE SIZE)\b.*\bOBJ SIZE\b.*\bNAME\s*$/;
const TOTAL = /^\s*Active \/ Total (Objects|Size) \(% used\)\s*:\s*(\S+) \/ (\S+)/;
const HEAD = /^\s*(?:Active \/ Total (?:Slabs|Caches)|Minimum \/ Average)/;
const KIB = 1024;

/**
 * slabtop: what the kernel's own objects take, as a person looks at it.
 *
 * Reads   slabtop and slabtop -o of procps, sorted by any key, whole or its first rows, with or without its head; busybox has none
 * Columns OBJS -> objects, ACTIVE -> activeObjects, CACHE SIZE -> sizeBytes, NAME -> name, by the heading's words
 * Not     USE, SLABS and OBJ/SLAB, which follow from the others, and OBJ SIZE, which is rounded to ten bytes
 * Caution the head counts all caches, the rows only those on the screen; of a second screen only the last stands
 * Source  slabtop(1)
 *
 *     Active / Total Size (% used)       : 1681083.55K / 3255397.62K (51.6%)
 *       OBJS ACTIVE  USE OBJ SIZE  SLABS OBJ/SLAB CACHE SIZE NAME
 *     1932336 1470384  76%    0.19K  46008       42    368064K dentry
 */
export const slabtop = defineParser<SlabtopSample>({
  recognise: {
    command: /^slabtop\b/,
    looksLike: (lines) => lines.slice(0, 60).some((line) => HEADING.test(line) || TOTAL.test(line)),
  },
  parse,
});

function parse(source: Source): Parsed<SlabtopSample> {
  const problems: ParseProblem[] = [];
  let columns: readonly (Field | 'name' | undefined)[] = [];
  let caches: SlabtopCache[] = [];
  let totals: SlabtopTotals | undefined;
  for (const line of source.lines) {
    const { text, cite } = line;
    if (isBlankLine(text) || HEAD.test(text)) continue;
    const total = readTotal(line, totals);
    if (total) totals = total;
    else if (HEADING.test(text)) {
      columns = headingsOf(text);
      caches = [];
    } else {
      const cache = readCache(line, columns);
      if (cache) caches.push(cache);
      else problems.push({ cite, why: 'no row of slabtop' });
    }
  }
  const sample = caches.length > 0 || totals ? { caches, ...(totals ? { totals } : {}) } : undefined;
  return { sample, problems };
}

function headingsOf(text: string): readonly (Field | 'name' | undefined)[] {
  return words(text.replace('OBJ SIZE', 'OBJ_SIZE').replace('CACHE SIZE', 'CACHE_SIZE')).map((heading) =>
    Object.hasOwn(HEADINGS, heading) ? HEADINGS[heading] : undefined,
  );
}

function readTotal({ text, cite }: SourceLine, known: SlabtopTotals | undefined): SlabtopTotals | undefined {
  const [, what, active, all] = TOTAL.exec(text) ?? [];
  if (what === undefined) return undefined;
  const size = what === 'Size';
  const [activeValue, value] = [active, all].map((cell) => (size ? readSize(cell, KIB) : readCount(cell)));
  if (activeValue === undefined || value === undefined) return undefined;
  const fields = size ? { activeBytes: activeValue, sizeBytes: value } : { activeObjects: activeValue, objects: value };
  const fieldCites = Object.fromEntries(Object.keys(fields).map((field) => [field, [cite] as const]));
  const [first, ...rest] = known?.cites ?? [cite];
  return {
    ...known,
    ...fields,
    cites: known ? [first, ...rest, cite] : [first],
    fieldCites: { ...known?.fieldCites, ...fieldCites },
  };
}

function readCache({ text, cite }: SourceLine, columns: readonly (Field | 'name' | undefined)[]): SlabtopCache | undefined {
  const cells = words(text);
  const name = cells[columns.indexOf('name')];
  if (name === undefined || cells.length !== columns.length) return undefined;
  const fields = columns.flatMap((field, at) => {
    if (field === undefined || field === 'name') return [];
    const value = field.endsWith('Bytes') ? readSize(cells[at], KIB) : readCount(cells[at]);
    return value === undefined ? [] : [[field, value] as const];
  });
  return fields.length > 0 ? { name, ...Object.fromEntries(fields), cites: [cite] } : undefined;
}
