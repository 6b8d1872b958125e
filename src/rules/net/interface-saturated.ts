import { figureText } from '../../model/figure-text.ts';
import type { Advice, Verdict } from '../../model/finding.ts';
import { figure } from '../../snapshot/cite.ts';
import { interfaceUnits, type NetworkInterface, type NetworkView, type Shaper, shaperUnits } from '../../snapshot/views/network.ts';
import { shellWord } from '../advice/shell.ts';
import { found, ruledOut, undecided } from '../facts/verdict.ts';
import { word } from '../facts/words.ts';
import { defineRule } from '../rule.ts';
import { guard } from './advice/guard.ts';

/** Frames have gaps and preambles: a full gigabit link carries 94 to 98 % of its speed in counted bytes. */
const LINK_USED_PCT = 90;
/** No link carries more than its speed: one that does has a speed that means nothing, as virtual interfaces have. */
const MOST_USED_PCT = 102;
/** What a shaper drops or holds back beside its own rate tells a queue from work that just happens to fit. */
const SHAPER_USED_PCT = 85;
const SHAPER_DROPS_PER_S = 1;

/**
 * net.interface-saturated: traffic fills a link, or the shaper in front of it.
 *
 * Found      one direction reaches 90 % of the link's speed; or a shaper sends at 85 % of its rate and drops packets
 * Ruled out  the links whose speed is known carry less, and no shaper is at its rate
 * Why        what does not fit waits in queues and is dropped; a utilisation that a tool prints is checked against the speed
 * Certain    a shaper at its rate that drops
 * Misses     links that carry more than their stated speed, which is then no limit; limits that the host cannot see: of the cloud's instance type, of an uplink; bursts shorter than the window
 * Reference  sysfs-class-net speed; tc-tbf(8)
 */
export const interfaceSaturated = defineRule({
  cause: 'net.interface-saturated',
  needs: ['network'],
  uses: [],
  explains: ['net.retransmits'],
  decide: ({ network }): Verdict => {
    const shaper = network.shapers.filter(isAtItsRate)[0];
    if (shaper) return shaped(shaper);
    const full = network.interfaces
      .filter(({ usedPct = 0 }) => usedPct >= LINK_USED_PCT && usedPct <= MOST_USED_PCT)
      .toSorted((left, right) => (right.usedPct ?? 0) - (left.usedPct ?? 0))[0];
    if (!full) return hasRoom(network);
    const name = word(full.name);
    return found(
      {
        severity: 'warning',
        confidence: 'likely',
        headline: `${name} carries ${figureText(full.usedPct ?? 0, 'pct')} of its link speed`,
        subject: { kind: 'interface', name: full.name },
        advice: adviceOf(full.name, 'the link'),
      },
      [
        figure(full, interfaceUnits, 'usedPct', name, { op: '>=', value: LINK_USED_PCT }),
        figure(full, interfaceUnits, 'receivedBytesPerS', name),
        figure(full, interfaceUnits, 'sentBytesPerS', name),
        figure(full, interfaceUnits, 'speedBytesPerS', name),
      ],
    );
  },
});

function isAtItsRate({ rateBytesPerS, sentBytesPerS, droppedPerS }: Shaper): boolean {
  return (
    sentBytesPerS !== undefined && sentBytesPerS >= (rateBytesPerS * SHAPER_USED_PCT) / 100 && (droppedPerS ?? 0) >= SHAPER_DROPS_PER_S
  );
}

function shaped(shaper: Shaper): Verdict {
  const name = word(shaper.interface);
  return found(
    {
      severity: 'warning',
      confidence: 'certain',
      headline: `a shaper (${shaper.kind}) lets ${figureText(shaper.rateBytesPerS, 'bytes/s')} out of ${name} and drops ${figureText(shaper.droppedPerS ?? 0, '/s')} packets`,
      subject: { kind: 'interface', name: shaper.interface },
      advice: adviceOf(shaper.interface, 'the shaper'),
    },
    [
      figure(shaper, shaperUnits, 'sentBytesPerS', name),
      figure(shaper, shaperUnits, 'rateBytesPerS', name),
      figure(shaper, shaperUnits, 'droppedPerS', name, { op: '>=', value: SHAPER_DROPS_PER_S }),
    ],
  );
}

function hasRoom({ interfaces, shapers }: NetworkView): Verdict {
  const known = interfaces
    .filter(({ usedPct }) => usedPct !== undefined && usedPct <= MOST_USED_PCT)
    .toSorted((left, right) => (right.usedPct ?? 0) - (left.usedPct ?? 0));
  const [busiest] = known;
  if (busiest) {
    return ruledOut(`${word(busiest.name)} carries ${figureText(busiest.usedPct ?? 0, 'pct')} of its link speed`, [
      figure(busiest, interfaceUnits, 'usedPct', word(busiest.name)),
      figure(busiest, interfaceUnits, 'speedBytesPerS', word(busiest.name)),
    ]);
  }
  const measured = shapers.find(({ sentBytesPerS }) => sentBytesPerS !== undefined);
  if (measured) return ruledOut('no shaper is at its rate', [figure(measured, shaperUnits, 'sentBytesPerS', word(measured.interface))]);
  const fast: NetworkInterface | undefined = interfaces.find(
    ({ virtual, receivedBytesPerS }) => !virtual && receivedBytesPerS !== undefined,
  );
  if (fast)
    return undecided(
      `the speed of ${word(fast.name)} is not known, as on most virtual machines`,
      `ethtool ${shellWord(fast.name)}; the bandwidth of the instance type`,
    );
  return undecided('the traffic of interfaces was not read', 'sar -n DEV 1 5 and /sys/class/net/*/speed');
}

function adviceOf(name: string, what: string): Advice {
  const link = shellWord(name);
  return {
    summary: `Find who sends so much through ${word(name)}; slow that down, spread it, or widen ${what}`,
    now: [
      { does: 'See which connections carry the bytes', command: 'ss -tinp', risk: 'safe' },
      { does: 'See what waits and is dropped in front of the interface', command: `tc -s qdisc show dev ${link}`, risk: 'safe' },
    ],
    lasting: [
      { does: 'Give bulk jobs (backup, image pulls, replication) a rate of their own or another time of the day', risk: 'safe' },
      {
        does: `Widen ${what}: a faster or a second link, a larger instance, a higher rate of the shaper`,
        risk: 'disruptive',
        undo: 'the old rate',
      },
    ],
    verify: [{ command: 'sar -n DEV 1 5', expect: `${word(name)} below 70 % of its speed` }],
    guard: guard(
      'Alert when a link is nine tenths full',
      'LinkNearlyFull',
      'rate(node_network_transmit_bytes_total[5m]) / (node_network_speed_bytes > 0) > 0.9 or rate(node_network_receive_bytes_total[5m]) / (node_network_speed_bytes > 0) > 0.9',
      '{{ $labels.device }} is nearly full',
      'virtual machines often have no speed, and then it never fires',
    ),
  };
}
