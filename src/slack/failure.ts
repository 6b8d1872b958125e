import { WebAPIHTTPError, WebAPIPlatformError, WebAPIRateLimitedError, WebAPIRequestError } from '@slack/web-api';

/**
 * What is known after a call to Slack went wrong, as far as trying again is concerned.
 *
 * refused  Slack said no, and will say it again
 * not-sent it is sure that nothing happened: wait, then again
 * unknown  it may have happened: look before trying again
 */
export type Failure =
  | { readonly kind: 'refused'; readonly code: string }
  | { readonly kind: 'not-sent'; readonly why: string; readonly retryAfterSeconds?: number }
  | { readonly kind: 'unknown'; readonly why: string };

/** Slack's own trouble: a message may stand there nevertheless. */
const UNSURE_CODES = new Set(['internal_error', 'fatal_error', 'request_timeout', 'service_unavailable']);
const RATE_CODES = new Set(['ratelimited', 'rate_limited', 'message_limit_exceeded']);
/** Failures of a connection that was never made. */
const UNCONNECTED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT']);

export function failureOf(error: unknown): Failure {
  if (error instanceof WebAPIRateLimitedError) return { kind: 'not-sent', why: 'rate limited', retryAfterSeconds: error.retryAfter };
  if (error instanceof WebAPIPlatformError) {
    const code = error.data.error;
    if (RATE_CODES.has(code)) return { kind: 'not-sent', why: code };
    return UNSURE_CODES.has(code) ? { kind: 'unknown', why: code } : { kind: 'refused', code };
  }
  if (error instanceof WebAPIHTTPError) {
    const why = `HTTP ${error.statusCode}`;
    return error.statusCode >= 500 || error.statusCode === 408 ? { kind: 'unknown', why } : { kind: 'refused', code: why };
  }
  if (error instanceof WebAPIRequestError) {
    const code = causeCode(error.original);
    return code !== undefined && UNCONNECTED.has(code) ? { kind: 'not-sent', why: code } : { kind: 'unknown', why: code ?? error.message };
  }
  if (error instanceof NotSentError) return { kind: 'not-sent', why: error.message };
  // A bug, here or in the client: trying again would only repeat it.
  return { kind: 'refused', code: error instanceof Error ? error.message : String(error) };
}

/** Thrown where a step before the one that shows anything to anybody went wrong. */
export class NotSentError extends Error {}

export function whyOf(failure: Failure): string {
  return failure.kind === 'refused' ? failure.code : failure.why;
}

/** fetch hides the system's word in a chain of causes. */
function causeCode(error: unknown): string | undefined {
  let current = error;
  for (let depth = 0; depth < 5 && current instanceof Error; depth += 1) {
    if ('code' in current && typeof current.code === 'string') return current.code;
    current = current instanceof AggregateError ? current.errors[0] : current.cause;
  }
  return undefined;
}

/** What the asker should do about a channel that Slack keeps the bot out of. */
export function refusalAdvice(code: string): readonly string[] {
  switch (code) {
    case 'not_in_channel':
    case 'channel_not_found':
      return ['diagbot is not in this channel, so it cannot post the answer here.', 'Type /invite @diagbot, then ask again.'];
    case 'is_archived':
      return ['This channel is archived, so nothing can be posted here.', 'Ask in another channel.'];
    case 'restricted_action':
    case 'restricted_action_read_only_channel':
    case 'restricted_action_thread_only_channel':
      return ['This channel does not let diagbot post.', 'Ask in another channel, or have its owner permit it.'];
    case 'missing_scope':
    case 'no_permission':
      return ['The Slack app lacks a permission that it needs here.', 'Have its owner install it again from manifest.yml, then ask again.'];
    default:
      return [`Slack does not let diagbot post here: ${code}.`, 'Ask in another channel, or have the log of the bot looked at.'];
  }
}
