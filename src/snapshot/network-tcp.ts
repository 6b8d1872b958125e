import type { NumericKey } from '../model/evidence.ts';
import type { SarTcp } from '../parsers/sar/sample.ts';
import type { StackCounter, StackCounters } from '../parsers/text/counters.ts';
import { growth, percent, ratePerS } from './rates.ts';
import { citesOfAll, mergeAll } from './rows.ts';
import type { Reading, Samples } from './samples.ts';
import type { TcpFigures } from './views/network.ts';

type Counters = ReadonlyMap<string, StackCounter>;

/** TCP's counters: of the kernel's files at both ends, else of nstat or netstat -s once, which give totals alone. */
export function tcpFigures(samples: Samples, seconds: number | undefined): TcpFigures | undefined {
  const files = samples['proc-net-snmp'];
  const before = countersOf(files.filter(({ output }) => output.reading === 1));
  const after = countersOf(files.filter(({ output }) => output.reading === 2));
  const totals = countersOf([...files, ...samples.nstat, ...samples['netstat-s']]);
  return mergeAll([...ratesOf(before, after, seconds), ...sarFigures(samples), ...totalsOf(totals)]);
}

function countersOf(readings: readonly Reading<StackCounters>[]): Counters {
  return new Map(readings.flatMap(({ sample }) => [...sample.counters]));
}

const RATES = {
  TcpOutSegs: 'segmentsSentPerS',
  TcpRetransSegs: 'segmentsResentPerS',
  TcpExtListenOverflows: 'listenOverflowsPerS',
  TcpExtListenDrops: 'listenDropsPerS',
  TcpActiveOpens: 'openedPerS',
  TcpPassiveOpens: 'acceptedPerS',
} as const;

function ratesOf(before: Counters, after: Counters, seconds: number | undefined): readonly TcpFigures[] {
  const rates = Object.entries(RATES).flatMap(([name, field]): readonly TcpFigures[] => {
    const [first, last] = [before.get(name), after.get(name)];
    const rate = ratePerS(first?.value, last?.value, seconds);
    return rate === undefined || !first || !last ? [] : [{ [field]: rate, cites: [first.cites[0], last.cites[0]] }];
  });
  const grown = (name: string): number | undefined => growth(before.get(name)?.value, after.get(name)?.value);
  const resentPct = percent(grown('TcpRetransSegs'), grown('TcpOutSegs'));
  const [first, last] = [before.get('TcpRetransSegs'), after.get('TcpRetransSegs')];
  return resentPct === undefined || !first || !last ? rates : [...rates, { resentPct, cites: [first.cites[0], last.cites[0]] }];
}

const TOTALS = {
  TcpOutSegs: 'segmentsSentTotal',
  TcpRetransSegs: 'segmentsResentTotal',
  TcpExtListenOverflows: 'listenOverflowsTotal',
  TcpExtListenDrops: 'listenDropsTotal',
} as const;

function totalsOf(counters: Counters): readonly TcpFigures[] {
  const totals = Object.entries(TOTALS).flatMap(([name, field]): readonly TcpFigures[] => {
    const counter = counters.get(name);
    return counter ? [{ [field]: counter.value, cites: counter.cites }] : [];
  });
  const [sent, resent] = [counters.get('TcpOutSegs'), counters.get('TcpRetransSegs')];
  const resentTotalPct = percent(resent?.value, sent?.value);
  return resentTotalPct === undefined || !sent || !resent
    ? totals
    : [...totals, { resentTotalPct, cites: [sent.cites[0], resent.cites[0]] }];
}

/** Means of sar -n TCP and -n ETCP over all its intervals. */
function sarFigures(samples: Samples): readonly TcpFigures[] {
  const rows = samples.sar.flatMap(({ sample }) => sample.tcp.filter(({ average }) => !average));
  const mean = (field: NumericKey<SarTcp> & keyof TcpFigures): TcpFigures | undefined => {
    const [first, ...rest] = rows.filter((row) => row[field] !== undefined);
    if (!first) return undefined;
    const last = rest.at(-1) ?? first;
    const sum = [first, ...rest].reduce((total, row) => total + (row[field] ?? 0), 0);
    return { [field]: sum / (rest.length + 1), cites: citesOfAll(first, last) };
  };
  const [sent, resent] = [mean('segmentsSentPerS'), mean('segmentsResentPerS')];
  const resentPct = percent(resent?.segmentsResentPerS, sent?.segmentsSentPerS);
  const share = resentPct === undefined || !sent || !resent ? undefined : { resentPct, cites: citesOfAll(sent, resent) };
  return [sent, resent, share, mean('openedPerS'), mean('acceptedPerS')].filter((row) => row !== undefined);
}
