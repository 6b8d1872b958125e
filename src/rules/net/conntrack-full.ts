import { figureText } from '../../model/figure-text.ts';
import type { Advice, Verdict } from '../../model/finding.ts';
import { figure, line } from '../../snapshot/cite.ts';
import { type SocketFigures, socketUnits } from '../../snapshot/views/network.ts';
import { recentEvents } from '../io/facts/stuck.ts';
import { found, ruledOut, undecided } from '../io/facts/verdict.ts';
import { defineRule } from '../rule.ts';
import { guard } from './advice/guard.ts';

/** The table takes no more at its maximum; the last twentieth fills within seconds on a busy host. */
const FULL_PCT = 95;
/** The kernel repeats the message every five seconds while it drops; where the table was read, one from before the window is past. */
const WINDOW_SECONDS = 5;

/**
 * net.conntrack-full: the table of tracked connections is full, and packets of new ones are dropped.
 *
 * Found      the table is 95 % full, or the kernel said so in the window; within the last hour where the table was not read
 * Ruled out  the table has room and the kernel has not said otherwise of late
 * Why        a packet of a connection that finds no room is dropped without an answer: connections time out at random
 * Certain    the table is full and the kernel says that it drops
 * Misses     the count is of one network namespace, the maximum and the message are of all
 * Reference  Documentation/networking/nf_conntrack-sysctl.rst
 */
export const conntrackFull = defineRule({
  cause: 'net.conntrack-full',
  needs: [],
  uses: ['network', 'kernelLog'],
  explains: ['net.retransmits'],
  decide: ({ network, kernelLog }): Verdict => {
    const sockets = network?.sockets;
    const fullPct = fullPctOf(sockets);
    const [event] = recentEvents(kernelLog, ['conntrack-full']).slice(-1);
    const told =
      event && (fullPct === undefined || (event.ageSeconds ?? 0) <= (kernelLog?.windowSeconds ?? WINDOW_SECONDS)) ? event : undefined;
    const isFull = fullPct !== undefined && fullPct >= FULL_PCT;
    const items = sockets
      ? [
          figure(sockets, socketUnits, 'trackedConnections', 'conntrack'),
          figure(sockets, socketUnits, 'trackedConnectionsLimit', 'conntrack'),
        ]
      : [];
    if (!isFull && !told) {
      if (fullPct === undefined)
        return undecided(
          'the table of tracked connections was not read',
          'sysctl net.netfilter.nf_conntrack_count net.netfilter.nf_conntrack_max',
        );
      return ruledOut(`the table of tracked connections is ${figureText(fullPct, 'pct')} full`, items);
    }
    return found(
      {
        severity: 'critical',
        confidence: isFull && told ? 'certain' : 'likely',
        headline: isFull
          ? `the table of tracked connections is ${figureText(fullPct, 'pct')} full${told ? ', and the kernel drops packets' : ''}`
          : 'the kernel drops packets because the table of tracked connections is full',
        advice: adviceOf(sockets),
      },
      [...items, told && line(told, 'kernel log', 'table full', told.text)],
    );
  },
});

function fullPctOf(sockets: SocketFigures | undefined): number | undefined {
  const { trackedConnections: count, trackedConnectionsLimit: most } = sockets ?? {};
  return count === undefined || most === undefined || most <= 0 ? undefined : (count / most) * 100;
}

function adviceOf(sockets: SocketFigures | undefined): Advice {
  const most = sockets?.trackedConnectionsLimit;
  const [more, before] = most === undefined ? ['COUNT', 'COUNT'] : [String(most * 2), String(most)];
  return {
    summary: `Raise nf_conntrack_max to ${more}, then see who opens so many connections`,
    now: [
      {
        does: 'Give the table room; an entry takes some 400 bytes of kernel memory',
        command: `sysctl -w net.netfilter.nf_conntrack_max=${more}`,
        risk: 'safe',
        undo: `sysctl -w net.netfilter.nf_conntrack_max=${before}`,
      },
      {
        does: 'See which addresses fill it',
        command: 'conntrack -L -o extended | head -1000',
        risk: 'safe',
        caution: 'a large table takes CPU time to list: not in a loop',
      },
    ],
    lasting: [
      {
        does: 'Write the maximum below /etc/sysctl.d (kube-proxy: --conntrack-max-per-core), and raise hashsize to a quarter of it',
        risk: 'safe',
      },
      {
        does: 'Forget closed connections sooner',
        command: 'sysctl -w net.netfilter.nf_conntrack_tcp_timeout_time_wait=30',
        risk: 'safe',
        undo: 'sysctl -w net.netfilter.nf_conntrack_tcp_timeout_time_wait=120',
      },
      {
        does: 'Do not track what needs no tracking (notrack in the raw table), or keep connections open instead of opening new ones',
        risk: 'disruptive',
      },
    ],
    verify: [{ command: 'sysctl net.netfilter.nf_conntrack_count', expect: `well below ${more}, and no new line of the kernel log` }],
    guard: guard(
      'Alert when the table is four fifths full',
      'ConntrackNearlyFull',
      'node_nf_conntrack_entries / node_nf_conntrack_entries_limit > 0.8',
      'the table of tracked connections is nearly full',
      'network namespaces of containers are not counted',
    ),
  };
}
