import type { NumericKey } from '../model/evidence.ts';
import type { InterfaceCounters } from '../parsers/proc-net-dev/proc-net-dev.ts';
import type { SarInterface } from '../parsers/sar/sample.ts';
import { present } from './present.ts';
import { growth, percent, ratePerS, sumOf } from './rates.ts';
import { bothEnds, latest } from './readings.ts';
import { mergeAll } from './rows.ts';
import type { Samples } from './samples.ts';
import type { NetworkInterface } from './views/network.ts';

/** Names that the kernel and container runtimes give to interfaces without a cable; a dot or an @ parts a VLAN from its carrier. */
const VIRTUAL =
  /^(?:lo\d*|veth|docker|br-|br\d|virbr|vnet|tap|tun|wg|cali|flannel|cni|cilium|lxc|lxd|dummy|ifb|bond|team|vxlan|vlan|gre|gretap|ip6|sit|tunl|kube|nodelocal|podman|ovs|macvtap|vmnet)|[.@]/;
const BITS = 8;

/** Every interface that any output tells of, each once. */
export function networkInterfaces(samples: Samples, seconds: number | undefined): readonly NetworkInterface[] {
  const rows = [...sarRows(samples), ...counterRows(samples, seconds), ...driverRows(samples), ...propertyRows(samples)];
  const byName = new Map<string, NetworkInterface[]>();
  for (const row of rows) byName.set(row.name, [...(byName.get(row.name) ?? []), row]);
  return [...byName.values()]
    .flatMap((of) => mergeAll(of) ?? [])
    .map(withErrorShare)
    .map(withUse);
}

function named(name: string): Pick<NetworkInterface, 'name' | 'virtual'> {
  return { name, virtual: VIRTUAL.test(name) };
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

function counterRows(samples: Samples, seconds: number | undefined): readonly NetworkInterface[] {
  const readings = samples['proc-net-dev'];
  const before = new Map(bothEnds(readings)?.before.interfaces.map((each) => [each.name, each]));
  return (latest(readings)?.interfaces ?? []).map((after) => {
    const first = before.get(after.name);
    return { ...totalsOf(after), ...(first ? growthOf(first, after, seconds) : {}) };
  });
}

function totalsOf(counters: InterfaceCounters): NetworkInterface {
  const { name, receivedPackets, sentPackets, receiveErrors, sendErrors, cites } = counters;
  return { ...named(name), packetsTotal: receivedPackets + sentPackets, errorsTotal: receiveErrors + sendErrors, cites };
}

function growthOf(first: InterfaceCounters, last: InterfaceCounters, seconds: number | undefined): Partial<NetworkInterface> {
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
type CounterField = NumericKey<InterfaceCounters>;

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
