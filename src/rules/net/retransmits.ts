import { figureText } from '../../model/figure-text.ts';
import type { Advice, Verdict } from '../../model/finding.ts';
import { figure } from '../../snapshot/cite.ts';
import { type TcpFigures, tcpUnits } from '../../snapshot/views/network.ts';
import { found, ruledOut, undecided } from '../facts/verdict.ts';
import { defineRule } from '../rule.ts';
import { guard } from './advice/guard.ts';

/** Throughput falls with the root of the loss (Mathis): at 2 % a path of 50 ms carries some 2 Mbit/s a connection. The internet's everyday loss is below 1 %. */
const RESENT_PCT = 2;
/** Fewer than this a second may be one peer that went away and is tried again. */
const RESENT_PER_S = 2;

/**
 * net.retransmits: TCP sends a sizeable part of its segments again.
 *
 * Found      in the window at least 2 % of the segments sent were sent again, at 2 a second or more
 * Ruled out  the part is smaller, or so little is sent again that one dead peer may be the reason
 * Why        what is sent again was lost, or its answer was, and each loss slows its connection down
 * Certain    never: the counters do not tell which peer or path, nor a lost answer from a lost segment
 * Misses     loss of UDP; one bad path among many good ones, whose part drowns in the sum
 * Reference  RFC 1213 tcpRetransSegs; Mathis and others, The Macroscopic Behavior of the TCP Congestion Avoidance Algorithm
 */
export const retransmits = defineRule({
  cause: 'net.retransmits',
  needs: ['network'],
  uses: [],
  explains: [],
  decide: ({ network: { tcp } }): Verdict => {
    const { resentPct, segmentsResentPerS } = tcp ?? {};
    if (!tcp || segmentsResentPerS === undefined) return notMeasured(tcp);
    const items = [
      figure(tcp, tcpUnits, 'resentPct', 'TCP', { op: '>=', value: RESENT_PCT }),
      figure(tcp, tcpUnits, 'segmentsResentPerS', 'TCP', { op: '>=', value: RESENT_PER_S }),
      figure(tcp, tcpUnits, 'segmentsSentPerS', 'TCP'),
    ];
    if (resentPct === undefined || resentPct < RESENT_PCT || segmentsResentPerS < RESENT_PER_S) {
      return ruledOut(
        resentPct === undefined ? 'TCP sent nothing in the window' : `TCP sends ${figureText(resentPct, 'pct')} of its segments again`,
        [figure(tcp, tcpUnits, 'resentPct', 'TCP'), figure(tcp, tcpUnits, 'segmentsResentPerS', 'TCP')],
      );
    }
    return found(
      {
        severity: 'warning',
        confidence: 'likely',
        headline: `TCP sends ${figureText(resentPct, 'pct')} of its segments again: ${figureText(segmentsResentPerS, '/s')} are lost or late`,
        advice,
      },
      items,
    );
  },
});

function notMeasured(tcp: TcpFigures | undefined): Verdict {
  const twice = 'nstat -az TcpOutSegs TcpRetransSegs, twice';
  if (tcp?.resentTotalPct !== undefined) {
    return undecided(
      `${figureText(tcp.resentTotalPct, 'pct')} of the segments since boot were sent again, which tells nothing of now`,
      twice,
    );
  }
  if (tcp?.segmentsResentTotal !== undefined) return undecided('segments were sent again since boot, of how many is not known', twice);
  return undecided('TCP’s counters were not read', twice);
}

const advice: Advice = {
  summary: 'Find the peers whose segments are lost, then the hop that loses them',
  now: [
    { does: 'See which connections send again: they tell the peer and so the path', command: 'ss -tin', risk: 'safe' },
    { does: 'See whether this host’s own interface or queue drops', command: 'ip -s link; tc -s qdisc show', risk: 'safe' },
    {
      does: 'Ask for the loss of each hop to such a peer',
      command: 'mtr -rwc 100 PEER',
      risk: 'safe',
      caution: 'routers in between answer rarely by design; only loss that goes on to the last hop counts',
    },
  ],
  lasting: [
    { does: 'Mend or avoid the link that loses: cable, optics, duplex, an overloaded uplink or a shaper', risk: 'disruptive' },
    {
      does: 'Where large segments alone are lost: let path MTU discovery through, or lower the MTU of the tunnel',
      risk: 'disruptive',
      undo: 'the old MTU',
    },
  ],
  verify: [
    { command: 'nstat -az TcpOutSegs TcpRetransSegs, twice', expect: 'TcpRetransSegs grows by less than 1 % of what TcpOutSegs grows by' },
  ],
  guard: guard(
    'Alert when more than 2 % of the segments are sent again',
    'TcpRetransmitsHigh',
    'rate(node_netstat_Tcp_RetransSegs[5m]) / rate(node_netstat_Tcp_OutSegs[5m]) > 0.02',
    'TCP sends much again',
    'hosts that send little trip it for one dead peer',
  ),
};
