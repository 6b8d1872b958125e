import type { EvidenceItem } from '../../model/evidence.ts';
import { figureText } from '../../model/figure-text.ts';
import type { Advice, Confidence, Verdict } from '../../model/finding.ts';
import { figure, line } from '../../snapshot/cite.ts';
import { type SocketFigures, socketUnits, type TcpFigures } from '../../snapshot/views/network.ts';
import type { KernelEvent } from '../../snapshot/views.ts';
import { recentEvents } from '../facts/stuck.ts';
import { found, ruledOut, undecided } from '../facts/verdict.ts';
import { defineRule } from '../rule.ts';
import { guard } from './advice/guard.ts';

/** The table takes no more at its maximum; the last twentieth fills within seconds on a busy host. */
const FULL_PCT = 95;
/** The kernel repeats the message every five seconds while it drops: one from before that is past. */
const REPEAT_SECONDS = 5;
/** A packet that was dropped is sent again, so a host that sends nothing again loses none; one peer that is gone is tried now and then. */
const RESENT_PER_S = 1;

/**
 * net.conntrack-full: the table of tracked connections is full, and packets of new ones are dropped.
 *
 * Found      the table is 95 % full; or the kernel said so in the window; or just before it, unless next to nothing is sent again now.
 *            Where no table was read, the message alone is enough; one from before the window is a notice
 * Ruled out  the table has room and the kernel has not said otherwise of late
 * Why        a packet of a connection that finds no room is dropped without an answer: connections time out at random
 * Certain    the table is full and the kernel says that it drops
 * Misses     a full table of another network namespace whose traffic the host only forwards, between two messages
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
    const isFull = fullPct !== undefined && fullPct >= FULL_PCT;
    const [recent] = recentEvents(kernelLog, ['conntrack-full']).toSorted((one, other) => ageOf(one) - ageOf(other));
    const now = recent && tellsOfNow(recent, kernelLog?.windowSeconds, network?.tcp) ? recent : undefined;
    const told = now ?? (fullPct === undefined ? recent : undefined);
    if (!isFull && !told) return notFull(sockets, fullPct);
    return found(
      {
        severity: isFull || now || kernelLog?.windowSeconds === undefined ? 'critical' : 'notice',
        confidence: confidenceOf(isFull, told, fullPct),
        headline: headlineOf(isFull, told, fullPct),
        advice: adviceOf(sockets),
      },
      [...tableItems(sockets), told && line(told, 'kernel log', 'table full', told.text)],
    );
  },
});

/** Of one whose age nobody can tell nothing says that it is past. */
function ageOf({ ageSeconds }: KernelEvent): number {
  return ageSeconds ?? 0;
}

/** The log may have been read when the window began, so the newest message of drops that go on is from shortly before it. */
function tellsOfNow(event: KernelEvent, windowSeconds: number | undefined, tcp: TcpFigures | undefined): boolean {
  const before = ageOf(event) - (windowSeconds ?? 0);
  if (windowSeconds !== undefined && before <= 0) return true;
  const quiet = tcp?.segmentsResentPerS !== undefined && tcp.segmentsResentPerS < RESENT_PER_S;
  return before <= REPEAT_SECONDS && !quiet;
}

function notFull(sockets: SocketFigures | undefined, fullPct: number | undefined): Verdict {
  if (fullPct === undefined)
    return undecided(
      'the table of tracked connections was not read',
      'sysctl net.netfilter.nf_conntrack_count net.netfilter.nf_conntrack_max',
    );
  return ruledOut(`the table of tracked connections is ${figureText(fullPct, 'pct')} full`, tableItems(sockets));
}

/** A table with room beside a message that nobody can date: one of the two is of another time, or of another namespace. */
function confidenceOf(isFull: boolean, told: KernelEvent | undefined, fullPct: number | undefined): Confidence {
  if (isFull) return told ? 'certain' : 'likely';
  return fullPct !== undefined && told?.ageSeconds === undefined ? 'possible' : 'likely';
}

function headlineOf(isFull: boolean, told: KernelEvent | undefined, fullPct: number | undefined): string {
  if (isFull)
    return `the table of tracked connections is ${figureText(fullPct ?? 0, 'pct')} full${told ? ', and the kernel drops packets' : ''}`;
  const drops = 'the kernel drops packets because the table of tracked connections';
  return fullPct === undefined
    ? `${drops} is full`
    : `${drops} of another network namespace is full: that of the host is ${figureText(fullPct, 'pct')} full`;
}

function tableItems(sockets: SocketFigures | undefined): readonly (EvidenceItem | undefined)[] {
  return sockets
    ? [
        figure(sockets, socketUnits, 'trackedConnections', 'conntrack'),
        figure(sockets, socketUnits, 'trackedConnectionsLimit', 'conntrack'),
      ]
    : [];
}

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
