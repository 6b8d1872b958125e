import { setTimeout as sleep } from 'node:timers/promises';
import type { Outbox } from '../app/ports.ts';
import type { Post, PostBody } from '../model/post.ts';
import type { RequestId } from '../model/request.ts';
import type { SlackApi } from './api.ts';
import type { SlackLog } from './deps.ts';
import { type Failure, failureOf, whyOf } from './failure.ts';

/** What waits longer is left in line for the next sweep. */
const TRIES = 5;
const WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
const MAYBE_TWICE = 'Slack did not say whether this was posted before; it may stand here twice.';
/** Slack refuses the layout, not the words: kinds of blocks reach workspaces in phases. */
const LAYOUT_CODES = new Set(['invalid_blocks', 'invalid_blocks_format', 'invalid_attachments', 'msg_blocks_too_long']);

export interface RefusedPost {
  readonly slot: string;
  readonly code: string;
}
/** Sends what stands in line for a request, in order; resolves with what Slack refused. */
export type Drain = (requestId: RequestId) => Promise<readonly RefusedPost[]>;

type Fate = { readonly kind: 'sent'; readonly ts: string } | Failure;

export function createDrain(outbox: Outbox, api: SlackApi, log: SlackLog): Drain {
  return async (requestId) => {
    const refused: RefusedPost[] = [];
    for (let failures = 0; failures < TRIES; ) {
      const post = await outbox.takeNext(requestId);
      if (!post) break;
      const fate = await send(api, post);
      await record(outbox, post, fate);
      if (fate.kind === 'sent') continue;
      log.warn({ requestId, slot: post.slot, fate: fate.kind, why: whyOf(fate) }, 'a post did not go out');
      if (fate.kind === 'refused') refused.push({ slot: post.slot, code: fate.code });
      else {
        failures += 1;
        await sleep(waitMs(fate, failures));
      }
    }
    return refused;
  };
}

async function record(outbox: Outbox, post: Post, fate: Fate): Promise<void> {
  switch (fate.kind) {
    case 'sent':
      return outbox.markSent(post.id, fate.ts);
    case 'refused':
      return outbox.markFailed(post.id, fate.code);
    case 'not-sent':
      return post.doubtful ? outbox.markDoubtful(post.id) : outbox.putBack(post.id);
    case 'unknown':
      return outbox.markDoubtful(post.id);
  }
}

/** A post whose fate is unknown is looked for first; where that is not permitted it is posted once more, and says so. */
async function send(api: SlackApi, post: Post): Promise<Fate> {
  try {
    const look = post.doubtful ? await lookFor(api, post) : undefined;
    if (look?.kind === 'found') return { kind: 'sent', ts: look.ts };
    return look?.kind === 'not-permitted' ? await sendOnceMore(api, post) : { kind: 'sent', ts: await deliver(api, post, post.body) };
  } catch (error) {
    return failureOf(error);
  }
}

async function sendOnceMore(api: SlackApi, post: Post): Promise<Fate> {
  try {
    return { kind: 'sent', ts: await deliver(api, post, flagged(post.body)) };
  } catch (error) {
    const failure = failureOf(error);
    return failure.kind === 'unknown' ? { kind: 'refused', code: `posted twice, each time without an answer: ${failure.why}` } : failure;
  }
}

type Look = { readonly kind: 'found'; readonly ts: string } | { readonly kind: 'absent' } | { readonly kind: 'not-permitted' };

async function lookFor(api: SlackApi, post: Post): Promise<Look> {
  try {
    const ts = await api.findPost(post);
    return ts === undefined ? { kind: 'absent' } : { kind: 'found', ts };
  } catch (error) {
    if (failureOf(error).kind === 'refused') return { kind: 'not-permitted' };
    throw error;
  }
}

async function deliver(api: SlackApi, post: Post, body: PostBody): Promise<string> {
  if (body.kind === 'file') return api.uploadFile(post, body);
  try {
    return await api.postMessage(post, body);
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind !== 'refused' || !LAYOUT_CODES.has(failure.code)) throw error;
    return api.postMessage(post, { ...body, blocks: [plainBlock(body.text)] });
  }
}

/** `text` is escaped already, and short enough for a section. */
function plainBlock(text: string): unknown {
  return { type: 'section', text: { type: 'mrkdwn', text, verbatim: true } };
}

function flagged(body: PostBody): PostBody {
  if (body.kind === 'file') return { ...body, title: `${body.title} (perhaps a second copy)` };
  const note = { type: 'rich_text', elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text: MAYBE_TWICE }] }] };
  return { ...body, blocks: [...body.blocks, note] };
}

export function waitMs(failure: Failure, failures: number): number {
  const asked = failure.kind === 'not-sent' ? failure.retryAfterSeconds : undefined;
  return Math.min(LONGEST_WAIT_MS, asked === undefined ? WAIT_MS * 2 ** (failures - 1) : asked * 1_000);
}
