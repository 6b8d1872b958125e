import type { EvidenceItem } from '../../model/evidence.ts';
import { figureText } from '../../model/figure-text.ts';
import type { Advice, Verdict } from '../../model/finding.ts';
import { figure, line } from '../../snapshot/cite.ts';
import { type Listener, listenerUnits, type NetworkView, socketUnits, type TcpFigures, tcpUnits } from '../../snapshot/views/network.ts';
import type { KernelEvent } from '../../snapshot/views.ts';
import { recentEvents } from '../facts/stuck.ts';
import { found, ruledOut, undecided } from '../facts/verdict.ts';
import { word } from '../facts/words.ts';
import { defineRule } from '../rule.ts';
import { guard } from './advice/guard.ts';

/** Each overflow costs one client a second or more (its SYN is sent again); one in ten seconds is a chance burst. */
const OVERFLOWS_PER_S = 0.2;

/**
 * net.listen-overflow: a program does not accept connections as fast as they come, and new ones are dropped.
 *
 * Found      an accept queue is full now, or overflows of accept queues were counted in the window; where neither was read, the
 *            kernel took the connection requests of late for a flood
 * Ruled out  no overflow was counted in the window, or no queue of those that were read is full
 * Why        the kernel drops the last packet of the handshake when the queue is full; the client waits and tries again
 * Certain    a full queue is seen and overflows were counted in the window
 * Misses     sockets of other network namespaces (containers), whose counters are their own
 * Reference  listen(2); Documentation/networking/snmp_counter.rst, TcpExtListenOverflows
 */
export const listenOverflow = defineRule({
  cause: 'net.listen-overflow',
  needs: [],
  uses: ['network', 'kernelLog'],
  explains: ['net.retransmits'],
  decide: ({ network, kernelLog }): Verdict => {
    const { tcp, listeners, sockets } = network ?? {};
    const [flood] = recentEvents(kernelLog, ['syn-flood']).slice(-1);
    const full = (listeners ?? []).filter(isFull).toSorted((left, right) => right.waiting - left.waiting);
    const [fullest] = full;
    const perS = lossPerS(tcp);
    const overflows = perS !== undefined && perS >= OVERFLOWS_PER_S;
    if (!fullest && !overflows) return notFull(network, perS, flood);
    return found(
      {
        severity: 'critical',
        confidence: fullest && overflows ? 'certain' : 'likely',
        headline: headlineOf(fullest, overflows ? perS : undefined),
        ...(fullest ? { subject: { kind: 'socket', name: fullest.address } } : {}),
        advice: adviceOf(fullest),
      },
      [
        tcp && figure(tcp, tcpUnits, 'listenOverflowsPerS', 'TCP'),
        tcp && figure(tcp, tcpUnits, 'listenDropsPerS', 'TCP'),
        ...full
          .slice(0, 2)
          .flatMap((each) => [figure(each, listenerUnits, 'waiting', each.address), figure(each, listenerUnits, 'backlog', each.address)]),
        tcp && figure(tcp, tcpUnits, 'listenOverflowsTotal', 'TCP'),
        sockets && figure(sockets, socketUnits, 'somaxconn', 'host'),
        flood && floodItem(flood),
      ],
    );
  },
});

/** The queue takes one more than its backlog before it is full. */
function isFull({ waiting, backlog }: Listener): boolean {
  return backlog !== undefined && waiting >= backlog;
}

/** Older kernels count an overflow under drops alone. */
function lossPerS(tcp: TcpFigures | undefined): number | undefined {
  return tcp?.listenOverflowsPerS ?? tcp?.listenDropsPerS;
}

function notFull(network: NetworkView | undefined, perS: number | undefined, flood: KernelEvent | undefined): Verdict {
  const { tcp, listeners } = network ?? {};
  if (tcp && perS !== undefined) {
    return ruledOut(perS === 0 ? 'no accept queue overflowed in the window' : 'accept queues overflowed only now and then', [
      figure(tcp, tcpUnits, 'listenOverflowsPerS', 'TCP'),
    ]);
  }
  if (flood && !listeners) return flooded(flood);
  if (tcp?.listenOverflowsTotal) {
    return undecided(
      'accept queues overflowed since boot, and no second reading tells whether they do now',
      'nstat -az TcpExtListenOverflows, twice; ss -lnt',
    );
  }
  if (listeners)
    return ruledOut(
      'no accept queue is full',
      listeners.slice(0, 1).map((each) => figure(each, listenerUnits, 'waiting', each.address)),
    );
  return undecided('neither accept queues nor their overflows were read', 'ss -lnt; nstat -az TcpExtListenOverflows, twice');
}

/** The kernel says so once for a listening socket, when its queue of requests is full for the first time. */
function flooded(flood: KernelEvent): Verdict {
  return found(
    {
      severity: 'warning',
      confidence: 'possible',
      headline: 'the kernel took connection requests for a flood: a listening socket has more of them than its backlog',
      advice: adviceOf(undefined),
    },
    [floodItem(flood)],
  );
}

function floodItem(flood: KernelEvent): EvidenceItem {
  return line(flood, 'kernel log', 'SYN flooding', flood.text);
}

function headlineOf(listener: Listener | undefined, perS: number | undefined): string {
  const rate = perS === undefined ? '' : `${figureText(perS, '/s')} connections dropped by full accept queues`;
  if (!listener) return rate;
  const who = listener.process === undefined ? '' : ` of ${word(listener.process)}`;
  const full = `the accept queue of ${listener.address}${who} is full: ${listener.waiting} wait, its backlog is ${listener.backlog}`;
  return perS === undefined ? full : `${full}; ${rate}`;
}

function adviceOf(listener: Listener | undefined): Advice {
  const who = listener?.process === undefined ? 'the program that listens' : word(listener.process);
  return {
    summary: `See why ${who} does not accept: it is stuck, too slow, or its backlog too small for bursts`,
    now: [
      { does: 'See which queue is full and whose it is', command: 'ss -lntp', risk: 'safe' },
      {
        does: `See what ${who} waits for; more workers help only where the CPU is idle`,
        command: listener?.pid === undefined ? 'top -b -n 1' : `cat /proc/${listener.pid}/wchan /proc/${listener.pid}/status`,
        risk: 'safe',
      },
    ],
    lasting: [
      { does: 'Make it accept faster: more workers, no blocking work (storage, DNS, a database) in the loop that accepts', risk: 'safe' },
      {
        does: 'Raise the backlog that the program asks for, and the limit of the host; the program must be restarted to ask anew',
        command: 'sysctl -w net.core.somaxconn=4096',
        risk: 'safe',
        caution: 'a longer queue hides a program that is too slow, and clients wait in it; containers have a value of their own',
        undo: 'sysctl -w net.core.somaxconn=128 (the value that it had)',
      },
    ],
    verify: [{ command: 'nstat -az TcpExtListenOverflows, twice; ss -lnt', expect: 'the counter stands still; Recv-Q is near 0' }],
    guard: guard(
      'Alert when accept queues overflow',
      'ListenQueueOverflows',
      'rate(node_netstat_TcpExt_ListenOverflows[5m]) > 0.2',
      'accept queues overflow',
      'short bursts after a deployment may trip it',
    ),
  };
}
