import { readNumber } from '../text/number.ts';
import type { TopCpu } from './sample.ts';

type CpuField = Exclude<keyof TopCpu, 'cpu' | 'cites' | 'fieldCites'>;

/** The words behind a share of time: procps 2 to 4, busybox, and the French build. */
const CPU_WORDS: Readonly<Record<string, CpuField>> = {
  us: 'userPct',
  user: 'userPct',
  usr: 'userPct',
  ut: 'userPct',
  sy: 'systemPct',
  sys: 'systemPct',
  system: 'systemPct',
  ni: 'nicePct',
  nic: 'nicePct',
  nice: 'nicePct',
  id: 'idlePct',
  idle: 'idlePct',
  wa: 'iowaitPct',
  io: 'iowaitPct',
  iowait: 'iowaitPct',
  hi: 'hardirqPct',
  irq: 'hardirqPct',
  si: 'softirqPct',
  sirq: 'softirqPct',
  softirq: 'softirqPct',
  st: 'stealPct',
  steal: 'stealPct',
};

export type CpuShares = { readonly [K in CpuField]?: number };

/** '99.6 us,  0.1 sy', '0.8% user', '1.7%us', '7.8% idle', '100,0 us' -> shares by field. */
export function readShares(text: string): CpuShares {
  const bars = /^\s*(\d+(?:[.,]\d+)?)\/(\d+(?:[.,]\d+)?)\s+\d+\[/.exec(text);
  if (bars) return sharesOf([pair('userPct', bars[1]), pair('systemPct', bars[2])]);
  const found = text.matchAll(/(\d{1,12}(?:[.,]\d{1,12})?)\s{0,4}%?\s{0,4}([a-z]{1,12})/gi);
  return sharesOf([...found].map(([, value, word]) => pair(CPU_WORDS[word?.toLowerCase() ?? ''], value)));
}

/** The table of procps 2: names in one line, the shares of a CPU in each line below. */
export function readShareTable(names: readonly string[], cells: readonly string[]): CpuShares {
  return sharesOf(names.map((name, at) => pair(CPU_WORDS[name], cells[at]?.replace('%', ''))));
}

function pair(field: CpuField | undefined, word: string | undefined): readonly [CpuField, number] | undefined {
  const value = readNumber(word);
  return field === undefined || value === undefined ? undefined : [field, value];
}

function sharesOf(pairs: readonly (readonly [CpuField, number] | undefined)[]): CpuShares {
  return Object.fromEntries(pairs.filter((entry) => entry !== undefined));
}
