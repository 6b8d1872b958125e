import type { DiagRequest, RequestId, SlackOrigin } from '../model/request.ts';
import type { Target } from '../model/target.ts';
import type { SlackApi } from './api.ts';
import { channelRefusal } from './channel.ts';
import type { SlackAppDeps } from './deps.ts';
import type { Runs, Tell } from './runs.ts';

const ASKED_CHARS = 300;

/** A wish from a slash command or a button, understood, and not yet permitted. */
export interface Wish {
  /** Names the delivery: Slack may hand over the same one twice, and two bots may both get it. */
  readonly key: string;
  readonly origin: Omit<SlackOrigin, 'kind'>;
  readonly asked: string;
  readonly subcommand: string;
  readonly target: Target;
  readonly windowSeconds: number;
}
/** From wish to answer: channel checked, delivery claimed, run, all on record. Rejects only when the store is lost. */
export type Take = (wish: Wish, tell: Tell) => Promise<void>;

export function createTake(deps: Pick<SlackAppDeps, 'memory' | 'now' | 'newId'>, api: SlackApi, runs: Runs): Take {
  return async (wish, tell) => {
    const refusal = await channelRefusal(api, wish.origin.channel);
    const request = requestOf(deps, wish);
    const entry = { at: deps.now(), ...wish.origin, asked: wish.asked.slice(0, ASKED_CHARS) };
    if (refusal) {
      await deps.memory.audit({ ...entry, answer: 'refused', why: refusal[0] ?? '' });
      return tell(refusal);
    }
    if ((await deps.memory.requests.claim(wish.key, request)) === 'seen') return;
    await deps.memory.audit({ ...entry, answer: 'accepted', requestId: request.id });
    return runs.run(request, wish.target, tell);
  };
}

function requestOf(deps: Pick<SlackAppDeps, 'now' | 'newId'>, { origin, subcommand, target, windowSeconds }: Wish): DiagRequest {
  return {
    id: deps.newId() as RequestId,
    subcommand,
    host: target.name,
    windowSeconds,
    origin: { kind: 'slack', ...origin },
    requestedAt: deps.now(),
  };
}
