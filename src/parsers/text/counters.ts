import type { Row } from '../../model/evidence.ts';

/** One counter of the network stack since boot, by the kernel's own name: 'TcpRetransSegs', 'TcpExtListenOverflows'. */
export interface StackCounter extends Row {
  readonly value: number;
}
export interface StackCounters {
  readonly counters: ReadonlyMap<string, StackCounter>;
}

/** How many TCP sockets there are. */
export interface TcpSockets extends Row {
  readonly established?: number;
  readonly orphaned?: number;
  readonly timeWait?: number;
}
export interface SsSummarySample {
  readonly tcp: TcpSockets;
}
