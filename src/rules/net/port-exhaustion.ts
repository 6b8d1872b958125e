import { figureText } from '../../model/figure-text.ts';
import type { Advice, Verdict } from '../../model/finding.ts';
import { figure } from '../../snapshot/cite.ts';
import { type SocketFigures, socketUnits, type TcpFigures, tcpUnits } from '../../snapshot/views/network.ts';
import { found, ruledOut, undecided } from '../facts/verdict.ts';
import { defineRule } from '../rule.ts';
import { guard } from './advice/guard.ts';

/** ip_local_port_range is 32768 to 60999 unless somebody changed it (net/ipv4/af_inet.c). */
const DEFAULT_LOCAL_PORTS = 28_232;
/** The kernel searches ever longer for a free port from here on, and connect() fails soon after. */
const USED_PCT = 90;
/** A server that closes first keeps TIME-WAIT at its own port and takes no local port by it. */
const ACCEPTED_TIMES_OPENED = 2;

/**
 * net.port-exhaustion: connections that have ended keep their local ports for a minute, and none is left for new ones.
 *
 * Found      sockets in TIME-WAIT reach 90 % of the local port range, and this host does not mostly accept connections
 * Ruled out  they are fewer
 * Why        connect() fails with EADDRNOTAVAIL once every port towards one address is taken
 * Certain    never: a port is taken per destination, and the sum does not tell how many destinations there are
 * Misses     ports that open connections hold; one address of several
 * Reference  ip(7) ip_local_port_range
 */
export const portExhaustion = defineRule({
  cause: 'net.port-exhaustion',
  needs: ['network'],
  uses: [],
  explains: [],
  decide: ({ network: { sockets, tcp } }): Verdict => {
    const timeWait = sockets?.timeWait;
    if (!sockets || timeWait === undefined) return undecided('sockets in TIME-WAIT were not counted', 'ss -s');
    const ports = sockets.localPorts ?? DEFAULT_LOCAL_PORTS;
    const items = [figure(sockets, socketUnits, 'timeWait', 'TCP'), figure(sockets, socketUnits, 'localPorts', 'host')];
    if ((timeWait / ports) * 100 < USED_PCT) {
      return ruledOut(`${figureText(timeWait, 'count')} sockets in TIME-WAIT leave local ports free`, items);
    }
    if (mostlyAccepts(tcp)) {
      return undecided(
        'many sockets are in TIME-WAIT, but this host mostly accepts connections, which takes no local port',
        'ss -tan state time-wait, counted by peer',
      );
    }
    const range =
      sockets.localPorts === undefined
        ? ` (of ${figureText(ports, 'count')} unless the range was changed)`
        : ` of ${figureText(ports, 'count')}`;
    return found(
      {
        severity: 'critical',
        confidence: sockets.localPorts === undefined ? 'possible' : 'likely',
        headline: `${figureText(timeWait, 'count')} sockets in TIME-WAIT hold the local ports${range}`,
        advice: adviceOf(sockets),
      },
      [...items, figure(sockets, socketUnits, 'established', 'TCP'), tcp && figure(tcp, tcpUnits, 'openedPerS', 'TCP')],
    );
  },
});

function mostlyAccepts(tcp: TcpFigures | undefined): boolean {
  const { openedPerS, acceptedPerS } = tcp ?? {};
  return openedPerS !== undefined && acceptedPerS !== undefined && acceptedPerS > ACCEPTED_TIMES_OPENED * openedPerS;
}

function adviceOf({ localPorts }: SocketFigures): Advice {
  const before = localPorts === undefined ? '"32768 60999"' : '"FIRST LAST" (what it was)';
  return {
    summary: 'Find the client that opens a new connection for each request or reconnects in a loop, and stop it',
    now: [
      {
        does: 'See towards which address the ports are taken',
        command: "ss -Htan state time-wait | awk '{ print $4 }' | sort | uniq -c | sort -rn | head",
        risk: 'safe',
      },
      {
        does: 'Widen the range of local ports meanwhile',
        command: 'sysctl -w net.ipv4.ip_local_port_range="15000 60999"',
        risk: 'safe',
        caution: 'a service that listens above 15000 needs its port in ip_local_reserved_ports',
        undo: `sysctl -w net.ipv4.ip_local_port_range=${before}`,
      },
    ],
    lasting: [
      { does: 'Keep connections open (keep-alive, a pool), and wait longer after each failed login', risk: 'safe' },
      {
        does: 'Let outgoing connections take over ports in TIME-WAIT',
        command: 'sysctl -w net.ipv4.tcp_tw_reuse=1',
        risk: 'safe',
        caution: 'needs TCP timestamps at both ends; tcp_tw_recycle, which older advice names, breaks clients behind NAT',
        undo: 'sysctl -w net.ipv4.tcp_tw_reuse=2 (0 before Linux 4.19)',
      },
    ],
    verify: [{ command: 'ss -s', expect: 'timewait falls below half of the range within two minutes' }],
    guard: guard(
      'Alert when sockets in TIME-WAIT near the local port range',
      'TimeWaitHigh',
      'node_sockstat_TCP_tw > 25000',
      'many sockets are in TIME-WAIT',
      'busy servers that close first trip it without harm',
    ),
  };
}
