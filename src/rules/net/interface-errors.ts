import { figureText } from '../../model/figure-text.ts';
import type { Advice, Verdict } from '../../model/finding.ts';
import { figure } from '../../snapshot/cite.ts';
import { interfaceUnits, type NetworkInterface, type NetworkView, softnetUnits } from '../../snapshot/views/network.ts';
import { shellWord } from '../advice/shell.ts';
import { found, ruledOut, undecided } from '../facts/verdict.ts';
import { word } from '../facts/words.ts';
import { defineRule } from '../rule.ts';
import { guard } from './advice/guard.ts';
import { type LinkFailure, linkFailure } from './facts/link-failure.ts';

/** A sound link damages fewer than one frame in a hundred million; one in a thousand already halves TCP's throughput on a long path. */
const ERRORS_PCT = 0.1;
const ERRORS_PER_S = 1;
/** A few damaged frames come from plugging a cable. */
const DAMAGED_FRAMES = 100;
/** Packets of protocols that nobody here speaks are dropped too; so many of them want an answer. */
const DROPS_PCT = 1;
const DROPS_PER_S = 10;

/**
 * net.interface-errors: an interface receives or sends damaged packets.
 *
 * Found      in the window one packet in a thousand or more was in error, or the kernel reset a card that did not send or lost its link;
 *            or, of all frames since the interface came up, so many were damaged
 * Ruled out  the interfaces with a cable counted no errors in the window, or none ever
 * Why        a damaged frame is thrown away by the card, and TCP slows down for each
 * Certain    never: the counters do not tell cable, optics, port or driver apart
 * Misses     drops, which also count protocols that nobody speaks: with many of them it says undecided
 * Reference  Documentation/networking/statistics.rst
 */
export const interfaceErrors = defineRule({
  cause: 'net.interface-errors',
  needs: [],
  uses: ['network', 'kernelLog'],
  explains: ['net.retransmits'],
  decide: ({ network, kernelLog }): Verdict => {
    const real = (network?.interfaces ?? []).filter((each) => !each.virtual);
    const failure = linkFailure(kernelLog);
    const worst = real.filter(hasErrors).toSorted((left, right) => (right.errorsPct ?? 0) - (left.errorsPct ?? 0))[0];
    const damaged = worst ?? real.find(isDamaged);
    if (!damaged) return failure ? failedLink(failure) : noErrors(network?.softnet ?? [], real);
    const name = word(damaged.name);
    return found(
      {
        severity: 'warning',
        confidence: worst ? 'likely' : 'possible',
        headline: worst
          ? `${name} has errors in ${figureText(worst.errorsPct ?? 0, 'pct')} of its packets: ${figureText(worst.errorsPerS ?? 0, '/s')}`
          : `${name} received ${figureText(damaged.damagedFramesTotal ?? 0, 'count')} damaged frames, ${figureText(damaged.damagedFramesTotalPct ?? 0, 'pct')} of all since it came up`,
        subject: { kind: 'interface', name: damaged.name },
        advice: adviceOf(damaged.name),
      },
      [
        figure(damaged, interfaceUnits, 'errorsPct', name),
        figure(damaged, interfaceUnits, 'errorsPerS', name),
        figure(damaged, interfaceUnits, 'damagedFramesTotal', name),
        figure(damaged, interfaceUnits, 'damagedFramesTotalPct', name),
        failure?.name === damaged.name ? failure.item : undefined,
      ],
    );
  },
});

function failedLink({ name, told, item }: LinkFailure): Verdict {
  return found(
    { severity: 'warning', confidence: 'likely', headline: told, subject: { kind: 'interface', name }, advice: adviceOf(name) },
    [item],
  );
}

function hasErrors({ errorsPct, errorsPerS }: NetworkInterface): boolean {
  return (errorsPct ?? 0) >= ERRORS_PCT && (errorsPerS ?? 0) >= ERRORS_PER_S;
}

function isDamaged({ damagedFramesTotal, damagedFramesTotalPct, errorsPerS }: NetworkInterface): boolean {
  return errorsPerS === undefined && (damagedFramesTotal ?? 0) >= DAMAGED_FRAMES && (damagedFramesTotalPct ?? 0) >= ERRORS_PCT;
}

function noErrors(softnet: NetworkView['softnet'], real: readonly NetworkInterface[]): Verdict {
  const dropping = real.find(
    ({ receiveDropsPct, receiveDropsPerS }) => (receiveDropsPct ?? 0) >= DROPS_PCT && (receiveDropsPerS ?? 0) >= DROPS_PER_S,
  );
  if (dropping)
    return undecided(
      `${word(dropping.name)} drops packets that it receives, which may be of protocols nobody here speaks`,
      `ethtool -S ${shellWord(dropping.name)}, twice`,
    );
  const measured = real.filter(({ errorsPerS }) => errorsPerS !== undefined);
  const clean = measured.length > 0 ? measured : real.filter(({ errorsTotal }) => errorsTotal === 0);
  if (clean.length > 0) {
    return ruledOut(
      `${clean
        .map(({ name }) => word(name))
        .slice(0, 4)
        .join(', ')} without errors worth the name`,
      clean
        .slice(0, 2)
        .flatMap((each) => [
          figure(each, interfaceUnits, 'errorsPerS', word(each.name)),
          figure(each, interfaceUnits, 'errorsTotal', word(each.name)),
        ]),
    );
  }
  if (softnet.length > 0 && softnet.every(({ droppedTotal }) => droppedTotal === 0)) {
    return ruledOut(
      'no CPU ever dropped a packet from a network card',
      softnet.slice(0, 2).map((each) => figure(each, softnetUnits, 'droppedTotal', `CPU ${each.cpu}`)),
    );
  }
  return undecided('errors of interfaces were not read twice', 'ip -s link, twice');
}

function adviceOf(name: string): Advice {
  const link = shellWord(name);
  return {
    summary: `Change cable, optics or switch port of ${word(name)}, one at a time`,
    now: [
      {
        does: 'See which counter grows: crc, frame and align mean the cable; fifo and missed mean the ring',
        command: `ethtool -S ${link}`,
        risk: 'safe',
      },
      { does: 'See whether both ends agree on speed and duplex', command: `ethtool ${link}`, risk: 'safe' },
    ],
    lasting: [
      {
        does: 'Replace the cable or the optics, then try another switch port, then another card',
        risk: 'disruptive',
        caution: 'the link goes down meanwhile',
      },
      {
        does: 'Where missed or fifo grows: a larger receive ring',
        command: `ethtool -G ${link} rx 4096`,
        risk: 'disruptive',
        caution: 'the link may go down for a second; ethtool -g tells the largest ring and the present one',
        undo: `ethtool -G ${link} rx COUNT (what ethtool -g said before)`,
      },
    ],
    verify: [{ command: `ip -s link show ${link}, twice`, expect: 'errors stand still' }],
    guard: guard(
      'Alert when an interface counts errors',
      'InterfaceErrors',
      'rate(node_network_receive_errs_total[5m]) + rate(node_network_transmit_errs_total[5m]) > 1',
      '{{ $labels.device }} counts errors',
      'drivers count differently',
    ),
  };
}
