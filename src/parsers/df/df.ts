import type { Row } from '../../model/evidence.ts';
import { defineParser, type ParseProblem, type Source, type SourceLine } from '../parser.ts';
import { isBlankLine, words, wordsUpTo } from '../text/words.ts';
import { cellsOfDf, type DfFigures, type DfTable, isHeader, tableFor } from './table.ts';

export interface DfRow extends Row, DfFigures {
  readonly source: string;
  readonly mount: string;
  readonly type?: string;
}
export interface DfSample {
  readonly filesystems: readonly DfRow[];
}

/**
 * df: how full each file system is, in bytes or in inodes.
 *
 * Reads   df of coreutils and busybox in any unit and locale: -P, -k, -m, -h, -H, -T, -i; with its header or without; a long source
 *         on a line of its own
 * Columns 1K-blocks | 1024-blocks | Size -> sizeBytes, Used -> usedBytes, Available -> availableBytes, Use% | Capacity -> usedPct;
 *         with -i: inodes, inodesUsed, inodesFree, inodesUsedPct; Type -> type
 * Not     a figure that the file system does not tell ('-')
 * Caution a full file system may show a part as free that only root may use; 'overlay' and 'tmpfs' are no disks
 * Source  df(1) of coreutils; busybox coreutils/df.c
 *
 *     Filesystem     1024-blocks      Used Available Capacity Mounted on
 *     /dev/vda1         41152736  41127112         0     100% /
 */
export const df = defineParser<DfSample>({
  recognise: {
    command: /^df\b/,
    looksLike: (lines) => {
      const filled = lines.filter((line) => !isBlankLine(line));
      const rows = filled.filter((line) => cellsOfDf(words(line)) !== undefined);
      return rows.length > 0 && (filled.some((line) => isHeader(words(line))) || rows.length * 2 > filled.length);
    },
  },
  parse: (source) => {
    const problems: ParseProblem[] = [];
    const filesystems = readRows(source, problems);
    return { sample: filesystems.length > 0 ? { filesystems } : undefined, problems };
  },
});

function readRows(source: Source, problems: ParseProblem[]): DfRow[] {
  const rows: DfRow[] = [];
  let table = tableFor(source.command, undefined);
  let wrapped: SourceLine | undefined;
  for (const line of source.lines) {
    if (isBlankLine(line.text)) continue;
    const cells = words(line.text);
    const row = readRow(table, cells, line, wrapped);
    if (wrapped && row?.cites.length !== 2) problems.push({ cite: wrapped.cite, why: 'a file system without figures' });
    wrapped = undefined;
    if (row) rows.push(row);
    else if (isHeader(cells)) table = tableFor(source.command, cells);
    else if (cells.length === 1) wrapped = line;
    else problems.push({ cite: line.cite, why: 'not a row of df' });
  }
  if (wrapped) problems.push({ cite: wrapped.cite, why: 'a file system without figures' });
  return rows;
}

/** A long source stands on a line of its own, before its figures: then both lines are cited. */
function readRow(table: DfTable, words: readonly string[], line: SourceLine, wrapped: SourceLine | undefined): DfRow | undefined {
  const cells = cellsOfDf(words);
  if (!cells) return undefined;
  const typeAt = cells.before.length - (table.hasType ? 1 : 0);
  const own = cells.before.slice(0, Math.max(typeAt, 0)).join(' ');
  const source = own === '' ? wrapped?.text.trim() : own;
  const type = table.hasType ? cells.before[typeAt] : undefined;
  const figures = table.figures(cells);
  if (!source || !figures) return undefined;
  return {
    source,
    mount: mountIn(line.text, words),
    ...(type !== undefined ? { type } : {}),
    ...figures,
    cites: own === '' && wrapped ? [wrapped.cite, line.cite] : [line.cite],
  };
}

/** A mount point's own blanks belong to it, so it is taken from the line: it is all behind the last share of use. */
function mountIn(text: string, words: readonly string[]): string {
  const first = words.findIndex((word, at) => at > 0 && word.startsWith('/') && /^(?:\d+%|-)$/.test(words[at - 1] ?? ''));
  return wordsUpTo(text, first + 1).at(-1) ?? '';
}
