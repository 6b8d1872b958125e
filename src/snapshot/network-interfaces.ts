import type { NumericKey } from '../model/evidence.ts';
import type { SarInterface } from '../parsers/sar/sample.ts';
import type { LinkCounters, LinkCountersSample } from '../parsers/text/interface-counters.ts';
import { present } from './present.ts';
import { growth, percent, ratePerS, sumOf } from './rates.ts';
import { mergeAll } from './rows.ts';
import type { Reading, Samples } from './samples.ts';
import type { NetworkInterface } from './views/network.ts';

/** Names that the kernel and container runtimes give to interfaces without a cable; a dot or an @ parts a VLAN from its carrier. */
const VIRTUAL =
  /^(?:lo\d*|veth|docker|br-|br\d|virbr|vnet|tap|tun|wg|cali|flannel|cni|cilium|lxc|lxd|dummy|ifb|bond|team|vxlan|vlan|gre|gretap|ip6|sit|tunl|kube|nodelocal|podman|ovs|macvtap|vmnet)|[.@]/;
const BITS = 8;

/** Every interface that any output tells of, each once. */
export function networkInterfaces(samples: Samples, seconds: number | undefined): readonly NetworkInterface[] {
  const counted = [samples['proc-net-dev'], samples['ip-link'], samples.ifconfig].flatMap((readings) => counterRows(readings, seconds));
  const rows = [...sarRows(samples), ...driverRows(samples), ...counted, ...propertyRows(samples)];
  const byName = new Map<string, NetworkInterface[]>();
  for (const row of rows) byName.set(row.name, [...(byName.get(row.name) ?? []), row]);
  const stacked = stackedNames(samples);
  return [...byName.values()]
    .flatMap((of) => mergeAll(of) ?? [])
    .map((row) => (stacked.has(row.name) ? { ...row, virtual: true } : row))
    .map(withErrorShare)
    .map(withUse);
}

function named(name: string): Pick<NetworkInterface, 'name' | 'virtual'> {
  return { name, virtual: VIRTUAL.test(name) };
}

/** Interfaces whose packets go through another one, whatever they are called. */
function stackedNames(samples: Samples): ReadonlySet<string> {
  const rows = samples['net-class'].map(({ sample }) => sample);
  const index = new Map(rows.flatMap(({ interface: name, index: own }) => (own === undefined ? [] : [[name, own] as const])));
  const stacked = rows.filter(
    ({ interface: name, linkIndex }) => linkIndex !== undefined && index.has(name) && index.get(name) !== linkIndex,
  );
  return new Set(stacked.map(({ interface: name }) => name));
}

/** The busiest interval of each: a link that is full for a second of five is full. */
function sarRows(samples: Samples): readonly NetworkInterface[] {
  const rows = samples.sar.flatMap(({ sample }) => sample.interfaces);
  const single = rows.filter(({ average }) => !average);
  const busiest = (single.length > 0 ? single : rows).toSorted((left, right) => weightOf(right) - weightOf(left));
  return busiest.map((row) =>
    present({
      ...named(row.interface),
      receivedBytesPerS: row.receivedBytesPerS,
      sentBytesPerS: row.sentBytesPerS,
      receivedPacketsPerS: row.receivedPacketsPerS,
      sentPacketsPerS: row.sentPacketsPerS,
      errorsPerS: errorsOf(row),
      receiveDropsPerS: row.receiveDropsPerS,
      sendDropsPerS: row.sendDropsPerS,
      cites: row.cites,
    }),
  );
}

/** A row tells of bytes or of errors, never of both. */
function weightOf(row: SarInterface): number {
  return Math.max(row.receivedBytesPerS ?? 0, row.sentBytesPerS ?? 0, errorsOf(row) ?? 0);
}

function errorsOf({ receiveErrorsPerS, sendErrorsPerS }: SarInterface): number | undefined {
  return sumOf(receiveErrorsPerS, sendErrorsPerS);
}

/** Counters of one source: of all its texts, each of which may tell of one interface; rates where the same was read twice. */
function counterRows(readings: readonly Reading<LinkCountersSample>[], seconds: number | undefined): readonly NetworkInterface[] {
  const of = (end: 1 | 2) =>
    new Map(
      readings.filter(({ output }) => output.reading === end).flatMap(({ sample }) => sample.interfaces.map((row) => [row.name, row])),
    );
  const [before, after] = [of(1), of(2)];
  return [...new Map([...before, ...after]).values()].map((last) => {
    const first = after.has(last.name) ? before.get(last.name) : undefined;
    return { ...totalsOf(last), ...(first ? growthOf(first, last, seconds) : {}) };
  });
}

function totalsOf(counters: LinkCounters): NetworkInterface {
  const { name, receivedPackets, sentPackets, receiveErrors, sendErrors, damagedFrames, cites } = counters;
  return present({
    ...named(name),
    packetsTotal: sumOf(receivedPackets, sentPackets),
    errorsTotal: sumOf(receiveErrors, sendErrors),
    damagedFramesTotal: damagedFrames,
    damagedFramesTotalPct: percent(damagedFrames, sumOf(receivedPackets, damagedFrames)),
    cites,
  });
}

function growthOf(first: LinkCounters, last: LinkCounters, seconds: number | undefined): Partial<NetworkInterface> {
  const grown = (field: CounterField): number | undefined => growth(first[field], last[field]);
  const rate = (field: CounterField): number | undefined => ratePerS(first[field], last[field], seconds);
  return present({
    receivedBytesPerS: rate('receivedBytes'),
    sentBytesPerS: rate('sentBytes'),
    receivedPacketsPerS: rate('receivedPackets'),
    sentPacketsPerS: rate('sentPackets'),
    errorsPerS: sumOf(rate('receiveErrors'), rate('sendErrors')),
    receiveDropsPerS: rate('receiveDrops'),
    sendDropsPerS: rate('sendDrops'),
    errorsPct: percent(sumOf(grown('receiveErrors'), grown('sendErrors')), sumOf(grown('receivedPackets'), grown('sentPackets'))),
    receiveDropsPct: percent(grown('receiveDrops'), grown('receivedPackets')),
    cites: [first.cites[0], last.cites[0]] as const,
  });
}
type CounterField = NumericKey<LinkCounters>;

/** One name a driver for each kind of damage: the sum over all names would count a frame several times. */
const DAMAGED = [
  /^(?:rx_?(?:crc|fcs)(?:_?err(?:or)?s?)?|rx_crc_errors_phy|fcs_?errors?|crc_?err(?:or)?s?)$/i,
  /^(?:rx_?align(?:ment)?_?err(?:or)?s?|align_?err(?:or)?s?)$/i,
];
/** Frames by size, or frames in sum: what the damaged ones are a share of. */
const FRAMES_BY_SIZE = /^rx_?\d+(?:_?to_?\d+)?_?bytes?(?:_?packets?)?$/i;
const FRAMES = /^(?:rx_packets(?:_phy)?|rx_unicast|rxunicast)$/i;

function driverRows(samples: Samples): readonly NetworkInterface[] {
  return samples['ethtool-stats'].flatMap(({ sample }) => {
    const { counters } = sample;
    const damaged = DAMAGED.flatMap((pattern) => counters.find(({ name }) => pattern.test(name)) ?? []);
    const bySize = counters.filter(({ name }) => FRAMES_BY_SIZE.test(name));
    const inSum = counters.filter(({ name }) => FRAMES.test(name)).toSorted((left, right) => right.value - left.value);
    const frames = Math.max(
      bySize.reduce((sum, { value }) => sum + value, 0),
      inSum[0]?.value ?? 0,
    );
    const [first] = damaged;
    if (!first) return [];
    const damagedFramesTotal = damaged.reduce((sum, { value }) => sum + value, 0);
    const damagedFramesTotalPct = percent(damagedFramesTotal, frames + damagedFramesTotal);
    return [present({ ...named(sample.interface ?? 'interface'), damagedFramesTotal, damagedFramesTotalPct, cites: first.cites })];
  });
}

function propertyRows(samples: Samples): readonly NetworkInterface[] {
  return samples['net-class'].map(({ sample: { interface: name, speedBitsPerS, duplex, state, cites } }) =>
    present({ ...named(name), speedBytesPerS: speedBitsPerS === undefined ? undefined : speedBitsPerS / BITS, duplex, state, cites }),
  );
}

/** sar tells errors and packets apart, in tables of their own. */
function withErrorShare(row: NetworkInterface): NetworkInterface {
  const errorsPct = row.errorsPct ?? percent(row.errorsPerS, sumOf(row.receivedPacketsPerS, row.sentPacketsPerS));
  return errorsPct === undefined ? row : { ...row, errorsPct };
}

/** Both directions share one medium at half duplex. */
function withUse(row: NetworkInterface): NetworkInterface {
  const { receivedBytesPerS: received, sentBytesPerS: sent, speedBytesPerS, duplex, virtual } = row;
  if (virtual || received === undefined || sent === undefined) return row;
  const usedPct = percent(duplex === 'half' ? received + sent : Math.max(received, sent), speedBytesPerS);
  return usedPct === undefined ? row : { ...row, usedPct, fieldCites: { ...row.fieldCites, usedPct: row.cites } };
}
