import type { Row } from '../../model/evidence.ts';
import { defineParser, type Parsed, type ParseProblem, type Source, type SourceLine } from '../parser.ts';
import { readPct } from '../text/number.ts';
import { isBlankLine, words } from '../text/words.ts';

/** One row of a profile: a function, and how much of all samples fell into it. */
export interface PerfRow extends Row {
  readonly symbol: string;
  /** In the kernel or one of its modules. */
  readonly kernel: boolean;
  /** Program, library or '[kernel.kallsyms]'. */
  readonly object?: string;
  readonly process?: string;
  readonly pid?: number;
  /** Samples in the function itself. */
  readonly selfPct?: number;
  /** Those and the samples in what it called ('--children'). */
  readonly withCalleesPct?: number;
}
/** A folded call chain ('-g folded'): functions in the order printed. */
export interface PerfChain extends Row {
  readonly pct: number;
  readonly functions: readonly string[];
}
export interface PerfSample {
  readonly rows: readonly PerfRow[];
  readonly chains: readonly PerfChain[];
}

const ROWS_MAX = 5_000;
/** '+   27.84%  0.00%  0  exe  [kernel.kallsyms]  [k] try_charge': shares, then what is before the mark, then the symbol. */
const ROW =
  /^\s{0,20}[+-]?\s{0,20}(\d{1,3}[.,]\d{1,2}%)\s{1,20}(?:(\d{1,3}[.,]\d{1,2}%)\s{1,20})?([^[\]]*(?:\[[^[\]]{2,60}\][^[\]]*)?)\[([k.uHgG])\]\s{1,20}(\S.*)$/;
const CHAIN = /^\s{0,40}(\d{1,3}[.,]\d{1,2}%)\s+([A-Za-z_][^\s;]*(?:;[^\s;]+)+)\s*$/;
const ROW_MARK = /^\s{0,20}[+-]?\s{0,20}\d{1,3}[.,]\d{1,2}%\s.{0,300}\[[k.uHgG]\]\s+\S/;
/** Headings, rulers and the branches of a call graph. */
const FURNITURE = /^\s*(?:#|Samples:|PerfTop:|Overhead\b|Children\b|-{5,}|\.{3,}|[|`\\/-]|\d{1,3}[.,]\d{1,2}%\s*$|[A-Za-z_]\S*\s*$)/;

/**
 * perf top and perf report: which function the CPUs are in.
 *
 * Reads   perf top, perf report on a terminal and with --stdio, with or without --children, -g folded, Samples, Pid:Command; a '+' of
 *         the browser before the row
 * Columns Overhead or Self -> selfPct, Children -> withCalleesPct, Command -> process and pid, Shared Object -> object, Symbol -> symbol;
 *         [k] is the kernel's
 * Not     rows without a symbol ('--sort comm'), call graphs that are drawn as trees, annotated instructions
 * Caution shares are of the samples, so an idle host's profile has a hundred per cent too; Children counts callees in and adds up to more
 * Source  perf-top(1), perf-report(1)
 *
 *     +  27.84%         postgres  [kernel.kallsyms]     [k] isolate_freepages_block
 *       31.04%  [kernel]                                      [k] memcg_stat_show
 */
export const perf = defineParser<PerfSample>({
  recognise: {
    command: /^perf\s+(?:top|report)\b/,
    looksLike: (lines) => lines.slice(0, 200).some((line) => ROW_MARK.test(line.slice(0, 400))),
  },
  parse,
});

function parse(source: Source): Parsed<PerfSample> {
  const rows: PerfRow[] = [];
  const chains: PerfChain[] = [];
  const problems: ParseProblem[] = [];
  const children = source.lines.some(({ text }) => /^#?\s*Children\s+Self\b/.test(text));
  const counted = source.lines.some(({ text }) => /^#?\s*(?:Children|Overhead)\b.*\sSamples\s/.test(text));
  for (const line of source.lines) {
    if (isBlankLine(line.text) || rows.length >= ROWS_MAX) continue;
    const row = readRow(line, children, counted);
    const chain = row ? undefined : readChain(line);
    if (row) rows.push(row);
    else if (chain) chains.push(chain);
    else if (!FURNITURE.test(line.text)) problems.push({ cite: line.cite, why: 'no row of a profile' });
  }
  return { sample: rows.length > 0 ? { rows, chains } : undefined, problems };
}

function readRow({ text, cite }: SourceLine, children: boolean, counted: boolean): PerfRow | undefined {
  const match = text.length > 1_000 ? null : ROW.exec(text);
  const [, first, second, before = '', mark, symbol] = match ?? [];
  const share = readPct(first);
  if (share === undefined || symbol === undefined) return undefined;
  const [count = '', ...others] = words(before);
  // No program or library is called by a bare number alone: without the header it is the samples.
  const cells = counted || (others.length === 0 && /^\d+$/.test(count)) ? others : words(before);
  const object = cells.at(-1);
  const command = cells.slice(0, -1).join(' ');
  const [, pid, name = command] = /^(\d{1,10}):(.+)$/.exec(command) ?? [];
  const self = second === undefined && !children ? share : readPct(second);
  return {
    // Columns of branches behind it are parted by more than one blank, the words of a C++ name by one.
    symbol: symbol.split(/\s{2,}/, 1)[0] ?? symbol,
    kernel: mark === 'k' || mark === 'g',
    ...(object === undefined ? {} : { object }),
    ...(name === '' ? {} : { process: name }),
    ...(pid === undefined ? {} : { pid: Number(pid) }),
    ...(self === undefined ? {} : { selfPct: self }),
    ...(self === share && second === undefined ? {} : { withCalleesPct: share }),
    cites: [cite],
  };
}

function readChain({ text, cite }: SourceLine): PerfChain | undefined {
  const match = text.length > 4_000 ? null : CHAIN.exec(text);
  const pct = readPct(match?.[1]);
  return pct === undefined || !match?.[2] ? undefined : { pct, functions: match[2].split(';'), cites: [cite] };
}
