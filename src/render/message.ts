import type { ActionsBlock, Button, KnownBlock } from '@slack/types';
import type { Diagnosis } from '../model/diagnosis.ts';
import { durationText } from '../model/figure-text.ts';
import type { Unreachable } from '../model/output.ts';
import type { DiagRequest } from '../model/request.ts';
import { blocksOf, headerBlock, packed } from './blocks.ts';
import { bold, line, type Part, text } from './doc.ts';
import { escapeMrkdwn, shorten, shortenBytes } from './escape.ts';
import { evidenceParts } from './evidence.ts';
import { fixParts } from './fix.ts';
import { LIMITS, type SlackMessage } from './limits.ts';
import { type Asked, answerLines, askedWords, type Ended } from './root.ts';
import { plainText } from './text.ts';
import { ruledOutParts, uncheckedParts } from './unchecked.ts';

/** Messages of one section of the thread; beyond it, the last one says how many are left out. */
const MESSAGES_PER_SECTION = 4;
const LONG_WINDOW_SECONDS = 30;
const WHY_CHARS = 1_500;

export const actionIds = { again: 'diag_again', longer: 'diag_longer' } as const;

/** How far a running collection is. */
export type RunState =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'sampling'; readonly elapsedSeconds: number; readonly windowSeconds: number }
  | { readonly kind: 'reading' };

/** A message of the thread, in a place of its own: 'evidence', 'evidence-2', 'fix'. */
export interface ThreadMessage extends SlackMessage {
  readonly slot: string;
}

/** The root once the answer is known. */
export function answerMessage(request: DiagRequest, diagnosis: Diagnosis, ended: Ended): SlackMessage {
  return rootMessage(answerLines(diagnosis, askedOf(request), ended), request);
}

/** The root while the host is looked at: one line that is edited in place. */
export function progressMessage(request: DiagRequest, state: RunState): SlackMessage {
  const parts = [line(text(request.host, 'bold'), `: ${stateWords(state)}`), askedLine(request)];
  return messageOf(parts, blocksOf(parts));
}

export function unreachableMessage(request: DiagRequest, why: Unreachable): SlackMessage {
  return rootMessage(
    [
      line(text(request.host, 'bold'), ': ', bold('could not be looked at')),
      line(text(why.message, 'plain', WHY_CHARS)),
      askedLine(request),
    ],
    request,
  );
}

/** The root of a diagnosis that ended without an answer for the bot's own sake: it stopped, or it has a bug. */
export function endedMessage(request: DiagRequest, why: string): SlackMessage {
  return rootMessage(
    [line(text(request.host, 'bold'), ': ', bold('no answer')), line(text(why, 'plain', WHY_CHARS)), askedLine(request)],
    request,
  );
}

/** The thread, in the order in which it is posted. Each message is inside Slack's limits whatever the host said. */
export function threadMessages(diagnosis: Diagnosis): readonly ThreadMessage[] {
  return [
    ...section('evidence', 'Evidence', evidenceParts(diagnosis)),
    ...section('ruled-out', 'Ruled out', ruledOutParts(diagnosis)),
    ...section('unchecked', 'Could not be checked', uncheckedParts(diagnosis)),
    ...section('fix', 'Fix', fixParts(diagnosis)),
  ];
}

/** Instead of a message that a check on the way out refuses: what is wrong with it, and where the answer is. */
export function refusedMessage(problems: readonly string[]): SlackMessage {
  const parts = [
    line('This part of the answer is beyond what Slack takes, so it is left out: ', text(problems.join('; '), 'plain', WHY_CHARS)),
  ];
  return messageOf(parts, blocksOf(parts));
}

function section(name: string, title: string, parts: readonly Part[]): readonly ThreadMessage[] {
  const messages = packed(blocksOf(parts));
  const shown = messages.slice(0, MESSAGES_PER_SECTION);
  const left = messages.length - shown.length;
  const note = left > 0 ? blocksOf([line(`${left} more messages of this part are left out`)]) : [];
  return shown.map((blocks, index) => {
    const head = index === 0 ? [] : [headerBlock(`${title}, continued`)];
    const last = index === shown.length - 1 ? note : [];
    const fallback = shown.length > 1 ? `${title} (${index + 1} of ${shown.length})` : title;
    const words = index === 0 ? plainText(parts) : fallback;
    return { slot: index === 0 ? name : `${name}-${index + 1}`, blocks: [...head, ...blocks, ...last], text: fallbackText(words) };
  });
}

function rootMessage(parts: readonly Part[], request: DiagRequest): SlackMessage {
  return messageOf(parts, [...blocksOf(parts), ...buttons(request)]);
}

function messageOf(parts: readonly Part[], blocks: readonly KnownBlock[]): SlackMessage {
  return { blocks: [...blocks], text: fallbackText(plainText(parts)) };
}

/** What notifications and screen readers get. Slack reads it as mrkdwn, so it is escaped, and then cut. */
function fallbackText(words: string): string {
  return shortenBytes(escapeMrkdwn(words.trim() === '' ? 'diagbot' : words), LIMITS.fallbackBytes - 1);
}

function askedOf(request: DiagRequest): Asked {
  const words = askedWords(request);
  return words.length === 0 ? { words } : { words, windowSeconds: request.windowSeconds };
}

function stateWords(state: RunState): string {
  switch (state.kind) {
    case 'connecting':
      return 'connecting';
    case 'sampling': {
      const elapsed = Math.max(0, Math.min(Math.floor(state.elapsedSeconds), state.windowSeconds));
      return `sampling ${elapsed} of ${durationText(state.windowSeconds)}`;
    }
    case 'reading':
      return 'reading what came';
  }
}

function askedLine(request: DiagRequest): Part {
  return line(...askedWords(request), { kind: 'time', at: request.requestedAt });
}

/** None where a host's name is too long for a button's value: a shortened one would name another host. */
function buttons(request: DiagRequest): readonly ActionsBlock[] {
  const values = [request.windowSeconds, LONG_WINDOW_SECONDS].map((windowSeconds) =>
    JSON.stringify({ subcommand: request.subcommand, host: request.host, windowSeconds }),
  );
  const [again = '', longer = ''] = values;
  if (Math.max(again.length, longer.length) > LIMITS.buttonValue) return [];
  return [
    {
      type: 'actions',
      elements: [
        button(actionIds.again, 'Run again', again, `Run ${request.subcommand} again on ${request.host}`),
        button(actionIds.longer, `Run for ${LONG_WINDOW_SECONDS} s`, longer, `Run ${request.subcommand} for 30 seconds on ${request.host}`),
      ],
    },
  ];
}

function button(id: string, words: string, value: string, label: string): Button {
  return {
    type: 'button',
    action_id: id,
    text: { type: 'plain_text', text: words, emoji: false },
    value,
    accessibility_label: shorten(label, LIMITS.buttonLabel),
  };
}
