import type { ChannelFacts, SlackApi } from './api.ts';
import { failureOf, refusalAdvice } from './failure.ts';

/** Why nothing about a host may be posted into this channel, and what to do; undefined where it may. */
export async function channelRefusal(api: SlackApi, channel: string): Promise<readonly string[] | undefined> {
  try {
    return factsRefusal(await api.channelFacts(channel));
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind === 'refused') return refusalAdvice(failure.code);
    return ['Slack does not say who can read this channel, so nothing about a host is posted.', 'Ask again in a minute.'];
  }
}

/** Sharing within one organisation is no sharing with strangers. What Slack leaves unsaid counts as shared. */
function factsRefusal(facts: ChannelFacts): readonly string[] | undefined {
  if (facts.is_archived) return refusalAdvice('is_archived');
  const withStrangers = facts.is_ext_shared || facts.is_pending_ext_shared || (facts.is_shared && !facts.is_org_shared);
  if (withStrangers) {
    return ['This channel is shared with another organisation, so nothing about a host is posted here.', 'Ask in a channel of your own.'];
  }
  if (facts.is_ext_shared === undefined) {
    return [
      'Slack does not say whether this channel is shared with another organisation, so nothing about a host is posted.',
      'Ask in another channel.',
    ];
  }
  return undefined;
}
