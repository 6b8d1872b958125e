import type { Row, UnitTable } from '../../model/evidence.ts';

/** What TCP of the whole host did in the window; what it counted since boot stands beside it, named …Total, and decides nothing. */
export interface TcpFigures extends Row {
  /** What was sent again does not count among what was sent. */
  readonly segmentsSentPerS?: number;
  readonly segmentsResentPerS?: number;
  readonly resentPct?: number;
  readonly segmentsSentTotal?: number;
  readonly segmentsResentTotal?: number;
  readonly resentTotalPct?: number;
  readonly listenOverflowsPerS?: number;
  /** Connection requests that a listening socket dropped, for whatever reason. */
  readonly listenDropsPerS?: number;
  readonly listenOverflowsTotal?: number;
  readonly listenDropsTotal?: number;
  readonly openedPerS?: number;
  readonly acceptedPerS?: number;
}
export const tcpUnits: UnitTable<TcpFigures> = {
  segmentsSentPerS: { label: 'segments sent', unit: '/s' },
  segmentsResentPerS: { label: 'segments sent again', unit: '/s' },
  resentPct: { label: 'sent again', unit: 'pct' },
  segmentsSentTotal: { label: 'segments sent since boot', unit: 'count' },
  segmentsResentTotal: { label: 'segments sent again since boot', unit: 'count' },
  resentTotalPct: { label: 'sent again since boot', unit: 'pct' },
  listenOverflowsPerS: { label: 'overflows of accept queues', unit: '/s' },
  listenDropsPerS: { label: 'connection requests dropped', unit: '/s' },
  listenOverflowsTotal: { label: 'overflows of accept queues since boot', unit: 'count' },
  listenDropsTotal: { label: 'connection requests dropped since boot', unit: 'count' },
  openedPerS: { label: 'connections opened', unit: '/s' },
  acceptedPerS: { label: 'connections accepted', unit: '/s' },
};

/** Sockets by state, and what bounds them. */
export interface SocketFigures extends Row {
  readonly timeWait?: number;
  readonly established?: number;
  readonly orphaned?: number;
  /** Ports that a connection to one address may come from (ip_local_port_range). */
  readonly localPorts?: number;
  readonly somaxconn?: number;
  readonly trackedConnections?: number;
  readonly trackedConnectionsLimit?: number;
}
export const socketUnits: UnitTable<SocketFigures> = {
  timeWait: { label: 'sockets in TIME-WAIT', unit: 'count' },
  established: { label: 'connections', unit: 'count' },
  orphaned: { label: 'orphaned sockets', unit: 'count' },
  localPorts: { label: 'local ports', unit: 'count' },
  somaxconn: { label: 'somaxconn', unit: 'count' },
  trackedConnections: { label: 'nf_conntrack_count', unit: 'count' },
  trackedConnectionsLimit: { label: 'nf_conntrack_max', unit: 'count' },
};

/** A socket that listens. */
export interface Listener extends Row {
  readonly address: string;
  readonly waiting: number;
  readonly backlog?: number;
  readonly process?: string;
  readonly pid?: number;
}
export const listenerUnits: UnitTable<Listener> = {
  waiting: { label: 'connections that wait to be accepted', unit: 'count' },
  backlog: { label: 'backlog', unit: 'count' },
  pid: { label: 'pid', unit: 'count' },
};

/** One network interface: what it did in the window, what it is, and what it has counted since it came up. */
export interface NetworkInterface extends Row {
  readonly name: string;
  /** Its packets are counted again at the interface that carries them (veth, bridge, bond, tunnel), or never leave the host (lo). */
  readonly virtual: boolean;
  readonly duplex?: string;
  readonly state?: string;
  /** One direction, in bytes as everything here. */
  readonly speedBytesPerS?: number;
  readonly receivedBytesPerS?: number;
  readonly sentBytesPerS?: number;
  readonly receivedPacketsPerS?: number;
  readonly sentPacketsPerS?: number;
  readonly errorsPerS?: number;
  readonly receiveDropsPerS?: number;
  readonly sendDropsPerS?: number;
  /** Of all packets of the window. */
  readonly errorsPct?: number;
  readonly receiveDropsPct?: number;
  readonly packetsTotal?: number;
  readonly errorsTotal?: number;
  /** Frames that arrived damaged: bad checksum, cut or odd length. */
  readonly damagedFramesTotal?: number;
  readonly damagedFramesTotalPct?: number;
  /** The fuller direction, of the speed. */
  readonly usedPct?: number;
}
export const interfaceUnits: UnitTable<NetworkInterface> = {
  speedBytesPerS: { label: 'link speed', unit: 'bytes/s' },
  receivedBytesPerS: { label: 'received', unit: 'bytes/s' },
  sentBytesPerS: { label: 'sent', unit: 'bytes/s' },
  receivedPacketsPerS: { label: 'packets received', unit: '/s' },
  sentPacketsPerS: { label: 'packets sent', unit: '/s' },
  errorsPerS: { label: 'errors', unit: '/s' },
  receiveDropsPerS: { label: 'dropped while receiving', unit: '/s' },
  sendDropsPerS: { label: 'dropped while sending', unit: '/s' },
  errorsPct: { label: 'packets in error', unit: 'pct' },
  receiveDropsPct: { label: 'received packets dropped', unit: 'pct' },
  packetsTotal: { label: 'packets since it came up', unit: 'count' },
  errorsTotal: { label: 'errors since it came up', unit: 'count' },
  damagedFramesTotal: { label: 'damaged frames since it came up', unit: 'count' },
  damagedFramesTotalPct: { label: 'frames damaged since it came up', unit: 'pct' },
  usedPct: { label: 'of the link speed', unit: 'pct' },
};

/** A queue with a rate of its own in front of an interface. */
export interface Shaper extends Row {
  readonly interface: string;
  readonly kind: string;
  readonly rateBytesPerS: number;
  readonly sentBytesPerS?: number;
  readonly droppedPerS?: number;
  readonly delayedPerS?: number;
}
export const shaperUnits: UnitTable<Shaper> = {
  rateBytesPerS: { label: 'rate it lets through', unit: 'bytes/s' },
  sentBytesPerS: { label: 'sent', unit: 'bytes/s' },
  droppedPerS: { label: 'packets dropped', unit: '/s' },
  delayedPerS: { label: 'packets over the rate', unit: '/s' },
};

/** Packets that one CPU took from network cards. */
export interface SoftnetFigures extends Row {
  readonly cpu: number;
  readonly processedTotal: number;
  readonly droppedTotal: number;
  readonly squeezedTotal: number;
  readonly processedPerS?: number;
  readonly droppedPerS?: number;
  readonly squeezedPerS?: number;
}
export const softnetUnits: UnitTable<SoftnetFigures> = {
  cpu: { label: 'CPU', unit: 'count' },
  processedTotal: { label: 'packets since boot', unit: 'count' },
  droppedTotal: { label: 'packets dropped since boot', unit: 'count' },
  squeezedTotal: { label: 'rounds cut short since boot', unit: 'count' },
  processedPerS: { label: 'packets', unit: '/s' },
  droppedPerS: { label: 'packets dropped', unit: '/s' },
  squeezedPerS: { label: 'rounds cut short', unit: '/s' },
};

export interface NetworkView {
  readonly tcp?: TcpFigures;
  readonly sockets?: SocketFigures;
  readonly listeners?: readonly Listener[];
  readonly interfaces: readonly NetworkInterface[];
  readonly shapers: readonly Shaper[];
  readonly softnet: readonly SoftnetFigures[];
}
