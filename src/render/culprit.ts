import { durationText, figureText } from '../model/figure-text.ts';
import type { Culprit, Share, Sufferer } from '../model/finding.ts';
import { bold, code, type Inline, text } from './doc.ts';

/** Outermost ancestors say little; the near ones say what started it. */
const PARENTS_SHOWN = 3;
const NAME_CHARS = 60;

/** 'gzip (pid 18822) ← logrotate (18790), unit logrotate.service, 93 % of the bytes of nvme1n1'. */
export function culpritLine(culprit: Culprit): readonly (Inline | string)[] {
  const pid = culprit.pid === undefined ? '' : ` (pid ${culprit.pid})`;
  const unit = culprit.unit ?? culprit.cgroup;
  return [
    text(culprit.process, 'bold', NAME_CHARS),
    pid,
    ...parentWords(culprit),
    ...(unit === undefined ? [] : [culprit.unit === undefined ? ', cgroup ' : ', unit ', text(unit, 'plain', NAME_CHARS)]),
    ...(culprit.share ? [', ', ...shareWords(culprit.share)] : []),
  ];
}

function parentWords(culprit: Culprit): readonly (Inline | string)[] {
  // Everything descends from pid 1: naming it tells nothing.
  const parents = culprit.parents.filter((parent) => parent.pid !== 1);
  const near = parents.slice(-PARENTS_SHOWN).reverse();
  const left = parents.length - near.length;
  const words = near.flatMap((parent) => [' ← ', text(parent.process, 'plain', NAME_CHARS), ` (${parent.pid})`]);
  return left > 0 ? [...words, ` ← ${left} more`] : words;
}

/** What ties the process to the device decides how its share may be told. */
function shareWords(share: Share): readonly (Inline | string)[] {
  const device = text(share.device, 'plain', NAME_CHARS);
  const amount = figureText(share.pct, 'pct');
  switch (share.basis) {
    case 'at-most':
      return [`at most ${amount} of the bytes of `, device];
    case 'cgroup-io':
      return [`${amount} of the bytes of `, device, ' by its cgroup'];
    case 'open-files':
      return [`${amount} of the bytes of `, device, ', where its open files are'];
    case 'only-busy-device':
      return [`${amount} of the bytes of `, device, ', the only busy device'];
  }
}

/** The rest of what is known, for the thread: whose it is, since when, how much, with which arguments. */
export function culpritDetails(culprit: Culprit): readonly (readonly (Inline | string)[])[] {
  const facts = [
    culprit.user === undefined ? undefined : ['runs as ', text(culprit.user, 'plain', NAME_CHARS)],
    culprit.runningForSeconds === undefined ? undefined : [`for ${durationText(culprit.runningForSeconds)}`],
    culprit.readBytesPerS === undefined ? undefined : [`reads ${figureText(culprit.readBytesPerS, 'bytes/s')}`],
    culprit.writeBytesPerS === undefined ? undefined : [`writes ${figureText(culprit.writeBytesPerS, 'bytes/s')}`],
  ].filter((fact) => fact !== undefined);
  const joined = facts.flatMap((fact, index) => (index === 0 ? fact : [', ', ...fact]));
  return [
    ...(joined.length > 0 ? [joined] : []),
    ...(culprit.commandLine === undefined ? [] : [['command line ', code(culprit.commandLine)]]),
    ...(culprit.unit !== undefined && culprit.cgroup !== undefined ? [['cgroup ', code(culprit.cgroup)]] : []),
  ];
}

export function suffererLine(sufferer: Sufferer): readonly (Inline | string)[] {
  const pid = sufferer.pid === undefined ? '' : ` (pid ${sufferer.pid})`;
  return [bold(sufferer.process), pid, ' ', text(sufferer.how)];
}
