import { networkInterfaces } from './network-interfaces.ts';
import { tcpFigures } from './network-tcp.ts';
import { present } from './present.ts';
import { ratePerS } from './rates.ts';
import { bothEnds, latest } from './readings.ts';
import { mergeAll } from './rows.ts';
import type { Samples } from './samples.ts';
import type { NetworkView, Shaper, SocketFigures, SoftnetFigures } from './views/network.ts';

/** The network stack of the host (of one namespace), whatever told of it. */
export function networkView(samples: Samples, seconds: number | undefined): NetworkView | undefined {
  const view = present({
    tcp: tcpFigures(samples, seconds),
    sockets: socketFigures(samples),
    listeners: samples.ss.length === 0 ? undefined : latest(samples.ss)?.listening,
    interfaces: networkInterfaces(samples, seconds),
    shapers: shapersOf(samples, seconds),
    softnet: softnetOf(samples, seconds),
  });
  const { tcp, sockets, listeners, interfaces, shapers, softnet } = view;
  const empty = !tcp && !sockets && !listeners && interfaces.length + shapers.length + softnet.length === 0;
  return empty ? undefined : view;
}

function socketFigures(samples: Samples): SocketFigures | undefined {
  const counts = [latest(samples['ss-summary']), latest(samples.sockstat)].flatMap((sample) => (sample ? [sample.tcp] : []));
  const settings = samples.sysctl.flatMap(({ sample }) => sample.settings);
  const bounds = settings.flatMap(({ name, text, value, cites }): readonly SocketFigures[] => {
    if (name === 'net.ipv4.ip_local_port_range') return [present({ localPorts: portsOf(text), cites })];
    const field = BOUNDS[name];
    return field === undefined || value === undefined ? [] : [{ [field]: value, cites }];
  });
  return mergeAll([...counts, ...bounds]);
}

const BOUNDS: Readonly<Record<string, keyof SocketFigures>> = {
  'net.core.somaxconn': 'somaxconn',
  'net.netfilter.nf_conntrack_count': 'trackedConnections',
  'net.netfilter.nf_conntrack_max': 'trackedConnectionsLimit',
  'net.nf_conntrack_max': 'trackedConnectionsLimit',
};

/** '32768 60999' */
function portsOf(text: string): number | undefined {
  const [, first, last] = /^(\d{1,5})\s+(\d{1,5})$/.exec(text) ?? [];
  return first === undefined ? undefined : Number(last) - Number(first) + 1;
}

function shapersOf(samples: Samples, seconds: number | undefined): readonly Shaper[] {
  const before = bothEnds(samples.qdisc)?.before.qdiscs ?? [];
  return (latest(samples.qdisc)?.qdiscs ?? []).flatMap((after) => {
    if (after.rateBytesPerS === undefined) return [];
    const first = before.find((each) => each.interface === after.interface && each.handle === after.handle);
    const rate = (field: 'sentBytes' | 'dropped' | 'overlimits') => ratePerS(first?.[field], after[field], seconds);
    return [
      present({
        ...{ interface: after.interface, kind: after.kind, rateBytesPerS: after.rateBytesPerS, cites: after.cites },
        ...{ sentBytesPerS: rate('sentBytes'), droppedPerS: rate('dropped'), delayedPerS: rate('overlimits') },
      }),
    ];
  });
}

function softnetOf(samples: Samples, seconds: number | undefined): readonly SoftnetFigures[] {
  const readings = samples['softnet-stat'];
  const before = new Map(bothEnds(readings)?.before.cpus.map((each) => [each.cpu, each]));
  return (latest(readings)?.cpus ?? []).map(({ cpu, processed, dropped, squeezed, cites }) => {
    const first = before.get(cpu);
    return present({
      ...{ cpu, processedTotal: processed, droppedTotal: dropped, squeezedTotal: squeezed, cites },
      processedPerS: ratePerS(first?.processed, processed, seconds),
      droppedPerS: ratePerS(first?.dropped, dropped, seconds),
      squeezedPerS: ratePerS(first?.squeezed, squeezed, seconds),
    });
  });
}
